// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The latest events and near misses, for the status.
///
/// Detectors with other options often find the same: it counts once. Words are made only when the
/// status needs them.
struct LatestFindings {
  /// The number of each that are kept.
  private static let limit = 8

  private var latestEvents: [MotionEvent] = []
  private var latestRejections: [MotionRejection] = []
  private var shake: (seconds: Double, excess: Double?)?

  /// The events in words, the newest last.
  var events: [String] { latestEvents.map(\.text) }
  /// The near misses in words, the newest last.
  var nearMisses: [String] { latestRejections.map(\.text) }

  /// The length of the last shake, and the excess if it was too long, such as
  /// `2.8 s, too long by 1.8 s`; nil before the first.
  ///
  /// A live event does not wait for the end of a shake that is too long; this does.
  var lastShake: String? {
    shake.map { seconds, excess in
      "\(seconds.text(decimals: 1)) s"
        + (excess.map { ", too long by \($0.text(decimals: 1)) s" } ?? "")
    }
  }

  /// Adds an event.
  mutating func add(_ event: MotionEvent) {
    let isKnown = latestEvents.contains {
      ($0.timestamp, $0.kind, $0.isSimulated) == (event.timestamp, event.kind, event.isSimulated)
        && $0.phase == event.phase
    }
    guard !isKnown else { return }
    Self.append(event, to: &latestEvents)
    if let measurements = event.measurements?[ShakeMeasurements.self], !event.isSimulated {
      shake = (measurements.duration.seconds, nil)
    }
  }

  /// Adds a motion that was not recognized.
  mutating func add(_ rejection: MotionRejection) {
    let isKnown = latestRejections.contains {
      $0.kind == rejection.kind && $0.span == rejection.span
    }
    guard !isKnown else { return }
    Self.append(rejection, to: &latestRejections)
    if case .shake(let rejection) = rejection,
      case .long(let seconds, let window) = rejection.shortcoming
    {
      shake = (seconds, seconds - window)
    }
  }

  private static func append<Finding>(_ finding: Finding, to findings: inout [Finding]) {
    if findings.count == limit { findings.removeFirst() }
    findings.append(finding)
  }
}
