import MotionCore
import MotionIIO

/// The latest readings of an accelerometer: those of 30 s, in at most 256 kB.
///
/// A person whose shake was missed can save them, and so make a test of it.
struct RecentReadings {
  /// The longest time from the first to the last.
  static let span = Duration.seconds(30)
  /// The largest number, of 32 bytes each.
  static let limit = 8192
  /// The number of readings after which old ones are forgotten, all at once.
  private static let step = 256

  /// A reading without the padding that a vector brings.
  private struct Entry {
    var time: Timestamp
    var x, y, z: Double
  }

  private var entries: [Entry] = []
  /// The accelerometer of the readings; nil for a recording.
  private(set) var info: AccelerometerInfo?

  /// Notes the accelerometer of the readings that follow; readings of another, or by another clock, are forgotten.
  mutating func begin(_ info: AccelerometerInfo) {
    if info.id != self.info?.id || info.clock != self.info?.clock { entries = [] }
    self.info = info
  }

  /// Takes the next reading.
  mutating func take(_ reading: Reading) {
    if entries.count.isMultiple(of: Self.step) { forget(before: reading.timestamp) }
    let acceleration = reading.acceleration
    entries.append(
      Entry(
        time: reading.timestamp, x: acceleration.x, y: acceleration.y, z: acceleration.z))
  }

  /// The readings, the oldest first.
  var readings: [Reading] {
    guard let last = entries.last else { return [] }
    return entries.lazy
      .filter { last.time.nanoseconds(since: $0.time) <= Self.span.nanoseconds }
      .map { Reading(timestamp: $0.time, acceleration: Acceleration($0.x, $0.y, $0.z)) }
  }

  private mutating func forget(before now: Timestamp) {
    let old = entries.prefix { now.nanoseconds(since: $0.time) > Self.span.nanoseconds }.count
    let many = entries.count == Self.limit ? Self.step : 0
    entries.removeFirst(max(old, many))
  }
}
