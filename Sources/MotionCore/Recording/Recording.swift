// SPDX-License-Identifier: Apache-2.0

/// A whole recording in memory.
public struct Recording: Hashable, Sendable {
  /// The lines before the header, in order.
  public var notes: [RecordingNote]
  /// The readings, with strictly increasing timestamps.
  public var readings: [Reading]

  /// A recording of `readings`, whose timestamps must strictly increase.
  public init(notes: [RecordingNote] = [], readings: [Reading]) {
    self.notes = notes
    self.readings = readings
  }

  /// Parses a whole recording.
  ///
  /// - Parameter bytes: UTF-8 text in the ``RecordingFormat``
  /// - Throws: the mistake in the first bad line
  public init(parsing bytes: Span<UInt8>) throws(RecordingError) {
    var parser = RecordingParser()
    var readings: [Reading] = []
    try parser.parse(bytes) { readings.append($0) }
    try parser.finish()
    self.init(notes: parser.notes, readings: readings)
  }

  /// The recording as text in the ``RecordingFormat``.
  public var text: String {
    readings.reduce(into: RecordingFormat.preamble(notes)) { $0 += RecordingFormat.line($1) }
  }
}
