// SPDX-License-Identifier: Apache-2.0

/// The events expected in a recording, to compare with those that are found.
///
/// A line meets an expected one if it has all its members, with the same values; further members do
/// not count, as keys are only ever added. In `source` only the name of the file counts, not its
/// folder, and `-` is any file.
public struct EventExpectation: Sendable {
  private let lines: [Line]

  private struct Line: Sendable {
    var text: String
    var members: [String: String]
    var isExpected = true
  }

  /// A line that is no event.
  public struct BadLine: Error, Hashable {
    /// The line, counted from 1.
    public var line: Int
    /// The mistake.
    public var problem: String
  }

  /// Reads the lines of a file such as `shake.events.jsonl`.
  ///
  /// - Throws: a ``BadLine``, the first that is no event
  public init(parsing text: String) throws {
    lines = try text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.element.allSatisfy(\.isWhitespace) }
      .map { index, line in
        guard let members = Self.members(of: line), members["motion"] != nil else {
          throw BadLine(line: index + 1, problem: "no event: expected an object with \"motion\"")
        }
        return Line(text: String(line), members: members)
      }
  }

  /// The kinds of motion that are expected.
  public var kinds: Set<String> {
    Set(lines.compactMap { $0.members["motion"].map { String($0.dropFirst().dropLast()) } })
  }

  /// The number of events that are expected.
  public var count: Int { lines.count }

  /// Compares with events that were found.
  ///
  /// - Parameters:
  ///   - found: events as JSON lines
  ///   - kinds: the kinds that were sought; expected events of others do not count
  /// - Returns: the lines that differ, in order: missing ones begin with `- `, others with `+ `
  public func difference(from found: [String], of kinds: Set<String>) -> [String] {
    let expected = lines.filter { line in
      line.members["motion"].map { kinds.contains(String($0.dropFirst().dropLast())) } ?? false
    }
    let actual = found.map {
      Line(text: $0, members: Self.members(of: $0) ?? [:], isExpected: false)
    }
    // The standard library does not document the order of the two that it compares.
    let difference = actual.difference(from: expected) { left, right in
      let (expected, found) = left.isExpected ? (left, right) : (right, left)
      return expected.members.allSatisfy { key, value in
        found.members[key].map { Self.isSame($0, value, of: key) } ?? false
      }
    }
    let lines = difference.map { change -> (offset: Int, text: String) in
      switch change {
      case .remove(let offset, let line, _): (offset, "- \(line.text)")
      case .insert(let offset, let line, _): (offset, "+ \(line.text)")
      }
    }
    // The missing one before what came in its place.
    func order(_ line: (offset: Int, text: String)) -> Int {
      2 * line.offset + (line.text.hasPrefix("-") ? 0 : 1)
    }
    return lines.sorted { order($0) < order($1) }.map(\.text)
  }

  private static func isSame(_ left: String, _ right: String, of key: String) -> Bool {
    if left == right { return true }
    // Standard input has no name.
    if key == "source" { return name(left) == name(right) || [left, right].contains("\"-\"") }
    guard let left = Double(left), let right = Double(right) else {
      return left.filter { !$0.isWhitespace } == right.filter { !$0.isWhitespace }
    }
    return left == right
  }

  /// The last part of a path between quotes.
  private static func name(_ path: String) -> Substring? {
    path.dropLast().split { $0 == "/" || $0 == "\"" }.last
  }

  /// The members of a flat JSON object, with their values as written; nil for other texts.
  private static func members(of line: some StringProtocol) -> [String: String]? {
    let text = line.drop { $0.isWhitespace }
    guard text.first == "{" else { return nil }
    var members: [String: String] = [:]
    var (parts, part): ([String], String) = ([], "")
    var (depth, isString, isEscaped) = (0, false, false)
    func trimmed(_ text: String) -> String {
      var text = text[...]
      while text.last?.isWhitespace == true { text.removeLast() }
      return String(text.drop { $0.isWhitespace })
    }
    for character in text {
      if isString {
        part.append(character)
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == "\"" {
          isString = false
        }
        continue
      }
      switch character {
      case "\"":
        isString = true
        part.append(character)
      case "{", "[":
        depth += 1
        if depth > 1 { part.append(character) }
      case "}", "]":
        depth -= 1
        if depth > 0 { part.append(character) }
      case ":" where depth == 1:
        parts.append(trimmed(part))
        part = ""
      case "," where depth == 1, "\n" where depth == 0:
        parts.append(trimmed(part))
        part = ""
      default: part.append(character)
      }
    }
    parts.append(trimmed(part))
    guard depth == 0, !isString, parts.count.isMultiple(of: 2) else { return nil }
    for index in stride(from: 0, to: parts.count, by: 2) {
      guard parts[index].count > 2, parts[index].first == "\"" else { return nil }
      members[String(parts[index].dropFirst().dropLast())] = parts[index + 1]
    }
    return members
  }
}
