// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSensors

/// Formats a recording of an accelerometer, reading by reading.
public struct RecordingText {
  /// The intended duration, for a note: a shorter recording was cut.
  public var duration: Duration?
  /// The accelerometer; its clock is certain only after the first reading.
  public var info: AccelerometerInfo?
  /// The number of readings in the text.
  public private(set) var count = 0
  /// The number of readings left out, as their values or times were wrong.
  public var dropped: Int { timeline.dropped }
  /// The number of times that the clock of the accelerometer stepped back.
  public var steps: Int { timeline.steps }
  /// The time from the first reading to the last.
  public var seconds: Double {
    guard let first, let last else { return 0 }
    return last.seconds(since: first)
  }

  private var first: Timestamp?
  private var last: Timestamp?
  private var timeline = RecordingTimeline()

  /// A text without readings.
  public init() {}

  /// The beginning of the text: the description of the accelerometer, and the header.
  public var preamble: String {
    RecordingFormat.preamble(
      (info.map { RecordingNote.notes(of: $0) } ?? [])
        + (duration.map { [RecordingNote("duration_s", MotionOption.text($0.seconds))] } ?? []))
  }

  /// The next piece of the text: the lines that follow now that `reading` came, after the
  /// ``preamble`` if they are the first.
  ///
  /// Times go on as ``RecordingTimeline`` says where the clock of the accelerometer steps back.
  ///
  /// - Returns: the piece; nil if no line follows yet
  public mutating func piece(for reading: Reading) -> String? {
    let readings = timeline.add(reading)
    guard let next = readings.first else { return nil }
    first = first ?? next.timestamp
    var piece = count == 0 ? preamble : ""
    for var reading in readings {
      last = reading.timestamp
      count += 1
      reading.acceleration = reading.acceleration.decimal
      piece += RecordingFormat.line(reading)
    }
    return piece
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
