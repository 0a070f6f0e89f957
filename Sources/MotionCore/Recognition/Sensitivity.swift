/// How little it takes to be recognised, from 0 (only violent motion) to 1 (the slightest).
///
/// A motion found at one sensitivity is meant to be found at every higher one, at the price of more
/// false alarms.
public struct Sensitivity: Hashable, Sendable {
  /// From 0 to 1.
  public let value: Double

  /// The sensitivity `value`, or nil if it is not within 0 and 1.
  public init?(_ value: Double) {
    guard (0...1).contains(value) else { return nil }
    self.value = value
  }

  private init(level: Double) {
    value = level
  }

  /// For rough surroundings: sport, vehicles.
  public static let low = Sensitivity(level: 0.25)
  /// For everyday handling.
  public static let medium = Sensitivity(level: 0.5)
  /// For weak hands and heavy devices.
  public static let high = Sensitivity(level: 0.75)
}
