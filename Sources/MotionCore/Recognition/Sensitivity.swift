// SPDX-License-Identifier: Apache-2.0

/// The sensitivity of recognition, from 0 (only violent motion) to 1 (the slightest).
///
/// For a shake its unit is strength: sensitivity *s* judges swings as ``medium`` judges swings that
/// are larger by a factor of e^(*s* - 0.5). So a tenth more finds swings that are about a tenth
/// smaller; 1 finds them at some 0.6 and 0 at some 1.6 times the size that medium needs. Swings of
/// less than 8 m/s² from one turning point to the next never count.
///
/// A number in the code is one; a number from elsewhere may be outside 0 to 1:
///
/// ```swift
/// let shake = ShakeConfiguration(sensitivity: 0.6)
/// func shake(slider: Double) -> ShakeConfiguration? {
///   Sensitivity(slider).map { ShakeConfiguration(sensitivity: $0) }
/// }
/// ```
///
/// It is monotone: in a stream without earlier motions, a motion that begins at one sensitivity has
/// begun by then at every higher one. The price is more false alarms.
public struct Sensitivity: Hashable, Sendable {
  /// The sensitivity, from 0 to 1.
  public let value: Double
  /// The factor that multiplies the size of swings before the detector judges them.
  let gain: Double

  /// The sensitivity `value`, or nil unless it is within 0 and 1.
  ///
  /// With a literal, such as `Sensitivity(0.6)`, Swift calls ``init(floatLiteral:)`` instead.
  public init?(_ value: Double) {
    guard (0...1).contains(value) else { return nil }
    self.init(level: value)
  }

  private init(level: Double) {
    value = level
    gain = exponential(level - 0.5)
  }

  /// For rough surroundings, such as sport and vehicles: 0.25.
  public static let low = Sensitivity(level: 0.25)
  /// For everyday handling: 0.5.
  public static let medium = Sensitivity(level: 0.5)
  /// For weak hands and heavy devices: 0.75.
  public static let high = Sensitivity(level: 0.75)

  /// The levels that have names, in ascending order.
  public static let levels: KeyValuePairs<String, Sensitivity> = [
    "low": .low, "medium": .medium, "high": .high,
  ]

  /// The sensitivity called `name`, or nil if no level has that name.
  public init?(named name: String) {
    guard let level = Self.levels.first(where: { $0.key == name }) else { return nil }
    self = level.value
  }
}

extension Sensitivity: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// The sensitivity of a number in the code, such as 0.6.
  ///
  /// - Parameter value: the sensitivity
  /// - Precondition: `value` is within 0 and 1.
  public init(floatLiteral value: Double) {
    precondition((0...1).contains(value), "a sensitivity is from 0 to 1")
    self.init(level: value)
  }

  /// The sensitivity of a whole number in the code: 0 or 1.
  ///
  /// - Parameter value: the sensitivity
  /// - Precondition: `value` is 0 or 1.
  public init(integerLiteral value: Int) {
    self.init(floatLiteral: Double(value))
  }
}

extension Sensitivity: CustomStringConvertible {
  /// The name of the level, or the number if it has none.
  public var description: String {
    Self.levels.first { $0.value == self }?.key ?? "\(value)"
  }
}
