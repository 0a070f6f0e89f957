// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Parses a table of text, in pieces of any size.
///
/// The first lines show separator, decimal mark, header and columns (``ColumnPlan``). The rows
/// become a ``Track`` for each sensor that measures acceleration; a track counts the rows it leaves
/// out.
package struct ExportReader {
  /// The longest line in bytes.
  static let longestLine = 1 << 16
  /// The number of lines to examine before a plan is made.
  private static let lookahead = 120
  /// The number of lines to search for a header: apps write a few lines before it.
  private static let headerLines = 40

  private let file: String
  private let options: ImportOptions
  private let isOneOfSeveral: Bool
  private var line = 0
  private var carry: [UInt8] = []
  private var waiting: [[UInt8]] = []
  private var state = State.looking

  private enum State {
    case looking
    case reading(ColumnPlan, ExportDialect)
    /// A document in JSON, which is read at its end.
    case document
  }

  /// The tracks so far.
  package private(set) var tracks: [Track] = []
  /// True if the file says that gravity points down, as in iOS; nil if it says nothing of it.
  package private(set) var isFromIOS: Bool?
  /// The track of each sensor's name, where one table holds several.
  private var places: [String: Int?] = [:]
  private var lastWritten: Int64 = 0
  private var rowIndex: Int64 = 0
  /// The sum of the time differences so far, and the row of the last one.
  private var elapsed: (time: Int64, row: Int64) = (0, -1)

  /// A reader at the start of a file.
  ///
  /// - Parameters:
  ///   - file: its name, for messages; apps also name files after sensors
  ///   - options: the choices of the user
  ///   - isOneOfSeveral: true for a file of an archive or a folder
  package init(_ file: String, _ options: ImportOptions, isOneOfSeveral: Bool = false) {
    self.file = file
    self.options = options
    self.isOneOfSeveral = isOneOfSeveral
  }

  /// The name of the file without its folder and ending.
  private var source: String {
    let name = file.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "." })
  }

  /// Parses the next bytes.
  ///
  /// - Throws: an ``ImportError`` if no header has an acceleration
  package mutating func parse(_ bytes: Span<UInt8>) throws(ImportError) {
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      if case .document = state { break }
      try append(bytes.extracting(start..<index))
      if case .document = state {
        start = index
        break
      }
      try endLine()
      start = index + 1
    }
    try append(bytes.extracting(start..<bytes.count))
  }

  /// Parses the end of the file.
  ///
  /// - Returns: its tracks
  /// - Throws: an ``ImportError`` if there is no header
  package mutating func finish() throws(ImportError) -> [Track] {
    if case .document = state {
      try readDocument()
      return tracks
    }
    if !carry.isEmpty { try endLine() }
    if case .looking = state { try decide() }
    for index in tracks.indices { tracks[index].settleTimes() }
    return tracks
  }

  private mutating func append(_ bytes: Span<UInt8>) throws(ImportError) {
    for index in bytes.indices { carry.append(bytes[index]) }
    if case .looking = state, waiting.allSatisfy({ Self.isBlank($0[...]) }),
      Self.isDocument(carry)
    {
      state = .document
    }
    if case .document = state {
      guard carry.count <= ExportDocument.limit else { throw .tooLong(file: file) }
      return
    }
    guard carry.count <= Self.longestLine else {
      // A program of a device is no table with a long line.
      if let format = ForeignFormat(of: waiting + [carry]) { throw .format(file: file, format) }
      throw .lineTooLong(file: file, line: line + 1)
    }
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
    !line.contains { $0 > UInt8(ascii: " ") }
  }

  /// True if the first character of `line` begins an object or a list.
  private static func isDocument(_ line: [UInt8]) -> Bool {
    let text = line.starts(with: mark) ? line.dropFirst(3) : line[...]
    let first = text.first { $0 > UInt8(ascii: " ") }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  private mutating func readDocument() throws(ImportError) {
    if carry.starts(with: Self.mark) { carry.removeFirst(3) }
    guard let document = ExportDocument(carry) else { throw .format(file: file, .json) }
    carry = []
    isFromIOS = document.isFromIOS
    var refusal: ImportError?
    for table in document.tables {
      let name = table.name.isEmpty ? file : "\(file)/\(table.name)"
      var reader = ExportReader(name, options, isOneOfSeveral: !table.name.isEmpty)
      do throws(ImportError) {
        try reader.parse(Array(table.text.utf8).span)
        tracks += try reader.finish()
      } catch { refusal = refusal ?? error }
    }
    if tracks.isEmpty { throw refusal ?? .noReadings(file: file) }
  }

  private mutating func endLine() throws(ImportError) {
    switch state {
    case .looking:
      if waiting.isEmpty, carry.starts(with: Self.mark) { carry.removeFirst(3) }
      waiting.append(carry)
      if waiting.count == Self.lookahead { try decide() }
    case .reading(let plan, let dialect):
      line += 1
      row(carry[...], plan, dialect)
    case .document: return
    }
    carry.removeAll(keepingCapacity: true)
  }

  /// Finds the header among the first lines, and reads the rows under it.
  private mutating func decide() throws(ImportError) {
    let lines = waiting
    waiting = []
    if let format = ForeignFormat(of: lines) { throw .format(file: file, format) }
    guard lines.contains(where: { !Self.isBlank($0[...]) }) else { throw .empty(file: file) }
    guard
      let (place, plan, dialect) = try ColumnPlan.found(
        in: lines.prefix(Self.headerLines), all: lines, source: source,
        isOneOfSeveral: isOneOfSeveral, options)
    else {
      throw Self.refusal(of: lines, file: file)
    }
    guard lines.dropFirst(place + 1).contains(where: { !Self.isBlank($0[...]) }) else {
      throw .noReadings(file: file)
    }
    if plan.triples.allSatisfy({ $0.time == nil }), options.rate == nil {
      throw .noTime(
        file: file, columns: plan.names, rate: Self.rate(in: lines.prefix(max(place, 0))))
    }
    tracks = plan.sensorColumn == nil ? plan.triples.map { track($0, plan) } : []
    state = .reading(plan, dialect)
    line = place + 1
    for each in lines.dropFirst(place + 1) {
      line += 1
      row(each[...], plan, dialect)
    }
  }

  private static func refusal(of lines: [[UInt8]], file: String) -> ImportError {
    let first = lines.first { !isBlank($0[...]) } ?? []
    for separator in ExportDialect.separators {
      let texts = ExportLine(first[...], separator: separator).texts
      guard texts.count > 1, texts.allSatisfy({ $0.contains(where: \.isLetter) }) else { continue }
      return .noAcceleration(file: file, columns: texts)
    }
    return .noHeader(
      file: file, firstLine: String(ExportLine(first[...], separator: 0).text(0).prefix(60)))
  }

  /// The number before `Hz` in lines before the header.
  private static func rate(in lines: ArraySlice<[UInt8]>) -> String? {
    for line in lines {
      let words = ExportLine(line[...], separator: 0).text(0).split { " \t,;=:()".contains($0) }
      for (index, word) in words.enumerated() where word.lowercased().hasSuffix("hz") {
        let number = word.count > 2 ? word.dropLast(2) : index > 0 ? words[index - 1] : ""
        if let rate = Double(number), rate > 0, rate <= 10_000 { return String(number) }
      }
    }
    return nil
  }

  private func track(
    _ triple: ColumnPlan.Triple, _ plan: ColumnPlan, of sensor: String = ""
  ) -> Track {
    Track(
      file: file, plan: triple, columns: triple.columns.map { sensor + plan.names[$0] },
      app: plan.app)
  }

  private mutating func row(
    _ bytes: ArraySlice<UInt8>, _ plan: ColumnPlan, _ dialect: ExportDialect
  ) {
    guard !Self.isBlank(bytes) else { return }
    let row = ExportLine(bytes, separator: dialect.separator)
    defer { rowIndex += 1 }
    guard let column = plan.sensorColumn else {
      for index in tracks.indices { read(row, into: index, dialect) }
      return
    }
    let name = row.text(column)
    if places[name] == nil, places.count < 100 { places[name] = .some(newTrack(name, plan)) }
    if let place = places[name], let place { read(row, into: place, dialect) }
  }

  /// The place of a new track for the sensor `name`; nil if it is not an accelerometer.
  private mutating func newTrack(_ name: String, _ plan: ColumnPlan) -> Int? {
    guard let quantity = Quantity(ColumnName.words(in: name)) else { return nil }
    var triple = plan.triples[0]
    triple.quantity = quantity
    triple.label = name
    tracks.append(track(triple, plan, of: "\(name) "))
    return tracks.count - 1
  }

  private mutating func read(_ row: ExportLine, into index: Int, _ dialect: ExportDialect) {
    let plan = tracks[index].plan
    let fields = plan.columns.map { row.field($0) }
    // The row of another sensor, in a table where each sensor fills its own columns.
    if fields.allSatisfy({ $0.isEmpty || Self.isNothing($0) }),
      row.count > (plan.columns.max() ?? 0)
    {
      return
    }
    var value = SIMD3<Double>()
    for axis in 0..<3 {
      guard let number = ExportNumber(fields[axis], hasDecimalComma: dialect.hasDecimalComma) else {
        tracks[index].reject(
          line: line,
          "'\(ExportLine.text(fields[axis]))' is no number for \("xyz".dropFirst(axis).prefix(1))"
        )
        return
      }
      value[axis] = number.double
    }
    guard let time = time(of: row, plan.time, dialect), Self.times.contains(time) else {
      tracks[index].reject(line: line, "'\(row.text(plan.time?.column ?? 0))' is no time")
      return
    }
    tracks[index].append(time, value, line: line)
  }

  /// The times in ns whose differences do not overflow: 146 years to either side.
  private static let times = -(Int64(1) << 62)...(Int64(1) << 62)

  /// The time of a row in ns; nil if the row has no time.
  private mutating func time(
    of row: ExportLine, _ column: ColumnPlan.TimeColumn?, _ dialect: ExportDialect
  ) -> Int64? {
    guard options.rate == nil, let column else {
      return options.rate.flatMap { Int64(exactly: (Double(rowIndex) * 1e9 / $0).rounded()) }
    }
    guard let power = column.power else {
      guard var time = WrittenTime.nanoseconds(row.text(column.column)) else { return nil }
      // A time of day that goes back by more than half a day has passed midnight.
      let day: Int64 = 86_400_000_000_000
      while time < lastWritten - day / 2, lastWritten < 400 * day { time += day }
      lastWritten = time
      return time
    }
    let number = ExportNumber(row.field(column.column), hasDecimalComma: dialect.hasDecimalComma)
    guard let time = number?.integer(timesTenTo: power), column.isDifference else {
      return number?.integer(timesTenTo: power)
    }
    if elapsed.row != rowIndex {
      let (sum, overflows) = elapsed.time.addingReportingOverflow(time)
      guard !overflows else { return nil }
      elapsed = (sum, rowIndex)
    }
    return elapsed.time
  }

  private static func isNothing(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = ExportLine.text(bytes).lowercased()
    return text == "nan" || text == "null" || text == "none" || text == "na"
  }
}

extension ColumnPlan {
  /// The header among `candidates`: its place, and the plan of its columns.
  ///
  /// With columns that the user named, the rows begin where their numbers do.
  fileprivate static func found(
    in candidates: ArraySlice<[UInt8]>, all lines: [[UInt8]], source: String,
    isOneOfSeveral: Bool, _ options: ImportOptions
  ) throws(ImportError) -> (place: Int, plan: ColumnPlan, dialect: ExportDialect)? {
    for (place, line) in candidates.enumerated() {
      let line = options.columns == nil ? ExportLine.header(line) : line
      for separator in ExportDialect.separators(in: line) {
        let header = ExportLine(line[...], separator: separator)
        let names = options.columns ?? header.texts
        let isHeader = header.texts.contains { $0.contains(where: \.isLetter) && Double($0) == nil }
        guard options.columns == nil ? isHeader : !isHeader, names.count >= 3 else { continue }
        let first = options.columns == nil ? place + 1 : place
        let rows = lines.dropFirst(first).filter { !$0.isEmpty }
        var dialect = ExportDialect(separator: separator, in: rows)
        let below = rows.map { ExportLine($0[...], separator: dialect.separator) }
        dialect.hasDecimalComma = below.contains { $0.hasDecimalComma }
        if let plan = try ColumnPlan(
          names, source: source, isOneOfSeveral: isOneOfSeveral, rows: below, dialect,
          timeUnit: options.timeUnit)
        {
          return (first - 1, plan, dialect)
        }
      }
    }
    return nil
  }
}

extension ExportLine {
  /// True if a field is a number with a decimal comma.
  fileprivate var hasDecimalComma: Bool {
    (0..<count).contains { index in
      let field = field(index)
      return field.contains(UInt8(ascii: ",")) && !field.contains(UInt8(ascii: "."))
        && ExportNumber(field, hasDecimalComma: true) != nil
    }
  }
}
