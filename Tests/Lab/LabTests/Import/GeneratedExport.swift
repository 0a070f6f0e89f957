// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionSynthesis

@testable import MotionImport

/// An export in a form, and the readings that an import of it is to give.
struct GeneratedExport {
  let form: ExportForm
  private(set) var bytes: [UInt8] = []
  /// The readings that can be read, with the time since the first.
  private(set) var expected: [Reading] = []
  /// The largest error of a time: a unit of the last digit, the length of a bunch.
  private(set) var timeTolerance: Int64 = 1000
  /// The largest error of each axis in m/s²: a unit of the last digit of each addend.
  private(set) var valueTolerance = 2e-4

  private var random: SeededGenerator
  /// Gravity at the start, as the sensor measures it.
  private var up: SIMD3<Double> = .zero
  private var names: [String] = []
  /// The names with an axis.
  private var own: [String] = []
  private var rows: [[String]] = []
  /// The texts among the columns; all others are numbers.
  private var texts: Set<String> = []

  init(_ form: ExportForm) {
    self.form = form
    random = SeededGenerator(seed: form.seed &+ 1_000_000)
    let readings = recording()
    let stamps = stamps(of: readings)
    header()
    for index in readings.indices { add(readings[index], stamps[index], index) }
    if let first = expected.first?.timestamp {
      expected = expected.map {
        Reading(
          timestamp: Timestamp(nanoseconds: $0.timestamp.nanoseconds(since: first)),
          acceleration: $0.acceleration)
      }
    }
    write()
  }

  /// What the table leaves open: an option that a refusal is to name, and its value.
  private var questions: [(option: String, answer: (inout ImportOptions) -> Void)] {
    let rate = form.rate
    let unit: AccelerationUnit? =
      switch form.scale {
      case .metersPerSecondSquared: .metersPerSecondSquared
      case .gravities: .gravities
      case .thousandths: .thousandths
      case .counts: nil
      }
    // Without gravity no |a| tells the unit.
    let isUnitOpen = form.gravity == .outside && !form.namesUnits && unit != nil
    let columns = names.map { $0 == Self.second ? "-" : $0 }
    return [
      (form.second == .faster, "--columns", { $0.columns = columns }),
      (form.time == .rate, "--rate", { $0.rate = rate }),
      (form.broken > 0, "--repair", { $0.isRepairing = true }),
      (form.scale == .counts && !form.saysScale, "--per-g", { $0.countsPerG = 4096 }),
      (isUnitOpen, "--unit", { $0.unit = unit }),
      (form.gravity == .outside, "--gravity none", { $0.gravity = .absent }),
    ].filter(\.0).map { ($1, $2) }
  }

  /// What is wrong with the import of the export; nil if nothing is.
  ///
  /// It is refused as long as a question is open, each time with the option of one, and never else.
  var failure: String? {
    var (options, open) = (ImportOptions(), questions)
    while true {
      let readings: [Reading]
      do throws(ImportError) {
        readings = try importing(bytes, "export.csv", options).recording.readings
      } catch {
        let asked = open.firstIndex {
          error.description.contains($0.option.split(separator: " ")[0])
        }
        guard let asked else { return "refused: \(error.description), with \(options)" }
        open.remove(at: asked).answer(&options)
        continue
      }
      guard open.isEmpty else { return "not asked for \(open.map(\.option)), with \(options)" }
      return difference(of: readings)
    }
  }

  private func difference(of readings: [Reading]) -> String? {
    guard readings.count == expected.count else {
      return "\(readings.count) readings, not \(expected.count)"
    }
    for (index, (reading, right)) in zip(readings, expected).enumerated() {
      let late = reading.timestamp.nanoseconds(since: right.timestamp)
      let error = reading.acceleration - right.acceleration
      guard late.magnitude <= timeTolerance, (error * error).max().squareRoot() <= valueTolerance
      else { return "reading \(index) is \(reading), not \(right)" }
    }
    return nil
  }

  /// Rest, and a shake, of a sensor that is a little off.
  private mutating func recording() -> [Reading] {
    var up = random.normalVector(deviation: 1)
    up /= (up * up).sum().squareRoot()
    let script = MotionScript(
      "generated", duration: Double(form.count + 1) / form.rate, attitude: up,
      [
        .swings(
          start: 2.2, duration: 0.8, frequency: 5, amplitude: 15, direction: [up.y, up.z, up.x])
      ])
    let gain = Double.random(in: 0.92...1.08, using: &random)
    self.up = up * (Exports.g * gain)
    let half = form.count / 2 / form.bunch * form.bunch
    return script.recording(rate: form.rate).readings.prefix(form.count).enumerated()
      .map { index, reading in
        var time = reading.timestamp.nanoseconds
        if form.delivery == .jitter {
          time += Int64(Double.random(in: -0.3...0.3, using: &random) * 1e9 / form.rate)
        }
        if form.pauses, index >= half { time += 5_000_000_000 }
        return Reading(
          timestamp: Timestamp(nanoseconds: time), acceleration: reading.acceleration * gain)
      }
  }

  /// The times that the app writes: its own, or those of a delivery.
  private mutating func stamps(of readings: [Reading]) -> [Int64] {
    let times = readings.map(\.timestamp.nanoseconds)
    guard [.bunches, .sticky].contains(form.delivery) else { return times }
    timeTolerance += Int64(Double(form.bunch) * 1e9 / form.rate) + 5_000_000
    return times.indices.map { index in
      let place = form.delivery == .bunches ? 0 : index % form.bunch
      return times[index / form.bunch * form.bunch] + Int64(place) * 400_000
    }
  }

  // MARK: Columns

  private var isLong: Bool { form.layout == .long }

  private mutating func header() {
    let unit =
      switch form.scale {
      case .metersPerSecondSquared: " (m/s^2)"
      case .gravities: " (g)"
      case .thousandths: " [mg]"
      case .counts: ""
      }
    func axes(_ name: String) -> [String] {
      ["x", "y", "z"].map { "\(name)\(name.isEmpty ? "" : " ")\($0)\(form.namesUnits ? unit : "")" }
    }
    if form.extras.contains(.index) { names.append("index") }
    if form.time != .rate { names.append(timeName) }
    if form.second != .none { names.append(Self.second) }
    if isLong { names.append("sensor") }
    let words = Self.words(form.language)
    switch form.gravity {
    case _ where isLong: names += axes("")
    case .inside: names += axes(words.acceleration)
    case .outside: names += axes(words.linear)
    case .doubled: names += axes(words.acceleration) + axes(words.gravity)
    case .apart: names += axes(words.linear) + axes(words.gravity)
    }
    if [.beside, .sparse].contains(form.layout) {
      names += ["gyro x", "gyro y", "gyro z", "mag x", "mag y", "mag z"]
    }
    if form.extras.contains(.temperature) { names.append("T") }
    if form.extras.contains(.battery) { names.append("battery") }
    if form.extras.contains(.label) { names.append("label") }
    own = names.filter { ColumnName($0).axis != nil }
    texts = ["sensor", "label"]
    if [.iso, .dayFirst, .timeOfDay].contains(form.time) { texts.insert(timeName) }
  }

  /// The name of the other column of times.
  private static let second = "uptime_ms"

  private typealias Words = (
    acceleration: String, linear: String, gravity: String, time: String, date: String
  )

  private static func words(_ language: ExportForm.Language) -> Words {
    switch language {
    case .english: ("acc", "user acceleration", "gravity", "time", "date")
    case .german: ("Beschleunigung", "Lineare Beschleunigung", "Schwerkraft", "Zeit", "Datum")
    case .japanese: ("加速度", "線形加速度", "重力", "時間", "時刻")
    }
  }

  private var timeName: String {
    let (isNamed, words) = (form.namesUnits, Self.words(form.language))
    return switch form.time {
    case .seconds: isNamed ? "\(words.time) (s)" : words.time
    case .milliseconds: isNamed ? "timestamp_ms" : "timestamp"
    case .microseconds: isNamed ? "time [us]" : "elapsed"
    case .nanoseconds: isNamed ? "time (ns)" : "timestamp"
    case .iso, .dayFirst, .timeOfDay, .rate: words.date
    case .difference: isNamed ? "time diff in ms" : "dt"
    case .wrapped: isNamed ? "micros" : words.time
    }
  }

  /// Adds the rows of a reading: its own, and those of other sensors beside it.
  private mutating func add(_ reading: Reading, _ stamp: Int64, _ index: Int) {
    let isBroken = form.broken > 0 && index % form.broken == 1
    let sensors = form.layout == .sparse || isLong ? 3 : 1
    let linear = form.gravity == .outside
    for sensor in 0..<sensors {
      // Each sensor is read a little after the one before.
      let offset = Int64(Double(sensor) * 1e9 / form.rate / 8)
      var fields: [String: String] = ["index": "\(rows.count)"]
      fields[timeName] = time(stamp + offset)
      if form.second != .none {
        let pace: Int64 = form.second == .faster ? 15 : 10
        fields[Self.second] = "\((77_000_000_000 + stamp + offset) * pace / 10_000_000)"
        timeTolerance = max(timeTolerance, baseTolerance + 1_000_001)
      }
      fields["T"] = "\(20 + Double(rows.count) * 0.005)"
      fields["battery"] = "\(90 - rows.count / 100)"
      fields["label"] = rows.count % 200 < 100 ? "still" : "shake"
      fields["sensor"] =
        [linear ? "linear_acceleration" : "accelerometer", "gyroscope", "magnetometer"][sensor]
      func set(_ columns: [String], _ values: [String]) {
        for (column, value) in zip(columns, values) { fields[column] = value }
      }
      let others = ["0.01", "-0.02", "0.3", "22", "-7", "41"]
      if sensor == 0 {
        let value = reading.acceleration
        let main = form.gravity == .apart || linear ? value - up : value
        set(own, text(main))
        set(Array(own.dropFirst(3)), [.doubled, .apart].contains(form.gravity) ? text(up) : others)
        set(
          Array(own.dropFirst([.doubled, .apart].contains(form.gravity) ? 6 : 3)), others)
        if form.layout == .sparse { for name in own.dropFirst(3) { fields[name] = "" } }
        if isBroken { fields[own[1]] = "?" } else { expected.append(restored(reading)) }
      } else {
        set(isLong ? own : Array(own.dropFirst(sensor * 3)), Array(others.prefix(3)))
      }
      rows.append(names.map { fields[$0] ?? "" })
    }
  }

  /// The reading that an import can give: without any gravity its direction is lost.
  private func restored(_ reading: Reading) -> Reading {
    guard form.gravity == .outside else { return reading }
    return Reading(
      timestamp: reading.timestamp, acceleration: reading.acceleration - up + [0, 0, Exports.g])
  }

  private mutating func text(_ value: SIMD3<Double>) -> [String] {
    let (factor, decimals) =
      switch form.scale {
      case .metersPerSecondSquared: (1.0, 5)
      case .gravities: (1 / Exports.g, 6)
      case .thousandths: (1000 / Exports.g, 1)
      case .counts: (4096 / Exports.g, 0)
      }
    let digit = pow(10, Double(-decimals)) / factor
    valueTolerance = max(valueTolerance, 2 * digit)
    return (0..<3).map { String(format: "%.\(decimals)f", value[$0] * factor) }
  }

  /// The time of the row before, in units of the column.
  private var before: Int64?

  /// A time as the app writes it.
  private mutating func time(_ time: Int64) -> String {
    // 2026-10-25, just before the clocks of Europe go back, at 01:00 UTC.
    let epoch: Int64 = form.isEpoch ? 1_792_890_000_000_000_000 - 3_000_000_000 : 12_000_000_000
    func count(of unit: Int64) -> Int64 { (time + epoch + unit / 2) / unit }
    func tolerate(_ unit: Int64) { timeTolerance = max(timeTolerance, baseTolerance + unit + 1) }
    switch form.time {
    case .seconds:
      tolerate(1_000_000)
      return String(format: "%lld.%03lld", count(of: 1_000_000) / 1000, count(of: 1_000_000) % 1000)
    case .milliseconds: tolerate(1_000_000); return "\(count(of: 1_000_000))"
    case .microseconds: tolerate(1000); return "\(count(of: 1000))"
    case .nanoseconds, .rate: return "\(time + epoch)"
    case .wrapped:
      tolerate(1000)
      return "\((count(of: 1000) + (1 << 32) - 2_500_000) % (1 << 32))"
    case .difference:
      tolerate(1_000_000)
      let now = count(of: 1_000_000)
      defer { before = now }
      return "\(now - (before ?? now))"
    case .iso, .dayFirst, .timeOfDay:
      tolerate(1_000_000)
      let milliseconds = count(of: 1_000_000)
      // Only ISO says that the clock goes back; others are of another day.
      let isISO = form.time == .iso
      let isSummer = isISO && milliseconds < 1_792_890_000_000
      let local = milliseconds / 1000 + (isSummer ? 7200 : isISO ? 3600 : 0)
      let date = Self.date(local, form.time)
      let fraction = String(format: "%03lld", milliseconds % 1000)
      return date + "." + fraction + (isISO ? isSummer ? "+02:00" : "+01:00" : "")
    }
  }

  private var baseTolerance: Int64 {
    [.bunches, .sticky].contains(form.delivery)
      ? Int64(Double(form.bunch) * 1e9 / form.rate) + 5_000_000 : 0
  }

  private static func date(_ seconds: Int64, _ time: ExportForm.Time) -> String {
    var value = time_t(seconds)
    var parts = tm()
    gmtime_r(&value, &parts)
    let (day, month, year) = (parts.tm_mday, parts.tm_mon + 1, parts.tm_year + 1900)
    let clock = String(format: "%02d:%02d:%02d", parts.tm_hour, parts.tm_min, parts.tm_sec)
    return switch time {
    case .iso: String(format: "%04d-%02d-%02dT", year, month, day) + clock
    case .dayFirst: String(format: "%02d.%02d.%04d ", day, month, year) + clock
    default: clock
    }
  }

  // MARK: Files

  private mutating func write() {
    var text = ""
    switch form.container {
    case .table: text = table()
    case .jsonLines: text = rows.map { object($0) + "\n" }.joined()
    case .nested: text = rows.map { nested($0) + "\n" }.joined()
    case .jsonList: text = "[" + rows.map(object).joined(separator: ",\n") + "]"
    case .jsonColumns:
      let columns = names.indices.map { column in
        "\"\(names[column])\":["
          + rows.map { json($0[column], names[column]) }.joined(separator: ",") + "]"
      }
      text = "{" + columns.joined(separator: ",") + "}"
    }
    bytes = (form.hasMark ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
  }

  private func json(_ field: String, _ name: String) -> String {
    field.isEmpty ? "null" : texts.contains(name) || field == "?" ? "\"\(field)\"" : field
  }

  /// An object with one for each sensor within it.
  private func nested(_ row: [String]) -> String {
    var (outer, within) = ([String](), [(name: String, members: [String])]())
    for (name, field) in zip(names, row) {
      guard own.contains(name), let axis = name.last else {
        outer.append("\"\(name)\":\(json(field, name))")
        continue
      }
      let sensor = String(name.dropLast(2))
      if within.last?.name != sensor { within.append((sensor, [])) }
      within[within.count - 1].members.append("\"\(axis)\":\(json(field, name))")
    }
    outer += within.map { "\"\($0.name)\":{\($0.members.joined(separator: ","))}" }
    return "{\(outer.joined(separator: ","))}"
  }

  private func object(_ row: [String]) -> String {
    let pairs = zip(names, row).map { "\"\($0)\":\(json($1, $0))" }
    return "{" + pairs.joined(separator: ",") + "}"
  }

  private func table() -> String {
    let separator: String =
      switch form.dialect {
      case .commas, .quotedCommas: ","
      case .semicolons, .decimalCommas: ";"
      case .tabs: "\t"
      }
    let hasComma = [.decimalCommas, .quotedCommas].contains(form.dialect)
    let end = form.hasReturns ? "\r\n" : "\n"
    func quoted(_ text: String) -> String { "\"\(text)\"" }
    var lines: [String] = []
    if form.hasPreamble { lines += ["# logger 3", "", "# of 2026"] }
    if form.scale == .counts, form.saysScale { lines.append("# range 8 g, 4096 LSB/g") }
    lines.append(
      (form.isComment ? "# " : "")
        + names.map { form.isQuoted ? quoted($0) : $0 }.joined(separator: separator))
    for (index, row) in rows.enumerated() {
      let fields = zip(names, row).map { name, field in
        guard !texts.contains(name) else { return form.isQuoted ? quoted(field) : field }
        let number = hasComma ? field.replacing(".", with: ",") : field
        return form.dialect == .quotedCommas ? quoted(number) : number
      }
      lines.append(fields.joined(separator: separator))
      if form.hasBlankLines, index % 50 == 7 { lines.append("") }
    }
    return lines.map { $0 + end }.joined()
  }
}
