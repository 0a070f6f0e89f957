/// How little it takes to be recognised, from 0 (only violent motion) to 1 (the slightest).
///
/// Its unit is strength: sensitivity *s* takes a motion as ``medium`` takes one whose swings are
/// larger by a factor of e^(*s* - 0.5). So a tenth more recognises swings that are a tenth smaller,
/// 1 recognises swings of 0.6 and 0 needs swings of 1.6 times the size that medium needs.
///
/// It is monotone: in a stream in which nothing was recognised before, whatever begins at one
/// sensitivity has begun by then at every higher one. The price is more false alarms.
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
