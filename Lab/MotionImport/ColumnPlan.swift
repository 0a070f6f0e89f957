// SPDX-License-Identifier: Apache-2.0

/// The columns to read of an export, with their meaning.
struct ColumnPlan: Hashable {
  /// Three columns of one sensor.
  struct Triple: Hashable {
    /// The columns of x, y and z, counted from 0.
    var columns: [Int]
    var quantity: Quantity
    /// The unit by the header or the app; nil if unknown.
    var unit: AccelerationUnit?
    /// The scale that lines before the header give; nil without one.
    var scale: AccelerationScale?
    /// The sensor in words, such as `linear acceleration`.
    var label: String
    /// The column of its time; nil if the export has no times.
    var time: TimeColumn?
    /// The rank among the sensors; 0 is the phone's calibrated sensor.
    var rank: Int
  }

  /// A column of times.
  struct TimeColumn: Hashable {
    var column: Int
    var name: String
    /// The power of ten from its numbers to nanoseconds; nil for dates and times of day.
    var power: Int?
    /// The nanoseconds of its numbers' unit, where lines before the header say it.
    var factor: Double?
    /// The unit in words.
    var unit: String
    /// True if the unit was inferred from the numbers.
    var isGuess: Bool
    /// True if its numbers are the times since the row before.
    var isDifference = false
  }

  var names: [String]
  var triples: [Triple]
  /// The column that names the sensor of each row, in a table with several sensors.
  var sensorColumn: Int?
  /// True if that column tells sensors of one kind apart, such as of two wrists.
  var sensorsAreAlike = false
  var app: KnownApp?
  /// The columns of times that are differences, each once.
  private(set) var differences: Set<TimeColumn> = []

  /// Makes a plan for a header; nil if the header has no acceleration.
  ///
  /// - Parameters:
  ///   - names: the names in the header
  ///   - source: the file's name, which may name the sensor
  ///   - isOneOfSeveral: true for a file of an archive or a folder
  ///   - rows: the first rows under the header
  ///   - dialect: the separator and the decimal mark
  ///   - timeUnit: the unit of time that the user chose
  ///   - hasRate: true if the user gave the rate: then no unit of time is inferred
  ///   - notes: what the lines before the header say
  /// - Throws: an ``ImportError`` if the unit of the times is unclear, or two columns that are used
  ///   have one name
  init?(
    _ names: [String], source: String, isOneOfSeveral: Bool, rows: [ExportLine],
    _ dialect: ExportDialect, timeUnit: TimeUnit?, hasRate: Bool = false,
    notes: ExportNotes = ExportNotes()
  ) throws(ImportError) {
    self.names = names
    app = KnownApp(header: names)
    let columns = names.map { ColumnName($0) }
    // Apps name the files of an archive after sensors; a person may choose any name.
    let file = app != nil || isOneOfSeveral ? ColumnName.words(in: source) : []
    triples = Self.triples(columns, file: file)
    if let app { for index in triples.indices { triples[index].correct(for: app, file: file) } }
    guard !triples.isEmpty else { return nil }
    for index in triples.indices { triples[index].scale = notes.scale }
    for index in triples.indices {
      triples[index].time = try TimeColumn(
        for: triples[index], among: columns, rows: rows, dialect, chosen: timeUnit,
        hasRate: hasRate, of: source, factor: notes.nanoseconds)
    }
    differences = Set(triples.compactMap(\.time).filter(\.isDifference))
    sensorColumn = Self.sensorColumn(columns, triples, rows)
    if sensorColumn == nil {
      sensorColumn = Self.columnOfAlike(columns, triples, rows, dialect)
      sensorsAreAlike = sensorColumn != nil
    }
    // Apps that are known may name columns of several sensors alike.
    let unknown = app == nil ? triples : []
    let used = unknown.flatMap { $0.columns + ($0.time.map { [$0.column] } ?? []) }
    for name in used.map({ names[$0] }) where names.count(where: { $0 == name }) > 1 {
      throw .sameName(file: source, column: name, count: names.count)
    }
  }

  private static func triples(_ columns: [ColumnName], file: [String]) -> [Triple] {
    var groups: [(words: [String], columns: [Int?], unit: String?)] = []
    for (index, name) in columns.enumerated() {
      guard let axis = name.axis else { continue }
      let place =
        groups.firstIndex {
          $0.words == name.words && $0.unit == name.unit && $0.columns[axis] == nil
        }
        ?? groups.count
      if place == groups.count { groups.append((name.words, [nil, nil, nil], name.unit)) }
      groups[place].columns[axis] = index
    }
    let whole = groups.compactMap { group -> (words: [String], columns: [Int], unit: String?)? in
      let columns = group.columns.compactMap { $0 }
      return columns.count == 3 ? (group.words, columns, group.unit) : nil
    }
    let isRemote = file.contains { ["watch", "wrist", "headphone"].contains($0) }
    return whole.compactMap { group in
      let unit = group.unit.flatMap { AccelerationUnit(written: $0) }
      let hasCounts = group.unit.map { AccelerationScale.isCounts($0) } ?? true
      let isBare = group.words.isEmpty
      var quantity = Quantity(isBare ? file : group.words)
      // Columns named only x, y and z: the acceleration, unless unit or file names another
      // quantity.
      if quantity == nil, isBare, unit != nil || (hasCounts && !Quantity.isOther(file)) {
        quantity = .acceleration
      }
      guard let quantity, hasCounts || unit != nil else { return nil }
      let words = isBare ? file : group.words
      return Triple(
        columns: group.columns, quantity: quantity, unit: unit,
        label: words.isEmpty ? "acceleration" : words.joined(separator: " "),
        rank: (words.contains("uncalibrated") ? 1 : 0) + (isRemote ? 2 : 0))
    }
  }
}

extension ColumnPlan.Triple {
  /// Applies what is known about the exports of `app`.
  fileprivate mutating func correct(for app: KnownApp, file: [String]) {
    switch app {
    case .phyphox, .androSensor, .sensorLog:
      if quantity == .acceleration { quantity = .total }
    case .physicsToolbox:
      if quantity == .total {
        unit = unit ?? .gravities
      } else {
        quantity = .user
        unit = unit ?? .metersPerSecondSquared
      }
    case .sensorLogger:
      // A renamed file may be of any sensor of the app.
      if quantity == .acceleration, file.contains("accelerometer") || label.contains("accel") {
        quantity = .user
      }
      // Uncalibrated sensors and a watch's sensors are in g on iOS.
      if rank == 0, !file.isEmpty, Quantity(file) != nil { unit = unit ?? .metersPerSecondSquared }
    }
  }
}
