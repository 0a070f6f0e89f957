import MotionCore
import MotionIIO

/// Formats a recording of an accelerometer, reading by reading.
public struct RecordingText {
  /// The intended duration, for a note: a shorter recording was cut.
  public var duration: Duration?
  /// The accelerometer; its clock is certain only after the first reading.
  public var info: AccelerometerInfo?
  /// The number of readings in the text.
  public private(set) var count = 0
  /// The number of readings left out because a parser would refuse them.
  public private(set) var dropped = 0
  /// The time from the first reading to the last.
  public var seconds: Double {
    guard let first, let last else { return 0 }
    return last.seconds(since: first)
  }

  private var first: Timestamp?
  private var last: Timestamp?

  /// A text without readings.
  public init() {}

  /// The beginning of the text: the description of the accelerometer, and the header.
  public var preamble: String {
    RecordingFormat.preamble(
      (info.map { RecordingNote.notes(of: $0) } ?? [])
        + (duration.map { [RecordingNote("duration_s", MotionOption.text($0.seconds))] } ?? []))
  }

  /// The next piece of the text: the line of `reading`, after the ``preamble`` if it is the first.
  ///
  /// - Returns: the piece; nil if the reading is left out
  public mutating func piece(for reading: Reading) -> String? {
    guard RecordingFormat.admits(reading, after: last) else {
      dropped += 1
      return nil
    }
    first = first ?? reading.timestamp
    last = reading.timestamp
    count += 1
    var exact = reading
    exact.acceleration = reading.acceleration.decimal
    return (count == 1 ? preamble : "") + RecordingFormat.line(exact)
  }
}

extension SIMD3<Double> {
  /// Each element rounded to nine decimals, as the kernel writes scales.
  ///
  /// A raw value times a scale in binary may be off in the last place, such as 7.9295903999999995
  /// in place of 7.9295904.
  fileprivate var decimal: SIMD3<Double> { (self * 1e9).rounded(.toNearestOrEven) / 1e9 }
}

extension RecordingNote {
  /// The notes at the beginning of a recording of the accelerometer `info`.
  public static func notes(of info: AccelerometerInfo) -> [RecordingNote] {
    var notes = [RecordingNote("device", info.name ?? info.id)]
    if let rate = info.rate { notes.append(RecordingNote("rate_hz", "\(rate)")) }
    if let clock = info.clock { notes.append(RecordingNote("clock", clock.rawValue)) }
    return notes
  }
}
