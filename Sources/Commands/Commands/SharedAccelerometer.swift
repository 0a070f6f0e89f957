// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionBus
import MotionCore
import MotionSensors

/// An accelerometer that a running motiond reads and shares.
///
/// A second reader of the same device would stop the first, because libiio switches its buffer off.
public struct SharedAccelerometer {
  /// A description of the accelerometer, with motiond's sampling rate.
  public let info: AccelerometerInfo
  private let bus: BusAddress

  /// The accelerometer `choice`; nil unless a motiond on `bus` reads it.
  ///
  /// - Parameters:
  ///   - choice: the accelerometer
  ///   - bus: the bus of motiond
  ///   - isBusy: true if another program is known to read it; else clients' claims show that
  public init?(_ choice: AccelerometerChoice, on bus: BusAddress, isBusy: Bool = false) {
    self.init(try? choice.info, on: bus, isBusy: isBusy)
  }

  /// The local accelerometer `info`; nil unless a motiond on `bus` reads it.
  public init?(
    _ info: @autoclosure () -> AccelerometerInfo?, on bus: BusAddress, isBusy: Bool = false
  ) {
    guard let status = try? MotionDaemon(bus).status(), isBusy || status.isClaimed,
      let device = status.device, var info = info(),
      [info.name, info.label, info.id].contains(device)
    else { return nil }
    info.rate = status.rate
    info.clock = nil
    self.info = info
    self.bus = bus
  }

  /// The accelerometer `choice`, for a user who may not read it: motiond is started if none runs.
  ///
  /// - Throws: a ``BusError`` if there is no motiond
  init?(_ choice: AccelerometerChoice, startingOn bus: BusAddress) throws(BusError) {
    try MotionDaemon(bus).start()
    self.init(choice, on: bus, isBusy: true)
  }

  /// Plays the readings of motiond, until a signal.
  ///
  /// - Parameters:
  ///   - signals: the signals that stop it
  ///   - body: called for each event, in order
  /// - Returns: the reason of its end
  /// - Throws: a ``BusError`` if motiond refuses, a ``Failure`` if it stops sending; the error of
  ///   `body`
  func play(
    _ signals: borrowing StopSignals, _ body: (AccelerometerEvent) throws -> Void
  ) throws -> SourceEnding {
    let input = InputFile(pipe: try MotionDaemon(bus).openSamples(), name: "motiond")
    var player = RecordingPlayer(.live)
    try body(.started(info))
    let ending = try player.play(input, signals, body)
    if ending == .stopped { return .stopped }
    throw Failure(
      .unavailable, "motiond stopped sending readings; what was received is incomplete")
  }

  /// The length of the acceleration now, in m/s².
  ///
  /// Nil if motiond refuses this user, or sends nothing for a second.
  public func magnitude(_ signals: borrowing StopSignals) -> MetersPerSecondSquared? {
    guard let pipe = try? MotionDaemon(bus).openSamples() else { return nil }
    let input = InputFile(pipe: pipe, name: "motiond")
    var parser = RecordingParser()
    var magnitude: Double?
    while magnitude == nil {
      let piece = try? input.read(signals, within: .seconds(1)) { bytes in
        try parser.parse(bytes) { reading in
          magnitude = reading.acceleration.length
        }
      }
      guard case .bytes = piece else { return nil }
    }
    return magnitude
  }
}
