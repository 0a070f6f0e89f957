// SPDX-License-Identifier: Apache-2.0

/// The settings of a detector, as its rule compares them at every reading.
package protocol DetectorSettings: Hashable, Sendable {
  /// The settings that a configuration asks for.
  ///
  /// - Parameters:
  ///   - sensitivity: the configuration's sensitivity
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
/// A value without clock, I/O or heap allocation; the readings give the time. Its events follow the
/// grammar of ``MotionEvent``, an interruption closes open motions, and afterwards the detector is
/// like new. ``MotionPipeline`` gives it plausible readings with increasing timestamps and without
/// gaps, and an interruption wherever they would break these rules.
package protocol MotionDetector: Sendable {
  /// The settings of a detector.
  associatedtype Configuration: DetectorSettings

  /// The kind of motion.
  static var description: MotionDescription { get }

  /// A detector that has seen nothing yet.
  ///
  /// - Parameters:
  ///   - configuration: the settings
  ///   - isExplaining: true to report rejections too; otherwise they cost nothing
  init(_ configuration: Configuration, isExplaining: Bool)

  /// Processes the next reading.
  ///
  /// - Parameters:
  ///   - reading: the reading
  ///   - emit: called for each finding, in order, before this returns
  /// - Complexity: O(1), no heap allocation.
  mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void)

  /// Takes an interruption of the stream: what comes next is unrelated.
  ///
  /// - Parameters:
  ///   - moment: the time when the gate gave the stream up
  ///   - emit: called for each finding, in order, before this returns
  /// - Complexity: O(1), no heap allocation.
  mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void)

  /// The distance of the detector's motion from the threshold.
  ///
  /// - Parameter reading: the reading that the detector processed last
  /// - Returns: nil if there is nothing to show
  func gauge(at reading: Reading) -> MotionGauge?
}
