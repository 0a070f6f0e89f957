// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A line of numbers, as a board or a script writes it.
enum NumberLine: Equatable {
  /// A reading, in the unit of the lines.
  case reading(SIMD3<Double>)
  /// Some axes of a reading, by their names.
  case axes([Axis: Double])
  /// Nothing.
  case nothing
  /// Values with names of no axis, or of another sensor.
  case other
  /// The name of a sensor, whose values come on the lines below; true if it is another sensor's.
  case heading(isOfAnother: Bool)
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
  ///     such names, or with a list; `docs/lines.md` has a table of them
  ///   - columns: the columns; of named values only the signs count
  init(_ line: String, _ columns: [Column]) {
    self = Self.read(line[...], columns)
    guard case .bad = self, line.contains(where: { $0 == ";" || $0.isBlank }) else { return }
    // A comma between digits may be a decimal one.
    let characters = Array(line)
    let pointed = characters.indices.map { index -> Character in
      let isDecimal =
        characters[index] == "," && index > 0 && index + 1 < characters.count
        && characters[index - 1].isWholeNumber && characters[index + 1].isWholeNumber
      return isDecimal ? "." : characters[index]
    }
    let other = Self.read(String(pointed)[...], columns)
    if case .bad = other { return }
    self = other
  }

  /// True if its beginning shows that no line of such columns is a reading: a letter before values
  /// that have no names.
  static func isPlainlyBad(_ line: [UInt8], _ columns: [Column]) -> Bool {
    columns.allSatisfy { $0.axis != nil }
      && line.first { !" \t".utf8.contains($0) }
        .map { !"0123456789.+-([,;/*#~_".utf8.contains($0) } == true
      && !line.contains { ":={[".utf8.contains($0) }
  }

  private static func read(_ line: Substring, _ columns: [Column]) -> Self {
    var text = line
    // As Serial Studio has it.
    if text.hasPrefix("/*"), text.hasSuffix("*/") { text = text.dropFirst(2).dropLast(2) }
    text.trimBlanks()
    guard !isRule(text) else { return .nothing }
    // A list behind words, as of several sensors.
    let isListed = text.first?.isLetter == true && text.contains("[")
    if isListed || text.contains(where: { ":={".contains($0) }) { return named(text, columns) }
    var fields = Self.fields(of: text)
    if fields.count == columns.count + 1, fields.last.map(isUnit) == true { fields.removeLast() }
    return placed(fields, columns)
  }

  /// Returns whether `text` is empty, or a line drawn between readings, such as `-----`.
  private static func isRule(_ text: Substring) -> Bool {
    guard let first = text.first else { return true }
    return "-=*#~_.".contains(first) && text.allSatisfy { $0 == first }
  }

  private static func placed(_ fields: [Substring], _ columns: [Column]) -> Self {
    guard fields.count == columns.count else {
      var remedy =
        fields.count > 3
        ? ": --columns says which are x, y and z" : columns.count == 3 ? ", not x, y and z" : ""
      if fields.count == 2 * columns.count, fields.allSatisfy({ Int($0) != nil }) {
        remedy += "; beside decimal commas, separate the values by blanks or semicolons"
      }
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

  /// Reads values with names, or with one name before all of them; a list without names counts if
  /// there is no axis.
  private static func named(_ text: Substring, _ columns: [Column]) -> Self {
    var axes: [Axis: Double] = [:]
    // The axes of a first reading, where a line has two; whether a unit stands behind each.
    var first: (axes: [Axis: Double], hasUnit: Bool)?
    var hasUnit = false
    // The values since the last name, and the last list that is not another sensor's.
    var (run, list) = ([Substring](), [Substring]())
    var (isInList, isOfAnother, isMixed, isHeading) = (false, false, false, true)
    var (word, name) = (Substring?.none, Substring?.none)
    for token in tokens(of: text) {
      switch token {
      case ":", "=":
        guard let new = word else { return .bad("a '\(token)' without a name before it") }
        (name, word, run) = (new, nil, [])
      case "[":
        isInList = true
        if !isOfAnother { list = [] }
      case "]": (isInList, name) = (false, nil)
      case _ where isInList:
        isHeading = false
        if !isOfAnother { list.append(token) }
      case _ where number(token) != nil:
        isHeading = false
        if let name, let axis = Self.axis(of: name), let value = Self.number(token) {
          if !isOfAnother, axes[axis] != nil {
            guard first == nil, axes.count == 3 else { return .bad("it has \(axis) twice") }
            first = (axes, hasUnit)
            (axes, hasUnit) = ([:], false)
          }
          if !isOfAnother { axes[axis] = value * (columns.first { $0.axis == axis }?.sign ?? 1) }
        } else {
          if name == nil, run.isEmpty, !axes.isEmpty { isMixed = true }
          run.append(token)
        }
        (name, word) = (nil, nil)
      default:
        if let name, axis(of: name) != nil { return .bad("'\(token)' is no number") }
        // Linear acceleration lacks gravity.
        if token.lowercased().hasPrefix("acc"), word.map(isOfAnotherSensor) != true {
          isOfAnother = false
        }
        if isOfAnotherSensor(token) || word == nil && token.lowercased().hasPrefix("grav") {
          // The unit of another sensor comes after its values.
          if !isOfAnother, isOtherUnit(token) { axes = [:] }
          isOfAnother = true
        }
        if isUnit(token) { hasUnit = !isOfAnother }
        (name, word) = (nil, isUnit(token) || isOtherUnit(token) ? nil : token)
      }
    }
    if isMixed { return .bad("some of its values have names, and some have none") }
    if let first {
      // The sensor's own numbers, and the same in a unit.
      guard first.hasUnit || hasUnit else { return .bad("it has x, y and z twice") }
      if first.hasUnit { axes = first.axes }
    }
    if !axes.isEmpty { return .axes(axes) }
    if isHeading, text.last == ":" { return .heading(isOfAnother: isOfAnother) }
    if isOfAnother, list.count < 2 { return .other }
    return list.count > 1
      ? placed(list, columns) : run.count > 1 ? placed(run, columns) : .other
  }

  /// The words, numbers, lists and signs after names of `text`.
  private static func tokens(of text: Substring) -> [Substring] {
    var tokens: [Substring] = []
    var rest = text
    while let first = rest.first {
      if first == "\"" {
        let inside = rest.dropFirst().prefix { $0 != "\"" }
        tokens.append(inside)
        rest = rest[inside.endIndex...].dropFirst()
      } else if ":=[]".contains(first) {
        tokens.append(rest.prefix(1))
        rest = rest.dropFirst()
      } else if first.isBlank || ",;{}()>".contains(first) {
        rest = rest.dropFirst()
      } else {
        let word = rest.prefix { !$0.isBlank && !":=[],;{}()\"".contains($0) }
        tokens.append(word)
        rest = rest[word.endIndex...]
      }
    }
    return tokens
  }

  /// The axis of a name such as `x`, `ax`, `accX`, `acc_x`, or `X1` of the first sensor; nil of any
  /// other.
  private static func axis(of name: Substring) -> Axis? {
    let name = (name.last == "1" ? name.dropLast() : name).lowercased()
    guard let last = name.last, let axis = Column("\(last)").axis else { return nil }
    let before = name.dropLast().filter { $0 != "_" && $0 != "." }
    return ["", "a", "acc", "accel", "acceleration", "accelerometer"].contains(before) ? axis : nil
  }

  /// Units of accelerations, and of other sensors.
  private static let units: Set = ["g", "mg", "m/s2", "m/s^2", "m/s²", "m/s/s", "m/ss"]
  private static let otherUnits: Set = ["rad/s", "dps", "deg/s", "°/s", "ut", "µt", "μt", "gauss"]

  private static func isUnit(_ word: Substring) -> Bool { units.contains(word.lowercased()) }

  private static func isOtherUnit(_ word: Substring) -> Bool {
    otherUnits.contains(word.lowercased())
  }

  private static func isOfAnotherSensor(_ word: Substring) -> Bool {
    let start = word.lowercased()
    return isOtherUnit(word)
      || ["gyr", "rot", "mag", "compass", "ang", "euler", "quat", "orient", "linear"].contains(
        where: start.hasPrefix)
  }

  /// The fields of `text`; an empty one between two commas stays.
  private static func fields(of text: Substring) -> [Substring] {
    var text = text
    // As Python prints a tuple or a list.
    if let first = text.first, let last = text.last, "([".contains(first), ")]".contains(last) {
      text = text.dropFirst().dropLast()
    }
    var fields: [Substring] = []
    for part in text.split(
      omittingEmptySubsequences: false, whereSeparator: { ",;".contains($0) })
    {
      let words = part.split { $0.isBlank }
      fields += words.isEmpty ? [""] : words
    }
    if fields.last == "" { fields.removeLast() }
    return fields
  }

  /// The decimal number `text`, also with its unit; nil of anything else, such as infinity or a
  /// hexadecimal one.
  private static func number(_ text: Substring) -> Double? {
    let digits = text.prefix { "0123456789.eE+-".contains($0) }
    guard digits.count == text.count || isUnit(text[digits.endIndex...]),
      let value = Double(digits)
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
