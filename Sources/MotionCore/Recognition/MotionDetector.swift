// SPDX-License-Identifier: Apache-2.0

/// An input of a detector.
///
/// Only ``MotionPipeline`` makes these, so a detector sees plausible readings with increasing
/// timestamps and without gaps, and an interruption wherever that would not be so.
package enum DetectorInput: Hashable, Sendable {
  /// The next reading.
  case reading(Reading)
  /// The stream broke off; it was given up at this moment. What comes next is unrelated.
  case interruption(at: Timestamp)
}

/// The settings of a detector, as its rule compares them at every reading.
package protocol DetectorSettings: Hashable, Sendable {
  /// The settings that a configuration asks for.
  ///
  /// - Parameters:
  ///   - sensitivity: that of the configuration
  ///   - number: returns the number of an option, or nil if it is missing
  init(sensitivity: Sensitivity, number: (String) -> Double?)
}

extension DetectorSettings {
  /// The settings that `configuration`, which is of the detector's kind, asks for.
  package init(_ configuration: MotionConfiguration) {
    self.init(sensitivity: configuration.sensitivity) { configuration.numbers[$0] }
  }
}

/// A recognizer of one kind of motion: readings in, findings out.
///
/// A value without clock, I/O or heap allocation; time is that of the readings. Its events follow
/// the grammar of ``MotionEvent``, an interruption closes what is open, and after an interruption
/// it behaves like a new one.
package protocol MotionDetector: Sendable {
  /// The settings of a detector.
  associatedtype Configuration: DetectorSettings

  /// A detector that has seen nothing yet.
  ///
  /// - Parameters:
  ///   - configuration: the settings
  ///   - isExplaining: true to report rejections too; otherwise they cost nothing
  init(_ configuration: Configuration, isExplaining: Bool)

  /// Processes `input`.
  ///
  /// - Parameters:
  ///   - input: the next reading, or an interruption
  ///   - emit: called for each finding, in order, before this returns
  /// - Complexity: O(1), no heap allocation.
  mutating func process(_ input: DetectorInput, _ emit: (MotionFinding) -> Void)

  /// Has each of `detectors` process `input`.
  ///
  /// A requirement, though one loop does for all: the compiler makes one of each kind, where a pool
  /// would look up the kind's type for every reading.
  ///
  /// - Parameters:
  ///   - input: the next reading, or an interruption
  ///   - detectors: the detectors
  ///   - emit: called for each finding, with the index of its detector
  static func process(
    _ input: DetectorInput, by detectors: inout [Self], _ emit: (MotionFinding, Int) -> Void)

  /// The distance of its motion from the threshold.
  ///
  /// - Parameter reading: the one that it processed last
  /// - Returns: nil if there is nothing to show
  func gauge(at reading: Reading) -> MotionGauge?
}

extension MotionDetector {
  package static func process(
    _ input: DetectorInput, by detectors: inout [Self], _ emit: (MotionFinding, Int) -> Void
  ) {
    for index in detectors.indices { detectors[index].process(input) { emit($0, index) } }
  }
}
