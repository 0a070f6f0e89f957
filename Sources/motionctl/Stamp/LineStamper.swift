// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// Makes a recording of lines of numbers as their bytes arrive.
struct LineStamper {
  /// The text to write, and the text to tell the user.
  struct Piece: Equatable {
    /// Whole lines of the recording.
    var text = ""
    /// A line each.
    var reports: [String] = []
  }

  /// The source of times.
  enum Times {
    /// Evenly at this rate.
    case rate(Hertz)
    /// By the arrival of the lines.
    case arrival(ArrivalFit)
  }

  /// A faster rate than any accelerometer's: such lines come from a file.
  private static let mostRate: Hertz = 5000

  /// The longest time without a reading before the user hears of other lines: a second.
  private static let patience: Int64 = 1_000_000_000

  private let columns: [NumberLine.Column]
  /// The factor to m/s².
  private let factor: Double
  /// The number that stands for 0 g, in the unit of the lines.
  private let zero: SIMD3<Double>
  private let notes: [RecordingNote]
  private var times: Times

  /// The start of a line whose end has not arrived; nil within a line that is left out unread.
  private var carry: [UInt8]? = []
  private var line = 1
  /// True below the name of another sensor, up to an empty line.
  private var isOfAnother = false
  /// The axes that came of the next reading.
  private var axes: [NumberLine.Axis: Double] = [:]
  /// The number of readings.
  private(set) var count = 0
  /// True if the last byte was a CR, which ends a line as a newline does.
  private var isAfterReturn = false
  /// The lines with other names than the axes', and when the first came; told once.
  private var others: (count: Int, first: Timestamp, isTold: Bool)?
  /// The number of lines that could not be read, and of those after the first reading.
  private(set) var bad = (all: 0, late: 0)
  private var firstBad: String?
  private var gravity = GravityCheck()
  /// The first and the last arrival of a reading, and the time of the first reading.
  private var arrivals: (first: Timestamp, last: Timestamp)?
  private var origin: Timestamp?
  private var last = Timestamp(nanoseconds: 0)

  /// A stamper before the first line.
  ///
  /// - Parameters:
  ///   - columns: the columns of the lines
  ///   - factor: from their unit to m/s²
  ///   - zero: what stands for 0 g, in their unit
  ///   - times: the source of times
  ///   - notes: the notes of the recording's header
  ///   - isJoining: true if the first line may have lost its beginning
  init(
    columns: [NumberLine.Column], factor: Double, zero: SIMD3<Double> = .zero, times: Times,
    notes: [RecordingNote], isJoining: Bool = false
  ) {
    (self.columns, self.factor, self.times, self.notes) = (columns, factor, times, notes)
    self.zero = zero
    if isJoining { carry = nil }
  }

  /// The duration of the recording in s.
  var seconds: Double { origin == nil ? 0 : last.seconds(since: Timestamp(nanoseconds: 0)) }

  /// Takes bytes that arrived together.
  ///
  /// - Returns: what to write and to tell
  /// - Throws: a `Failure` if the readings are not in the unit
  mutating func process(_ bytes: Span<UInt8>, at arrival: Timestamp) throws(Failure) -> Piece {
    var piece = Piece()
    var readings: [SIMD3<Double>] = []
    for index in bytes.indices {
      let isReturn = bytes[index] == UInt8(ascii: "\r")
      defer { isAfterReturn = isReturn }
      if isAfterReturn, bytes[index] == UInt8(ascii: "\n") { continue }
      guard isReturn || bytes[index] == UInt8(ascii: "\n") else {
        carry?.append(bytes[index])
        if let length = carry?.count, length > RecordingFormat.longestLine {
          leaveOut("is longer than \(RecordingFormat.longestLine) bytes", &piece)
          carry = nil
        }
        continue
      }
      if let text = carry, !isOnlyCounted(text) {
        read(String(decoding: text, as: UTF8.self), at: arrival, &readings, &piece)
      }
      carry = []
      line += 1
    }
    if !readings.isEmpty { try write(readings, at: arrival, &piece) }
    return piece
  }

  /// Takes the end of the lines.
  ///
  /// - Returns: what to tell
  mutating func finish() -> Piece {
    var piece = Piece()
    if let carry, !carry.isEmpty { leaveOut("has no end, and may be cut", &piece) }
    let rate = count > 1 && seconds > 0 ? Double(count - 1) / seconds : nil
    piece.reports.append(
      "\(count) \(count == 1 ? "reading" : "readings") in \(seconds.text(decimals: 1)) s"
        + (rate.map { ", \($0.text(decimals: 1)) a second" } ?? "")
        + (bad.all == 0 ? "" : "; left out \(bad.all) \(bad.all == 1 ? "line" : "lines")")
        + (others.map { "; \($0.count) without x, y or z" } ?? ""))
    return piece
  }

  /// The reason why the text so far is not a recording; nil if it is one.
  var doubt: String? {
    if count == 0 { return "no reading came: expected lines such as 1,2,3 or x:1, y:2 and z:3" }
    if case .arrival = times, let arrivals, count > 1,
      Double(count - 1) > Self.mostRate * arrivals.last.seconds(since: arrivals.first)
    {
      return "the lines came all at once, and their times mean nothing: give --rate HZ"
    }
    if bad.late > 0, let firstBad {
      return
        "\(bad.late) \(bad.late == 1 ? "line" : "lines") among the readings could not be read; \(firstBad)"
    }
    return nil
  }

  /// Counts a line that cannot be read and that no report names; false for any other line.
  ///
  /// To read millions of them for their reasons takes a minute.
  private mutating func isOnlyCounted(_ line: [UInt8]) -> Bool {
    guard bad.all > 0, !(bad.all + 1).isPowerOfTen, count == 0 || firstBad != nil,
      NumberLine.isPlainlyBad(line, columns)
    else { return false }
    bad.all += 1
    if count > 0 { bad.late += 1 }
    return true
  }

  private mutating func read(
    _ text: String, at arrival: Timestamp, _ readings: inout [SIMD3<Double>],
    _ piece: inout Piece
  ) {
    switch NumberLine(text, columns) {
    case .nothing: isOfAnother = false
    case .heading(let isOfAnother): self.isOfAnother = isOfAnother
    case .axes where isOfAnother, .other: noteOther(text, at: arrival, &piece)
    case .bad(let reason): leaveOut("'\(text.prefix(40))': \(reason)", &piece)
    case .reading(let values): add(values, text, &readings, &piece)
    case .axes(let new):
      // A name that comes again begins the next reading: the rest of the one before is lost.
      if axes.contains(where: { new[$0.key] != nil }) {
        leaveOut("'\(text.prefix(40))': the reading before it lacks an axis", &piece)
        axes = [:]
      }
      axes.merge(new) { $1 }
      guard let x = axes[.x], let y = axes[.y], let z = axes[.z] else { return }
      axes = [:]
      add(SIMD3(x, y, z), text, &readings, &piece)
    }
  }

  /// Counts a line with other names than the axes'; says so if no reading came for a second.
  private mutating func noteOther(_ text: String, at arrival: Timestamp, _ piece: inout Piece) {
    var others = others ?? (0, arrival, false)
    others.count += 1
    let silence = arrival.nanoseconds(since: max(others.first, arrivals?.last ?? others.first))
    if silence >= Self.patience, !others.isTold {
      others.isTold = true
      piece.reports.append(
        "no reading yet, as of '\(text.prefix(40))', line \(line): it names no x, y and z of an acceleration with "
          + "gravity; print these names, or the three values alone")
    }
    self.others = others
  }

  private mutating func add(
    _ values: SIMD3<Double>, _ text: String, _ readings: inout [SIMD3<Double>],
    _ piece: inout Piece
  ) {
    let acceleration = ((values - zero) * factor * 1e6).rounded(.toNearestOrEven) / 1e6
    let isPlausible =
      Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: acceleration).isPlausible
    guard isPlausible else {
      return leaveOut("'\(text.prefix(40))': beyond 400 m/s²; is --units right?", &piece)
    }
    readings.append(acceleration)
  }

  /// Counts the line under way as one that could not be read, and tells it: the first, the tenth,
  /// the hundredth and so on.
  private mutating func leaveOut(_ reason: String, _ piece: inout Piece) {
    bad.all += 1
    let report = "line \(line) \(reason)"
    if count > 0 {
      bad.late += 1
      firstBad = firstBad ?? report
    }
    guard bad.all.isPowerOfTen else { return }
    piece.reports.append(
      bad.all == 1 ? "left out \(report)" : "left out \(bad.all) lines so far, now \(report)")
  }

  private mutating func write(
    _ readings: [SIMD3<Double>], at arrival: Timestamp, _ piece: inout Piece
  ) throws(Failure) {
    arrivals = (arrivals?.first ?? arrival, arrival)
    if count == 0 { piece.text += RecordingFormat.preamble(notes) }
    var found: ArrivalTimes?
    if case .arrival(var fit) = times {
      found = fit.settle(arrival: arrival, count: readings.count)
      times = .arrival(fit)
    }
    for (index, acceleration) in readings.enumerated() {
      let time = found?[index] ?? evenTime
      origin = origin ?? time
      last = Timestamp(nanoseconds: time.nanoseconds(since: origin ?? time))
      count += 1
      let reading = Reading(timestamp: last, acceleration: acceleration)
      piece.text += RecordingFormat.line(reading)
      gravity.process(reading)
    }
    if case .refused(let mean) = gravity {
      throw Failure(
        .badData,
        "\(GravityCheck.problem(mean: mean)); is --units right, and does 0 mean 0 g? If not, --zero "
          + "says what does.\(remedy(units: mean / factor, rest: readings.last ?? .zero))"
      )
    }
  }

  /// The option that makes a rest of so many units 1 g, in words; empty if there is none, as where
  /// no axis is near 0: that is an analog pin without its zero.
  private func remedy(units: Double, rest: SIMD3<Double>) -> String {
    let values = [abs(rest.x), abs(rest.y), abs(rest.z)].sorted()
    guard (1...1e9).contains(units), values[0] < 0.5 * values[2] else { return "" }
    return " It rests at 1 g with --units \(units.text(decimals: units < 100 ? 1 : 0))"
  }

  /// The time of the next reading at the rate.
  private var evenTime: Timestamp {
    guard case .rate(let rate) = times else { return last }
    return Timestamp(nanoseconds: Int64(min((Double(count) * 1e9 / rate).rounded(), 0x1p62)))
  }
}
