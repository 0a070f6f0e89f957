// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import MotionBus

/// That what is written about the interface says what its tables say.
///
/// With `MOTION_RECORD_SAMPLES=1` it is written anew, as samples are.
@Suite struct ReferenceTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../..")

  /// Writes or compares the file at `path`, of which `text` makes what it should be.
  private func check(_ path: String, _ text: (String) throws -> String) throws {
    let file = Self.root.appendingPathComponent(path)
    let old = try String(contentsOf: file, encoding: .utf8)
    let new = try text(old)
    if ProcessInfo.processInfo.environment["MOTION_RECORD_SAMPLES"] != nil {
      try new.write(to: file, atomically: true, encoding: .utf8)
    } else {
      #expect(old == new, "\(path) is not what the tables say: make samples")
    }
  }

  @Test("the introspection that is installed is what the tables say")
  func introspection() throws {
    try check("Packaging/data/dbus/org.motiond.Motion1.xml") { _ in Introspection.text }
  }

  @Test("the tables in docs/d-bus.md are what the tables say")
  func page() throws {
    try check("docs/d-bus.md") { page in
      var page = page
      for (head, rows) in ReferencePage.tables { try page.replaceTable(head, rows) }
      return page
    }
  }
}

extension String {
  /// Replaces the rows of the table in Markdown that has this head.
  fileprivate mutating func replaceTable(_ head: [String], _ rows: [[String]]) throws {
    let line = { (cells: [String]) in "| \(cells.joined(separator: " | ")) |" }
    let lines = components(separatedBy: "\n")
    let start = try #require(lines.firstIndex(of: line(head)), "no table with the head \(head)")
    let end = lines[start...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
    let rule = "|" + String(repeating: "---|", count: head.count)
    self = (lines[..<start] + [line(head), rule] + rows.map(line) + lines[end...])
      .joined(separator: "\n")
  }
}

/// The tables of the page of the interface, each with its head.
private enum ReferencePage {
  static var tables: [(head: [String], rows: [[String]])] {
    [
      (
        ["method", "who may call it", "meaning"],
        Motion1.methods.map { method in
          let results = method.results.isEmpty ? "" : " -> (\(list(method.results)))"
          let about = method.arguments + method.results
          let meanings = about.map { " `\($0.name)`: \($0.about)." }.joined()
          return [
            "`\(method.name)(\(list(method.arguments)))\(results)`", words(for: method.audience),
            method.about + meanings,
          ]
        }
      ),
      (
        ["signal", "meaning"],
        Motion1.signals.map { ["`\($0.name)(\(list($0.arguments)))`", $0.about] }
      ),
      (
        ["property", "type", "meaning"],
        Motion1.properties.map { ["`\($0.key)`", "`\($0.type)`", about($0)] }
      ),
      (
        ["key", "type", "meaning", "health", "metric"],
        DaemonStatus.fields.map { field in
          let who = field.isPrivate ? " For root, and on a session bus for its user." : ""
          return [
            "`\(field.key)`", "`\(field.type)`", about(field) + who, field.isHealth ? "yes" : "",
            metric(field.metric),
          ]
        }
      ),
    ]
  }

  static func about(_ field: DaemonStatus.Field) -> String {
    field.detail.isEmpty ? field.about : "\(field.about) \(field.detail)"
  }

  private static func metric(_ metric: DaemonStatus.Metric?) -> String {
    switch metric {
    case nil: ""
    case .label(let name): "`motiond_build_info{\(name)}`"
    case .gauge(let name): "`motiond_\(name)`"
    case .counter(let name): "`motiond_\(name)_total`"
    case .each(let name, let label): "`motiond_\(name){\(label)}`"
    }
  }

  private static func list(_ arguments: [BusInterface.Argument]) -> String {
    arguments.map { "\($0.type) \($0.name)" }.joined(separator: ", ")
  }

  private static func words(for audience: Motion1.Audience) -> String {
    switch audience {
    case .everybody, .everyUser: "everybody"
    case .everyClaimant: "everybody, by [class](#three-classes-of-users)"
    case .authorized(let action):
      "root, and by default the user at the machine's seat (polkit: `\(action)`)"
    case .trusted: "root"
    }
  }
}

/// The introspection of the interface, with comments.
private enum Introspection {
  static var text: String {
    let members =
      Motion1.methods.map(element) + Motion1.properties.map(element) + Motion1.signals.map(element)
    return """
      <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
      <!-- The D-Bus interface of motiond, made by `make samples`. A page for programmers is docs/d-bus.md. -->
      <node name="\(Motion1.path)">
        <!--
          \(Motion1.interface):
          @short_description: Motions of the device, such as shakes

          Everybody may claim motions. While a user has claimed whom polkit allows org.motiond.motion1.claim (by default
          the user at the machine's seat; root always is), motiond samples the accelerometer. Others hear of the same
          motions without the vectors gravity, acceleration and direction.
        -->
        <interface name="\(Motion1.interface)">
      \(members.joined(separator: "\n"))  </interface>
      </node>

      """
  }

  private static func element(_ method: Motion1.Method) -> String {
    var about = method.about
    switch method.audience {
    case .everybody, .everyClaimant, .everyUser: break
    case .authorized(let action):
      about +=
        " For root, and whom polkit allows \(action) (by default the user at the machine's "
        + "seat)."
    case .trusted:
      about += " For root, and on another bus than the system's for the user of motiond."
    }
    let arguments =
      method.arguments.map { ($0, " direction=\"in\"") }
      + method.results.map { ($0, " direction=\"out\"") }
    return comment(method.name, method.arguments + method.results, about, errors(of: method))
      + element("method", method.name, arguments)
  }

  private static func element(_ property: DaemonStatus.Field) -> String {
    comment(property.key, [], ReferencePage.about(property), [])
      + "    <property name=\"\(property.key)\" type=\"\(property.type)\" access=\"read\"/>\n"
  }

  private static func element(_ signal: Motion1.Signal) -> String {
    comment(signal.name, signal.arguments, signal.about, [])
      + element("signal", signal.name, signal.arguments.map { ($0, "") })
  }

  private static func element(
    _ kind: String, _ name: String, _ arguments: [(BusInterface.Argument, String)]
  ) -> String {
    guard !arguments.isEmpty else { return "    <\(kind) name=\"\(name)\"/>\n" }
    let lines = arguments.map { argument, direction in
      "      <arg name=\"\(argument.name)\" type=\"\(argument.type)\"\(direction)/>\n"
    }
    return "    <\(kind) name=\"\(name)\">\n\(lines.joined())    </\(kind)>\n"
  }

  /// The errors of a method: those of its kind, and its own.
  private static func errors(of method: Motion1.Method) -> [String] {
    var errors: [String] = []
    if method.audience.action != nil || method.audience == .trusted {
      errors.append(Motion1.ErrorName.accessDenied)
    }
    if method.audience.action != nil { errors.append(Motion1.ErrorName.interactionRequired) }
    if !method.arguments.isEmpty { errors.append(Motion1.ErrorName.invalidArguments) }
    if method.results.contains(where: { $0.type == "h" }) {
      errors.append("\(Motion1.ErrorName.notSupported) (the connection takes no file descriptors)")
    }
    return errors + method.errors.map { "\($0.name) (\($0.reason))" }
  }

  private static func comment(
    _ name: String, _ arguments: [BusInterface.Argument], _ about: String, _ errors: [String]
  ) -> String {
    var lines = ["    <!--", "      \(name):"]
    for argument in arguments { lines += wrapped("@\(argument.name): \(argument.about)") }
    lines += [""] + wrapped(about)
    if !errors.isEmpty { lines += [""] + wrapped("Errors: \(errors.joined(separator: ", ")).") }
    return (lines + ["    -->"]).joined(separator: "\n") + "\n"
  }

  /// `text` without Markdown's quotes, in lines of at most 120 columns.
  private static func wrapped(_ text: String) -> [String] {
    var lines: [String] = []
    for word in text.replacing("`", with: "").split(separator: " ") {
      if let last = lines.last, last.count + word.count < 120 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append("      \(word)")
      }
    }
    return lines
  }
}
