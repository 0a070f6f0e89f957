// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The latest events and near misses, for the status.
///
/// Detectors with other options often find the same: it counts once. Words are made only when they
/// are asked for.
struct LatestFindings {
  /// The number of each that are kept.
  private static let limit = 8

  private var latestEvents: [MotionEvent] = []
  private var latestRejections: [MotionRejection] = []

  /// The events in words, the newest last.
  var events: [String] { latestEvents.map(\.text) }
  /// The near misses in words, the newest last.
  var nearMisses: [String] { latestRejections.map(\.text) }

  /// Adds an event.
  mutating func add(_ event: MotionEvent) {
    let isKnown = latestEvents.contains {
      ($0.timestamp, $0.kind, $0.isSimulated) == (event.timestamp, event.kind, event.isSimulated)
        && $0.phase == event.phase
    }
    if !isKnown { Self.append(event, to: &latestEvents) }
  }

  /// Adds a motion that was not recognized.
  mutating func add(_ rejection: MotionRejection) {
    let isKnown = latestRejections.contains {
      $0.kind == rejection.kind && $0.span == rejection.span
    }
    if !isKnown { Self.append(rejection, to: &latestRejections) }
  }

  private static func append<Finding>(_ finding: Finding, to findings: inout [Finding]) {
    if findings.count == limit { findings.removeFirst() }
    findings.append(finding)
  }
}
