// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The shake rule of another project, to measure ours against.
///
/// Each rule is our own code for what the project's source does, with its default settings. Only
/// evaluation and benchmarks use these.
///
/// - Units: readings in m/s², gravity included.
/// - Clock: the readings' own; where a project asks the system's clock, a reading's time stands in.
public protocol BaselineDetector: Sendable {
  /// The name of the project.
  var name: String { get }

  /// Processes the next reading.
  ///
  /// - Parameter reading: later than the one before
  /// - Returns: true if the rule fires: it reports a shake now
  mutating func process(_ reading: Reading) -> Bool

  /// Processes many readings.
  ///
  /// A requirement, so that each rule's loop is compiled for that rule: a benchmark then measures
  /// the rule and not the call.
  ///
  /// - Parameter readings: in order of time
  /// - Returns: the times when the rule fires
  mutating func fires(on readings: [Reading]) -> [Timestamp]
}

extension BaselineDetector {
  /// Processes many readings, one after the other.
  public mutating func fires(on readings: [Reading]) -> [Timestamp] {
    var fires: [Timestamp] = []
    for reading in readings where process(reading) { fires.append(reading.timestamp) }
    return fires
  }
}

/// The rules that ours is measured against.
public enum Baselines {
  /// One of each, before its first reading.
  public static func all() -> [any BaselineDetector] {
    [SeismicRule(), ReactNativeRule(), CodalRule(), QtRule(), FlutterRule()]
  }
}
