// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A line of numbers, as a board or a script writes it.
enum NumberLine: Equatable {
  /// A reading, in the unit of the lines.
  case reading(SIMD3<Double>)
  /// Some axes of a reading, by their names.
  case axes([Axis: Double])
  /// Nothing, or values with names of no axis.
  case nothing
  /// Something else, for this reason.
  case bad(String)

  /// An axis of the device.
  enum Axis: Int, CaseIterable { case x, y, z }

  /// The meaning of a column, or of a name.
  struct Column: Equatable {
    /// The axis; nil of one that is not read.
    var axis: Axis?
    /// -1 where the values count the other way.
    var sign = 1.0

    /// The column of this name, such as `x` or `-x`; any other one is not read.
    init(_ name: some StringProtocol) {
      let isTurned = name.hasPrefix("-")
      switch name.drop(while: { $0 == "-" }).lowercased() {
      case "x": axis = .x
      case "y": axis = .y
      case "z": axis = .z
      default: return
      }
      if isTurned { sign = -1 }
    }
  }

  /// The columns x, y and z.
  static let usualColumns = ["x", "y", "z"].map { Column($0) }

  /// Reads `line`, without its newline.
  ///
  /// - Parameters:
  ///   - line: numbers, separated by commas, semicolons, blanks or tabs, also in brackets; or each
  ///     after its name and a colon or an equals sign, such as `x:12`; or an object of JSON with
  ///     such names, or with a list
  ///   - columns: the columns; of named values only the signs count
  init(_ line: String, _ columns: [Column]) {
    let fields = Self.fields(of: line)
    guard !fields.isEmpty else {
      self = .nothing
      return
    }
    let isNamed = fields.map { $0.contains { $0 == ":" || $0 == "=" } }
    if isNamed.allSatisfy({ $0 }) {
      self = Self.named(fields, columns)
    } else if isNamed.contains(true) {
      self = .bad("some of its values have names, and some have none")
    } else {
      self = Self.placed(fields, columns)
    }
  }

  /// True if the bytes alone show that no line of such columns is a reading: a letter among values
  /// that have no names.
  static func isPlainlyBad(_ line: [UInt8], _ columns: [Column]) -> Bool {
    columns.allSatisfy { $0.axis != nil }
      && line.contains { !"0123456789.eE+-,; \t\r()[]".utf8.contains($0) }
      && !line.contains { ":={".utf8.contains($0) }
  }

  private static func placed(_ fields: [Substring], _ columns: [Column]) -> Self {
    guard fields.count == columns.count else {
      let remedy =
        fields.count > 3
        ? ": --columns says which are x, y and z" : columns.count == 3 ? ", not x, y and z" : ""
      return .bad(
        "\(fields.count) \(fields.count == 1 ? "value" : "values"), expected \(columns.count)\(remedy)"
      )
    }
    var reading = SIMD3<Double>.zero
    for (field, column) in zip(fields, columns) {
      guard let axis = column.axis else { continue }
      guard let value = number(field) else { return .bad("'\(field)' is no number") }
      reading[axis.rawValue] = value * column.sign
    }
    return .reading(reading)
  }

  private static func named(_ fields: [Substring], _ columns: [Column]) -> Self {
    var axes: [Axis: Double] = [:]
    for field in fields {
      let name = field.prefix { $0 != ":" && $0 != "=" }
      guard let axis = Column(name).axis, !name.hasPrefix("-") else { continue }
      let text = field.dropFirst(name.count + 1)
      guard let value = number(text) else { return .bad("'\(text)' is no number") }
      guard axes[axis] == nil else { return .bad("it has \(axis) twice") }
      axes[axis] = value * (columns.first { $0.axis == axis }?.sign ?? 1)
    }
    return axes.isEmpty ? .nothing : .axes(axes)
  }

  /// The fields of `line`; an empty one between two commas stays.
  private static func fields(of line: String) -> [Substring] {
    var text = line[...]
    text.trimBlanks()
    if text.first == "{" { return fields(ofObject: text) }
    // As Python prints a tuple or a list.
    if let first = text.first, let last = text.last, "([".contains(first), ")]".contains(last) {
      text = text.dropFirst().dropLast()
    }
    var fields: [Substring] = []
    for var part in text.split(
      omittingEmptySubsequences: false, whereSeparator: { ",;".contains($0) })
    {
      part.trimBlanks()
      let words = part.split { $0.isBlank }
      // A blank may follow on the colon after a name.
      var joined: [Substring] = []
      for word in words {
        if let last = joined.last, last.hasSuffix(":") || last.hasSuffix("=") {
          joined[joined.count - 1] = last + word
        } else {
          joined.append(word)
        }
      }
      fields += joined.isEmpty ? [""] : joined
    }
    if fields.last == "" { fields.removeLast() }
    return fields
  }

  /// The fields of an object of JSON: its last list, else its members.
  private static func fields(ofObject text: Substring) -> [Substring] {
    if let open = text.lastIndex(of: "["), let close = text[open...].firstIndex(of: "]") {
      return fields(of: String(text[text.index(after: open)..<close]))
    }
    return fields(of: text.filter { !"{}\"".contains($0) })
  }

  /// The decimal number `text`; nil of anything else, such as infinity or a hexadecimal one.
  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.allSatisfy({ "0123456789.eE+-".utf8.contains($0) }), let value = Double(text)
    else { return nil }
    return value.isFinite ? value : nil
  }
}

extension Character {
  fileprivate var isBlank: Bool { self == " " || self == "\t" || self == "\r" }
}

extension Substring {
  fileprivate mutating func trimBlanks() {
    while first?.isBlank == true { removeFirst() }
    while last?.isBlank == true { removeLast() }
  }
}
