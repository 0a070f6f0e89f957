// SPDX-License-Identifier: Apache-2.0

/// A motion to detect: its kind, and the settings of the detector.
///
/// Command line, D-Bus, daemon and pipeline exchange only this. Each kind adds a function that
/// makes one, such as `MotionConfiguration.still(duration:sensitivity:)`.
public struct MotionConfiguration: Hashable, Sendable {
  /// The kind of the motion.
  public let kind: MotionKind
  /// A number that says how easily motion counts as one of the kind.
  public let sensitivity: Sensitivity
  /// The numbers of the kind's options by key, in the unit of each; the sensitivity decides missing
  /// ones.
  public package(set) var numbers: [String: Double]

  /// A configuration for `kind`.
  ///
  /// - Parameters:
  ///   - kind: the kind of the motion; no detector finds a kind outside ``MotionRegistry``
  ///   - sensitivity: how easily motion counts as one of the kind
  ///   - numbers: the numbers of its options by key; a number that its option does not take counts
  ///     as the nearest one that it takes, and NaN as missing
  public init(
    _ kind: MotionKind, sensitivity: Sensitivity = .medium, numbers: [String: Double] = [:]
  ) {
    self.kind = kind
    self.sensitivity = sensitivity
    self.numbers = numbers
    for option in MotionRegistry[kind]?.options ?? [] {
      guard let number = numbers[option.key] else { continue }
      self.numbers[option.key] = option.nearest(to: number)
    }
  }

  /// This configuration for a client that wants `kinds`.
  func combined(with kinds: Set<MotionKind>) -> MotionConfiguration {
    MotionRegistry[kind]?.combination(self, kinds) ?? self
  }
}
