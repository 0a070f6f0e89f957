import MotionCore

/// A check for recordings whose numbers are probably in other units than the format's.
///
/// Such a recording parses, but no motion is recognized in it.
public struct UnitCheck: Sendable {
  private var count = 0
  private var magnitudes = 0.0
  private var first: Timestamp?
  private var last: Timestamp?

  /// The averages of |a| in recordings of anything that hands do, in m/s²; gravity is always part of it.
  private static let averages = 3.0...60
  /// The periods of accelerometers, which sample between 4 Hz and 10 kHz; in seconds.
  private static let periods = 0.0001...0.25

  /// A check of nothing yet.
  public init() {}

  /// Takes the next readings.
  public mutating func take(_ readings: ArraySlice<Reading>) {
    count += readings.count
    for reading in readings { magnitudes += reading.acceleration.length }
    first = first ?? readings.first?.timestamp
    last = readings.last?.timestamp ?? last
  }

  /// Doubts about the units, as questions to the user.
  public var doubts: [String] {
    guard let first, let last, count > 1 else { return [] }
    var doubts: [String] = []
    let average = magnitudes / Double(count)
    if !Self.averages.contains(average) {
      doubts.append(
        "|a| is \(average.text(decimals: 2)) on average, where gravity alone is 9.81:"
          + " are the accelerations in m/s², with gravity?")
    }
    let period = last.seconds(since: first) / Double(count - 1)
    if !Self.periods.contains(period) {
      doubts.append(
        "readings are \((period * 1000).text(decimals: 6)) ms apart on average:"
          + " are the timestamps in nanoseconds?")
    }
    return doubts
  }
}
