// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The reason why an export cannot be imported, with the remedy.
package enum ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No line of the file is a header with an acceleration.
  case noHeader(file: String, firstLine: String, count: Int)
  /// The file is empty.
  case empty(file: String)
  /// The header has no acceleration.
  case noAcceleration(file: String, columns: [String])
  /// Two columns have one name, so that nothing tells which of them is meant.
  case sameName(file: String, column: String, count: Int)
  /// The file has no column of times; its first lines may say the rate.
  case noTime(file: String, columns: [String], rate: String?)
  /// Two columns of times disagree; the columns without the second one.
  case twoTimes(file: String, String, String, columns: [String])
  /// All rows have one time.
  case oneTime(file: String, count: Int)
  /// The unit of the times is unclear.
  case timeUnit(file: String, column: String)
  /// Several accelerometers have the same rank.
  case severalSensors([String])
  /// No accelerometer has the requested name.
  case noSensor(String, of: [String])
  /// The unit of the accelerations is unclear, with this median of |a|.
  case unit(sensor: String, median: Double)
  /// The values may be raw counts of a chip, with this median of |a|.
  case counts(sensor: String, median: Double)
  /// Values beyond what is measured, in this unit.
  case beyond(sensor: String, unit: String, count: Int)
  /// The presence of gravity is unclear, with this median of |a| in m/s².
  case gravity(sensor: String, median: Double)
  /// Gravity is missing in the accelerations and in all other columns.
  case noGravity(sensor: String)
  /// The recording is not what the export holds.
  case doubt(sensor: String, ImportDoubt)
  /// Rows that cannot be parsed: the first one, and their number.
  case brokenRows(file: String, line: Int, reason: String, count: Int, areAll: Bool)
  /// Times that do not increase: the first line, and their number.
  case times(file: String, line: Int, count: Int)
  /// The file has no readings.
  case noReadings(file: String)
  /// The file is not a table of text.
  case format(file: String, ForeignFormat)
  /// A document in JSON is longer than is read at once.
  case tooLong(file: String)
  /// A line is longer than any export has.
  case lineTooLong(file: String, line: Int)

  /// The reason and the remedy, in one line.
  package var description: String {
    switch self {
    case .noHeader(let file, let line, let count):
      "\(file): no header with an acceleration; it begins with '\(line)'; name the columns: "
        + Self.columns(count)
    case .empty(let file):
      "\(file) is empty"
    case .noAcceleration(let file, let columns):
      "\(file): no acceleration among its columns: \(Self.list(columns)); if there is one, name the columns in their "
        + "order: \(Self.columns(columns.count))"
    case .sameName(let file, let column, let count):
      "\(file): two columns are named '\(column)'; name the columns in their order: \(Self.columns(count))"
    case .noTime(let file, let columns, let rate):
      "\(file): no column of times among \(Self.list(columns)); give the sampling rate: "
        + (rate.map { "--rate \($0), as its first lines say" } ?? "--rate HZ")
    case .twoTimes(let file, let one, let other, let columns):
      "\(file): '\(one)' and '\(other)' both go on as times do, and disagree; leave one out: --columns="
        + "'\(columns.map { $0.filter { $0 != "," && $0 != "'" } }.joined(separator: ","))'"
    case .oneTime(let file, let count):
      "\(file): all \(count) rows have one time; give the sampling rate: --rate HZ"
    case .timeUnit(let file, let column):
      "\(file): the unit of '\(column)' is not certain; give it: --time-unit s, ms, us or ns"
    case .severalSensors(let labels):
      "several accelerometers: \(Self.list(labels)); choose one: --sensor '\(labels.first ?? "")'"
    case .noSensor(let name, let labels):
      "no accelerometer '\(name)'; there is \(Self.list(labels)); choose one: --sensor '\(labels.first ?? "")'"
    case .unit(let sensor, let median):
      "\(sensor): |a| is \(Self.text(median)) on median, which no unit explains; give it: --unit m/s2, g or mg, or "
        + "--per-g N, and --gravity included or none"
    case .counts(let sensor, let median):
      "\(sensor): |a| is \(Self.text(median)) on median, which may be raw counts; give the unit: --unit mg, or the "
        + "counts of 1 g: --per-g N\(Self.counts(median).map { ", such as --per-g \($0)" } ?? "")"
    case .beyond(let sensor, let unit, let count):
      "\(sensor): \(count) \(count == 1 ? "reading is" : "readings are") beyond 400 m/s² if the unit is \(unit); "
        + "give another: --unit or --per-g N; --repair leaves such readings out"
    case .gravity(let sensor, let median):
      "\(sensor): |a| is \(Self.text(median)) m/s² on median, which is not certainly with gravity or without; say it: "
        + "--gravity included or none"
    case .noGravity(let sensor):
      "\(sensor): gravity is not in it, and there is no other column with it; export the accelerometer with gravity, "
        + "or let 9.81 m/s² be added along z: --gravity none"
    case .doubt(let sensor, let doubt):
      "\(sensor): \(doubt.text); \(doubt.remedy)"
    case .brokenRows(let file, let line, let reason, let count, let areAll):
      "\(file):\(line): \(reason)\(Self.more(count))\(areAll ? "" : "; --repair leaves such rows out")"
    case .times(let file, let line, let count):
      "\(file):\(line): the time is not later than the one before\(Self.more(count)); --repair leaves such rows out"
    case .noReadings(let file):
      "\(file): no readings under the header"
    case .format(let file, let format):
      "\(file) is \(format.name); \(format.remedy)"
    case .tooLong(let file):
      "\(file): more than \(ExportDocument.limit >> 20) MB of JSON; export CSV"
    case .lineTooLong(let file, let line):
      "\(file):\(line): a line of more than \(ExportReader.longestLine) bytes; this is no table of text"
    }
  }

  private static func more(_ count: Int) -> String {
    count > 1 ? " (and \(count - 1) more such \(count == 2 ? "row" : "rows"))" : ""
  }

  /// The option that names so many columns; the import reads the first ones.
  private static func columns(_ count: Int) -> String {
    "--columns time,x,y,z"
      + String(repeating: ",-", count: count > 4 && count <= 400 ? count - 4 : 0)
  }

  /// The counts of 1 g that a chip has, a power of two, if |a| is close to one.
  private static func counts(_ median: Double) -> Int? {
    (4...20).map { 1 << $0 }.first { GravityCheck.range.contains(median / Double($0)) }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(12).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 12 ? "\(shown) and \(names.count - 12) more" : shown
  }

  private static func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}

extension ImportError {
  /// The error for lines without a header that has an acceleration.
  init(noPlanFor lines: [[UInt8]], file: String) {
    let first = lines.first { !ExportReader.isBlank($0[...]) } ?? []
    for separator in ExportDialect.separators {
      let texts = ExportLine(first[...], separator: separator).texts
      guard texts.count > 1, texts.allSatisfy({ $0.contains(where: \.isLetter) }) else { continue }
      self = .noAcceleration(file: file, columns: texts)
      return
    }
    let separator = ExportDialect.separators(in: first)[0]
    self = .noHeader(
      file: file, firstLine: String(ExportLine(first[...], separator: 0).text(0).prefix(60)),
      count: ExportLine(first[...], separator: separator).filledCount)
  }
}
