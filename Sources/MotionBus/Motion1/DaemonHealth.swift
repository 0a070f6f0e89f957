// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The health of motiond, for a program that watches many devices.
public struct DaemonHealth: Hashable, Sendable {
  /// The version of motiond.
  public var version: String
  /// The name of the accelerometer; nil if there is none.
  public var device: String?
  /// The rate in Hz that the claimed motions ask for; 0 if none are claimed.
  public var wantedRate: Hertz
  /// The rate in Hz of the latest five seconds of readings; 0 before them.
  public var measuredRate: Hertz
  /// The number of batches of readings that came late since motiond started.
  public var lateBatches: Int
  /// The number of readings that are known to be lost since motiond started, at least.
  public var lostReadings: Int
  /// The kinds of motion that all clients together have claimed, in order.
  public var motions: [MotionKind]
  /// The time since motiond started, in whole seconds.
  public var uptime: Duration

  /// The health in `status`; what is missing, as from an older daemon, is zero or empty.
  init(_ status: DaemonStatus) {
    version = status.version ?? ""
    device = status.device.flatMap { $0.isEmpty ? nil : $0 }
    (wantedRate, measuredRate) = (status.wantedRate ?? 0, status.measuredRate ?? 0)
    lateBatches = Int(clamping: status.lateBatches ?? 0)
    lostReadings = Int(clamping: status.lostReadings ?? 0)
    motions = (status.motions ?? []).compactMap { MotionKind(rawValue: $0) }
    uptime = .seconds(Int(clamping: status.uptime ?? 0))
  }

  /// A Boolean value that indicates whether this is news after `other`: neither time that passes
  /// nor 2 % of the measured rate, which is never the same twice, is news.
  func differs(from other: DaemonHealth) -> Bool {
    var same = other
    same.uptime = uptime
    if abs(measuredRate - other.measuredRate) <= other.measuredRate * 0.02 {
      same.measuredRate = measuredRate
    }
    return self != same
  }
}
