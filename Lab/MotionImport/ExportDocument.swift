// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// An export in JSON, as tables of text: of Sensor Logger, of Edge Impulse, and plain ones.
///
/// Sensor Logger writes a list of objects that name their sensor; Edge Impulse an interval, sensors
/// with units, and rows (its data acquisition format). Plain ones are a list of objects with a
/// number for each column, one such object a line, or an object with a list of numbers for each. In
/// others, objects with numbers and lists of three numbers are rows, wherever they stand
/// (``NestedRows``).
struct ExportDocument {
  /// A table with tabs, and the name of its sensor.
  struct Table: Hashable {
    var name: String
    var text: String
  }

  /// The tables, in the order of their names.
  private(set) var tables: [Table] = []
  /// True if the export says that gravity points down, as in iOS; nil if it says nothing of it.
  private(set) var isFromIOS: Bool?

  /// The largest document in bytes.
  static let limit = 256 << 20

  /// Reads a document.
  ///
  /// - Returns: nil if it is not JSON, or of no known form
  init?(_ bytes: [UInt8]) {
    let data = Data(bytes)
    let decoder = JSONDecoder()
    if let impulse = try? decoder.decode(EdgeImpulse.self, from: data) {
      tables = [impulse.payload.table]
    } else if let rows = try? decoder.decode([[String: Field]].self, from: data),
      Self.haveAxes(rows.flatMap(\.keys))
    {
      add(rows)
    } else if let columns = try? decoder.decode([String: [Field]].self, from: data),
      Self.haveAxes(columns.keys)
    {
      let names = columns.keys.sorted()
      let count = columns.values.map(\.count).max() ?? 0
      let rows = (0..<count).map { row in
        names.map { name in
          columns[name].flatMap { row < $0.count ? $0[row].text : nil } ?? ""
        }
      }
      tables = [Table(name: "", names, rows)]
    } else if let rows = Self.lines(bytes, decoder, [String: Field].self),
      Self.haveAxes(rows.flatMap(\.keys))
    {
      add(rows)
    } else {
      var nested = NestedRows()
      let values =
        (try? decoder.decode(NestedRows.Value.self, from: data)).map { [$0] }
        ?? Self.lines(bytes, decoder, NestedRows.Value.self)
      for value in values ?? [] { nested.add(value) }
      guard nested.hasAxes else { return nil }
      tables = nested.tables
    }
  }

  private static func haveAxes(_ names: some Sequence<String>) -> Bool {
    Set(names).contains { ColumnName($0).axis != nil }
  }

  /// The objects of a document with one a line; nil if a line is not an object.
  private static func lines<Row: Decodable>(
    _ bytes: [UInt8], _ decoder: JSONDecoder, _: Row.Type
  ) -> [Row]? {
    var rows: [Row] = []
    for line in bytes.split(separator: UInt8(ascii: "\n"))
    where line.contains(where: { $0 > UInt8(ascii: " ") }) {
      guard let row = try? decoder.decode(Row.self, from: Data(line)) else {
        return nil
      }
      rows.append(row)
    }
    return rows
  }

  private mutating func add(_ rows: [[String: Field]]) {
    for (sensor, rows) in Dictionary(grouping: rows, by: { $0["sensor"]?.text ?? "" })
      .sorted(by: { $0.key < $1.key })
    {
      guard sensor.lowercased() != "metadata" else {
        isFromIOS = ExportMetadata.isFromIOS(
          platform: rows[0]["platform"]?.text.lowercased(),
          standardization: rows[0]["standardization"]?.text.lowercased())
        continue
      }
      let names = Set(rows.flatMap(\.keys)).subtracting(["sensor"]).sorted()
      tables.append(
        Table(name: sensor, names, rows.map { row in names.map { row[$0]?.text ?? "" } }))
    }
  }
}

extension ExportDocument.Table {
  init(name: String, _ names: [String], _ rows: [[String]]) {
    self.init(
      name: name,
      text: ([names] + rows).map { row in
        row.map { $0.isEmpty ? " " : $0 }.joined(separator: "\t") + "\n"
      }.joined())
  }
}

/// A number, or a text that may be one; empty for anything else, such as null or a list.
struct Field: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let number = try? value.decode(Double.self) {
      // Beyond 2⁵³ a double loses digits: nanoseconds since 1970.
      let exact = number.magnitude < 0x1p53 ? nil : try? value.decode(Int64.self)
      text = exact.map { "\($0)" } ?? "\(number)"
    } else if let written = try? value.decode(String.self) {
      text = String(written.map { $0.isNewline || "\t\"".contains($0) ? " " : $0 })
    } else {
      text = ""
    }
  }
}

/// The data acquisition format of Edge Impulse.
private struct EdgeImpulse: Decodable {
  struct Payload: Decodable {
    struct Sensor: Decodable {
      var name: String
      var units: String
    }

    enum CodingKeys: String, CodingKey {
      case interval = "interval_ms"
      case sensors, values
    }

    /// In ms.
    var interval: Double
    var sensors: [Sensor]
    var values: [[Field]]

    /// The table of the values; without times if no sensor has the interval: then the user must
    /// give the rate.
    var table: ExportDocument.Table {
      let hasTimes = (0.1...100_000).contains(interval)
      return ExportDocument.Table(
        name: "",
        (hasTimes ? ["time (ms)"] : []) + sensors.map { "\($0.name) (\($0.units))" },
        values.enumerated().map { row, values in
          (hasTimes ? ["\(Double(row) * interval)"] : []) + values.map(\.text)
        })
    }
  }

  var payload: Payload
}
