// SPDX-License-Identifier: Apache-2.0

/// The rows of a document in JSON whose numbers stand in objects and lists within others.
///
/// An object without others within it is a row, and so is a list of three numbers: x, y and z. A
/// row also has the numbers and texts of the objects around it, such as the time of its packet. The
/// names of those say what the rows are of.
struct NestedRows {
  /// A value of a document.
  enum Value: Decodable {
    case object([String: Value])
    case list([Value])
    case field(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let members = try? container.decode([String: Value].self) {
        self = .object(members)
      } else if let values = try? container.decode([Value].self) {
        self = .list(values)
      } else {
        self = .field(try container.decode(Field.self).text)
      }
    }

    /// x, y and z of a list of three numbers; nil for anything else.
    fileprivate var axes: [String: String]? {
      guard case .list(let values) = self, values.count == 3 else { return nil }
      let numbers = values.compactMap { value -> String? in
        if case .field(let text) = value, Double(text) != nil { text } else { nil }
      }
      return numbers.count == 3 ? ["x": numbers[0], "y": numbers[1], "z": numbers[2]] : nil
    }
  }

  private var rows: [String: [[String: String]]] = [:]
  /// The largest number of tables: no device has as many sensors.
  private static let most = 100

  /// True if a row has a column of an axis.
  var hasAxes: Bool {
    rows.values.contains { $0.contains { $0.keys.contains { ColumnName($0).axis != nil } } }
  }

  /// A table for each path of names.
  var tables: [ExportDocument.Table] {
    rows.sorted { $0.key < $1.key }.map { path, rows in
      let names = Set(rows.flatMap(\.keys)).sorted()
      return ExportDocument.Table(
        name: path, names, rows.map { row in names.map { row[$0] ?? "" } })
    }
  }

  private mutating func append(_ row: [String: String], under path: String) {
    guard rows[path] != nil || rows.count < Self.most else { return }
    rows[path, default: []].append(row)
  }

  /// Adds the rows in a value.
  mutating func add(_ value: Value, under path: String = "", _ around: [String: String] = [:]) {
    if let axes = value.axes {
      append(around.merging(axes) { $1 }, under: path)
      return
    }
    switch value {
    case .field: return
    case .list(let values): for value in values { add(value, under: path, around) }
    case .object(let members):
      var row = around
      var within: [(name: String, value: Value)] = []
      for (name, value) in members.sorted(by: { $0.key < $1.key }) {
        switch value {
        case .field(let text): row[name] = text
        case .object, .list: within.append((name, value))
        }
      }
      guard !within.isEmpty else {
        append(row, under: path)
        return
      }
      for (name, value) in within {
        // The list of an object is that of its sensor.
        let own = value.axes == nil
        add(value, under: own ? path.isEmpty ? name : "\(path) \(name)" : path, row)
      }
    }
  }
}
