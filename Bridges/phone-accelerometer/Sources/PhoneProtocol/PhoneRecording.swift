// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The recording of a phone: its header once the rate is known, then its readings.
///
/// The first second of readings is held back, and its rate measured; each second is looked at for
/// its rate, and the first at rest for gravity.
package struct PhoneRecording: Sendable {
  /// The app that measures.
  package enum App: Hashable, Sendable { case phyphox, sensorServer, dsu, page }

  /// Text to write, and messages for the user.
  package struct Piece: Hashable, Sendable {
    /// Lines, each with its newline.
    package var text = ""
    /// For the user.
    package var messages: [PhoneMessage] = []
  }

  private enum State {
    /// Before the header.
    case held([Reading])
    case written
  }

  /// The readings of a second.
  private struct Second {
    var readings: [Reading] = []
    var rate: Double? {
      let periods = zip(readings.dropFirst(), readings)
        .map { $0.timestamp.nanoseconds(since: $1.timestamp) }.sorted()
      return periods.isEmpty ? nil : 1e9 / Double(periods[periods.count / 2])
    }
  }

  /// Below this rate, in Hz, some motions are not recognized.
  private static let lowRate = 40.0
  private static let second: Int64 = 1_000_000_000
  /// The most readings of a second, whatever their times.
  private static let mostHeld = 20_000

  private var state = State.held([])
  private var current = Second()
  private var gravity = GravityCheck()
  private var hasLowRate = false
  private let app: App

  /// A recording without readings, of `app`.
  package init(of app: App) { self.app = app }

  /// Adds readings with increasing times; `notes` are for the header, if it is written now.
  ///
  /// - Throws: a ``PhoneFailure`` if gravity is missing at rest
  package mutating func add(
    _ readings: [Reading], _ notes: [RecordingNote]
  ) throws(PhoneFailure) -> Piece {
    var piece = Piece()
    for reading in readings {
      gravity.process(reading)
      if case .refused(let mean) = gravity { throw .noGravity(atRest: mean, app) }
      if let first = current.readings.first,
        reading.timestamp.nanoseconds(since: first.timestamp) >= Self.second
          || current.readings.count == Self.mostHeld
      {
        finishSecond(notes, &piece)
      }
      current.readings.append(reading)
      switch state {
      case .held(var held):
        // Else the array would be copied.
        state = .written
        held.append(reading)
        state = .held(held)
      case .written: piece.text += RecordingFormat.line(reading)
      }
    }
    return piece
  }

  /// The text that is still held back when reading ends.
  package mutating func finish(_ notes: [RecordingNote]) -> Piece {
    var piece = Piece()
    if case .held(let held) = state, !held.isEmpty { write(held, notes, &piece) }
    return piece
  }

  private mutating func finishSecond(
    _ notes: [RecordingNote], _ piece: inout Piece
  ) {
    defer { current = Second() }
    if case .held(let held) = state { write(held, notes, &piece) }
    guard let rate = current.rate else { return }
    let isLow = rate < Self.lowRate
    if isLow, !hasLowRate { piece.messages.append(.lowRate(rate, app)) }
    hasLowRate = isLow
  }

  private mutating func write(
    _ held: [Reading], _ notes: [RecordingNote], _ piece: inout Piece
  ) {
    state = .written
    var notes = notes
    if let rate = current.rate {
      notes.insert(
        RecordingNote("rate_hz", "\((rate * 10).rounded() / 10)"), at: min(1, notes.count))
      piece.messages.append(.rate(rate))
    }
    piece.text += RecordingFormat.preamble(notes)
    for reading in held { piece.text += RecordingFormat.line(reading) }
  }
}
