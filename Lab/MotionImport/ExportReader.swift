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
  /// The tracks of each sensor's name, where one table holds several.
  private var places: [String: [Int]] = [:]
  private var lastWritten: Int64 = 0
  /// The rate in the lines before the header, if they say one alone.
  private var saidRate: Hertz?
  /// Start and rate of a table that begins with them.
  private var sampled: SampledTable?
  /// The row under way.
  private var fields = ExportLine()
  /// The sum of the differences so far, of each column of such times.
  private var elapsed: [Int: ElapsedTime] = [:]
  /// The wraps so far, of each column of times.
  private var wraps: [Int: WrappingTime] = [:]

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
    // A copy at once: of each byte by itself it would take longer than all else.
    let bytes = bytes.withUnsafeBufferPointer { Array($0) }
    var start = 0
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      if case .document = state { break }
      if case .reading(let plan, let dialect) = state, carry.isEmpty {
        start = try rows(in: bytes, from: start, plan, dialect)
        break
      }
      try append(bytes[start..<end])
      if case .document = state {
        start = end
        break
      }
      try endLine()
      start = end + 1
    }
    try append(bytes[start...])
  }

  /// Reads whole rows.
  ///
  /// - Returns: where the first one begins that has no end
  private mutating func rows(
    in bytes: [UInt8], from start: Int, _ plan: ColumnPlan, _ dialect: ExportDialect
  ) throws(ImportError) -> Int {
    var start = start
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      line += 1
      guard end - start <= Self.longestLine else { throw .lineTooLong(file: file, line: line) }
      row(bytes[start..<end], plan, dialect)
      start = end + 1
    }
    return start
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
    for index in tracks.indices {
      if let column = tracks[index].plan.time, column.isDifference {
        tracks[index].note(own: 0)
        if let time = elapsed[column.column]?.time { tracks[index].note(own: time) }
      }
      tracks[index].dropBehind()
      tracks[index].settleTimes()
      tracks[index].measure()
    }
    return tracks
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) throws(ImportError) {
    carry += bytes
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
      // A program of a device is not a table with a long line.
      if let format = ForeignFormat(of: waiting + [carry]) { throw .format(file: file, format) }
      throw .lineTooLong(file: file, line: line + 1)
    }
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
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
    // A sensor's name says more than the unit in the names of its columns.
    let ours = document.tables.filter { !Quantity.isOther(ColumnName.words(in: $0.name)) }
    for table in ours.isEmpty ? document.tables : ours {
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
    if options.columns == nil, let sampled = SampledTable(lines) {
      return try decide(lines, sampled)
    }
    guard
      let (place, plan, dialect) = try ColumnPlan.found(
        in: lines.prefix(Self.headerLines), all: lines, file: file, source: source,
        isOneOfSeveral: isOneOfSeveral, options)
    else {
      throw ImportError(noPlanFor: lines, file: file)
    }
    guard lines.dropFirst(place + 1).contains(where: { !Self.isBlank($0[...]) }) else {
      throw .noReadings(file: file)
    }
    let rates = ExportNotes.rates(in: lines.prefix(max(place, 0)))
    saidRate = Set(rates).count == 1 ? rates.first.flatMap(Double.init) : nil
    if plan.triples.allSatisfy({ $0.time == nil }), options.rate == nil {
      throw .noTime(file: file, columns: plan.names, rate: rates.first)
    }
    begin(plan, dialect, with: lines, from: place + 1)
  }

  /// Reads the rows of a table that begins with its start and its rate.
  private mutating func decide(
    _ lines: [[UInt8]], _ sampled: SampledTable
  ) throws(ImportError) {
    self.sampled = sampled
    let dialect = ExportDialect(separator: UInt8(ascii: ","))
    guard
      let plan = try ColumnPlan(
        ["x", "y", "z"], source: source, isOneOfSeveral: isOneOfSeveral, rows: [], dialect,
        timeUnit: options.timeUnit)
    else { return }
    begin(plan, dialect, with: lines, from: 2)
  }

  private mutating func begin(
    _ plan: ColumnPlan, _ dialect: ExportDialect, with lines: [[UInt8]], from first: Int
  ) {
    tracks = plan.sensorColumn == nil ? plan.triples.map { track($0, plan) } : []
    state = .reading(plan, dialect)
    line = first
    for each in lines.dropFirst(first) {
      line += 1
      row(each[...], plan, dialect)
    }
  }

  private func track(
    _ triple: ColumnPlan.Triple, _ plan: ColumnPlan, of sensor: String = ""
  ) -> Track {
    var track = Track(
      file: file, plan: triple, columns: triple.columns.map { sensor + plan.names[$0] },
      app: plan.app, sampled: sampled)
    track.saidRate = saidRate
    return track
  }

  private mutating func row(
    _ bytes: ArraySlice<UInt8>, _ plan: ColumnPlan, _ dialect: ExportDialect
  ) {
    guard !Self.isBlank(bytes) else { return }
    fields.read(bytes, dialect)
    // The time goes on in each row, whatever else is in it.
    for column in plan.differences {
      let number = fields.number(column.column, dialect)
      elapsed[column.column, default: ElapsedTime()].add(
        number.flatMap { Self.nanoseconds($0, column.power ?? 0, column.factor) })
    }
    guard let column = plan.sensorColumn else {
      for index in tracks.indices { read(into: index, plan, dialect) }
      return
    }
    let name = fields.text(column)
    if places[name] == nil, places.count < 100 { places[name] = newTracks(name, plan) }
    for place in places[name] ?? [] { read(into: place, plan, dialect) }
  }

  /// The places of new tracks for the sensor `name`; none if it is not an accelerometer.
  private mutating func newTracks(_ name: String, _ plan: ColumnPlan) -> [Int] {
    let old = tracks.count
    for triple in plan.triples {
      var triple = triple
      if plan.sensorsAreAlike {
        triple.label += " \(plan.names[plan.sensorColumn ?? 0]) \(name)"
      } else {
        guard let quantity = Quantity(ColumnName.words(in: name)) else { continue }
        triple.quantity = quantity
        triple.label = name
      }
      tracks.append(track(triple, plan, of: "\(name) "))
    }
    return Array(old..<tracks.count)
  }

  private mutating func read(into index: Int, _ plan: ColumnPlan, _ dialect: ExportDialect) {
    let (x, y, z) = tracks[index].places
    defer { tracks[index].rows += 1 }
    // Columns are shifted, as by a decimal comma: nothing in such a row is what it seems to be.
    guard fields.count <= plan.names.count || fields.filledCount <= plan.names.count else {
      return reject(index) {
        dialect.shiftReason($0.fields, plan.names.count, isNamed: $0.options.columns != nil)
      }
    }
    guard let x = fields.number(x, dialect), let y = fields.number(y, dialect),
      let z = fields.number(z, dialect)
    else { return rejectValues(index, [x, y, z].map { fields.field($0) }, plan, dialect) }
    let column = tracks[index].plan.time
    guard let time = time(of: index, column, dialect),
      Timestamp(nanoseconds: time).isPlausible, tracks[index].spans(time)
    else {
      return reject(index) { "'\($0.fields.text(column?.column ?? 0))' is no time" }
    }
    tracks[index].append(time, SIMD3(x.double, y.double, z.double), line: line)
  }

  /// Leaves the row out; only the first one's reason is put into words.
  private mutating func reject(_ index: Int, _ reason: (ExportReader) -> String) {
    let text = tracks[index].broken == nil ? reason(self) : ""
    tracks[index].reject(line: line, text)
  }

  private mutating func rejectValues(
    _ index: Int, _ values: [ArraySlice<UInt8>], _ plan: ColumnPlan, _ dialect: ExportDialect
  ) {
    let last = tracks[index].plan.columns.max() ?? 0
    // The row of another sensor, in a table where each sensor fills its own columns.
    if fields.count > last, values.allSatisfy({ $0.isEmpty || Self.isNothing($0) }) {
      tracks[index].rows -= 1
      return
    }
    guard fields.count > last else {
      return reject(index) { "\($0.fields.count) fields where the header has \(plan.names.count)" }
    }
    for axis in 0..<3
    where ExportNumber(values[axis], hasDecimalComma: dialect.hasDecimalComma) == nil {
      return reject(index) { _ in
        "'\(ExportLine.text(values[axis]))' is no number for \("xyz".dropFirst(axis).prefix(1))"
      }
    }
  }

  /// The time of the row in ns; nil if it has none.
  private mutating func time(
    of index: Int, _ column: ColumnPlan.TimeColumn?, _ dialect: ExportDialect
  ) -> Int64? {
    let own = column.flatMap { time(in: $0, dialect) }
    if let own, column?.isDifference == false { tracks[index].note(own: own) }
    guard let rate = options.rate ?? sampled?.rate else { return own }
    return Int64(exactly: (Double(tracks[index].rows) * 1e9 / rate).rounded()).flatMap {
      let (time, overflows) = $0.addingReportingOverflow(sampled?.start ?? 0)
      return overflows ? nil : time
    }
  }

  /// The time in the file's own column in ns; nil if the row has none.
  private mutating func time(
    in column: ColumnPlan.TimeColumn, _ dialect: ExportDialect
  ) -> Int64? {
    guard let power = column.power else {
      guard var time = WrittenTime.nanoseconds(fields.text(column.column)) else { return nil }
      // A time of day that goes back by more than half a day has passed midnight.
      let day: Int64 = 86_400_000_000_000
      while time < lastWritten - day / 2, lastWritten < 400 * day { time += day }
      lastWritten = time
      return time
    }
    guard let number = fields.number(column.column, dialect) else { return nil }
    guard !column.isDifference else { return elapsed[column.column]?.time }
    let time = Self.nanoseconds(number, power, column.factor)
    // Seconds take 136 years to wrap.
    guard column.factor == nil, power < 9, let time else { return time }
    return wraps[column.column, default: WrappingTime()].unwrapped(time, power: power)
  }

  private static func nanoseconds(
    _ number: ExportNumber, _ power: Int, _ factor: Double?
  ) -> Int64? {
    guard let factor else { return number.integer(timesTenTo: power) }
    return Int64(exactly: (number.double * factor).rounded())
  }

  private static func isNothing(_ bytes: ArraySlice<UInt8>) -> Bool {
    ["nan", "null", "none", "na"].contains(ExportLine.text(bytes).lowercased())
  }
}
