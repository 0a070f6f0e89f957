// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import LinuxSupport

/// What is known of programs by their names: the rows of programs.conf and of the files that extend
/// it, and the lists of the user's settings, which come first.
struct Programs: Hashable {
  /// The facts about one program.
  struct Row: Hashable {
    /// Nil for an editor that nobody says more of.
    var kind: Kind?
    var undo: KeyStroke?
    var redo: KeyStroke?
    /// The option that it is started with to show what is edited in its pages.
    var pageSwitch: String?
  }

  /// The kind of a program, the strictest last.
  enum Kind: String, CaseIterable, Comparable {
    /// It gets a key also where nothing shows that something is edited.
    case canvas
    case editor
    /// It shows pages of the web.
    case page
    /// Its undo moves files.
    case files
    /// Ctrl+Z stops what runs in it.
    case terminal
    /// A part of the desktop itself.
    case shell

    private var strictness: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    static func < (first: Self, second: Self) -> Bool { first.strictness < second.strictness }
  }

  private(set) var rows: [String: Row] = [:]
  /// The programs where the user wants nothing.
  var ignored: [String] = []
  /// The programs that the user allows keys.
  var keyed: [String] = []

  /// The rows of this program itself.
  static let builtIn: Self = {
    var programs = Self()
    let problems = programs.add(String(decoding: PackageResources.programs_conf, as: UTF8.self))
    precondition(problems.isEmpty, "programs.conf: \(problems)")
    return programs
  }()

  /// The programs that `settings` decide about come first.
  func settling(_ settings: Settings) -> Self {
    var programs = self
    (programs.ignored, programs.keyed) = (settings.ignored, settings.keyed)
    return programs
  }

  // MARK: Names

  /// The names to look a program up by.
  static func names(_ applicationID: String?) -> [String] {
    guard let name = applicationID?.lowercased(), !name.isEmpty else { return [] }
    let last = name.split(separator: ".").last.map(String.init) ?? name
    // LibreOffice's windows have names of their own, and on Wayland keep the name of their first
    // one; on X11 Thunderbird's windows have the name of the profile.
    let suites = ["libreoffice", "thunderbird"].filter { name.hasPrefix($0 + "-") }
    return (last == name ? [name] : [name, last]) + suites
  }

  /// The name to show to a person.
  static func shownName(_ applicationID: String?) -> String? {
    guard let id = applicationID, !id.isEmpty else { return nil }
    guard !names(id).contains("libreoffice") else { return "LibreOffice" }
    // A domain is left out; a version, such as in gimp-2.10, stays.
    guard let last = id.split(separator: ".").last, last.first?.isLetter ?? false else { return id }
    return String(last)
  }

  // MARK: Answers

  /// The row of the program; the first of its names that has one counts.
  func row(of id: String?) -> Row { Self.names(id).lazy.compactMap { rows[$0] }.first ?? Row() }

  func isIgnored(_ id: String?) -> Bool { Self.matches(id, ignored) }
  func isKeyed(_ id: String?) -> Bool { Self.matches(id, keyed) }

  /// True if `listed` has the program, by its whole name or by the last part of it.
  private static func matches(_ id: String?, _ listed: [String]) -> Bool {
    !Set(names(id)).isDisjoint(with: listed.flatMap(names))
  }

  // MARK: Files

  /// A line that cannot be taken.
  struct Problem: Hashable, CustomStringConvertible {
    var line: Int
    var text: String

    var description: String { "line \(line): \(text)" }
  }

  /// Adds the sections of a file; what cannot be taken is left out, and told.
  mutating func add(_ text: String) -> [Problem] {
    var problems: [Problem] = []
    var section: (names: [String], row: Row, line: Int)?
    for (index, line) in text.lines.enumerated() {
      let line = line.trimmingBlanks
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      var problem: String?
      if line.hasPrefix("["), line.hasSuffix("]") {
        problems += close(section)
        let names = line.dropFirst().dropLast().split(separator: ",").map(\.trimmingBlanks)
        section = (names.filter { !$0.isEmpty }.map { $0.lowercased() }, Row(), index + 1)
        if section?.names.isEmpty ?? true { problem = "a section needs the names of programs" }
      } else if section == nil {
        problem = "a section such as [gedit] comes first"
      } else {
        problem = section?.row.set(line)
      }
      if let problem { problems.append(Problem(line: index + 1, text: problem)) }
    }
    return problems + close(section)
  }

  /// Takes a section; a row of a file before keeps what this one does not say.
  private mutating func close(_ section: (names: [String], row: Row, line: Int)?) -> [Problem] {
    guard let section else { return [] }
    return section.names.compactMap { name in
      let former = rows[name]
      if let kind = former?.kind, let other = section.row.kind, other < kind {
        return Problem(
          line: section.line,
          text: "\(name) is of kind \(kind.rawValue), and cannot be made less strict")
      }
      rows[name] = Row(
        kind: section.row.kind ?? former?.kind, undo: section.row.undo ?? former?.undo,
        redo: section.row.redo ?? former?.redo,
        pageSwitch: section.row.pageSwitch ?? former?.pageSwitch)
      return nil
    }
  }
}

extension Programs.Row {
  /// Takes a line `KEY=VALUE`; the problem if it cannot be taken.
  fileprivate mutating func set(_ line: String) -> String? {
    guard let equals = line.firstIndex(of: "=") else { return "expected KEY=VALUE, not '\(line)'" }
    let (key, value) = (
      line[..<equals].trimmingBlanks, line[line.index(after: equals)...].trimmingBlanks
    )
    func stroke(_ allowed: [KeyStroke], _ stroke: inout KeyStroke?) -> String? {
      stroke = allowed.first { $0.name == value }
      let names = allowed.map(\.name).joined(separator: " or ")
      return stroke == nil ? "\(key) must be \(names), not '\(value)'" : nil
    }
    switch key {
    case "kind":
      guard let kind = Programs.Kind(rawValue: value) else {
        let kinds = Programs.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        return "kind must be one of \(kinds), not '\(value)'"
      }
      self.kind = kind
      return nil
    case "undo": return stroke([.controlZ, .undoKey], &undo)
    case "redo": return stroke([.controlShiftZ, .controlY, .redoKey], &redo)
    case "switch":
      pageSwitch = value
      return nil
    default: return "there is no key '\(key)': there are kind, undo, redo and switch"
    }
  }
}
