// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// One of the settings: its name, its explanation, and the values that it takes.
struct Setting: Sendable {
  let name: String
  /// The comment above it in the file.
  let comment: String
  /// The values that it takes, for a message.
  let expected: String
  /// The value that `settings` have.
  let value: @Sendable (Settings) -> String
  /// Sets the value, or returns false if the text is not one.
  let set: @Sendable (inout Settings, String) -> Bool

  /// All of them, in the order of the file.
  static let all: [Setting] = [
    Setting(
      name: "enabled", comment: "Whether a shake does anything; 'shake-to-undo off' says no here.",
      expected: yesOrNo, value: { word($0.isEnabled) }
    ) { flag($1, &$0.isEnabled) },
    Setting(
      name: "when",
      comment: "tablet: not on a laptop, unless it is in tablet mode. always: there too.",
      expected: "tablet or always", value: { $0.when.rawValue }
    ) { choice($1, &$0.when) },
    Setting(
      name: "ask", comment: "always: a shake asks before it undoes. never: it undoes at once.",
      expected: "always or never", value: { $0.ask.rawValue }
    ) { choice($1, &$0.ask) },
    Setting(
      name: "second-shake",
      comment:
        "Whether a second shake answers Undo. False shakes come in series, as on a bus.",
      expected: yesOrNo, value: { word($0.secondShake) }
    ) { flag($1, &$0.secondShake) },
    Setting(
      name: "question-seconds", comment: "How long the question stands.",
      expected: "a number from 2 to 60", value: { number($0.questionTime) }
    ) { seconds($1, in: 2...60, &$0.questionTime) },
    Setting(
      name: "redo-seconds", comment: "How long Redo is offered after an undo; 0 for not at all.",
      expected: "a number from 0 to 60", value: { number($0.redoTime) }
    ) { seconds($1, in: 0...60, &$0.redoTime) },
    Setting(
      name: "shake",
      comment: "ends: a shake that goes on counts after the window. short: it does not, which is "
        + "UIKit's way, and better with ask=never.",
      expected: "ends or short", value: { $0.shake.rawValue }
    ) { choice($1, &$0.shake) },
    Setting(
      name: "window", comment: "That window, in seconds.",
      expected: "a number from 0.5 to 10", value: { number($0.window) }
    ) { seconds($1, in: 0.5...10, &$0.window) },
    Setting(
      name: "sensitivity",
      comment: "low, medium, high or a number from 0 to 1; default: as motiond is set.",
      expected: "low, medium, high, a number from 0 to 1, or default",
      value: { $0.sensitivity.map { "\($0)" } ?? "default" }
    ) { settings, text in
      let sensitivity = Sensitivity(named: text) ?? Double(text).flatMap { Sensitivity($0) }
      guard sensitivity != nil || text == "default" else { return false }
      settings.sensitivity = sensitivity
      return true
    },
    Setting(
      name: "ignore",
      comment: "Programs where a shake does nothing, separated by commas, by the names that "
        + "'shake-to-undo doctor' shows.",
      expected: names, value: { $0.ignored.joined(separator: ",") }
    ) { list($1, &$0.ignored) },
    Setting(
      name: "keys",
      comment: "Programs that get Ctrl+Z although nothing says that the focus can be edited, such "
        + "as drawing programs.",
      expected: names, value: { $0.keyed.joined(separator: ",") }
    ) { list($1, &$0.keyed) },
    Setting(
      name: "keys-by",
      comment: "any: keys are sent by the first way that works. portal: by the desktop's portal "
        + "alone, which you allow once, by 'shake-to-undo doctor --allow-keys'.",
      expected: "any or portal", value: { $0.keysBy.rawValue }
    ) { choice($1, &$0.keysBy) },
  ]

  /// The setting and the value that `assignment` names.
  static func parse(_ assignment: String) throws(SettingsError) -> (Setting, value: String) {
    guard let equals = assignment.firstIndex(of: "=") else { throw .noAssignment(assignment) }
    let name = assignment[..<equals].trimmingBlanks
    guard let setting = all.first(where: { $0.name == name }) else { throw .unknown(name) }
    return (setting, assignment[assignment.index(after: equals)...].trimmingBlanks)
  }

  // MARK: Kinds of values

  private static let yesOrNo = "yes or no"
  private static let names = "at most 64 names of up to 100 characters, separated by commas"

  private static func word(_ flag: Bool) -> String { flag ? "yes" : "no" }

  private static func flag(_ text: String, _ value: inout Bool) -> Bool {
    guard ["yes", "no"].contains(text) else { return false }
    value = text == "yes"
    return true
  }

  private static func choice<Choice: RawRepresentable<String>>(
    _ text: String, _ value: inout Choice
  ) -> Bool {
    guard let choice = Choice(rawValue: text) else { return false }
    value = choice
    return true
  }

  private static func number(_ duration: Duration) -> String {
    let seconds = duration.seconds
    return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }

  private static func seconds(
    _ text: String, in range: ClosedRange<Double>, _ value: inout Duration
  ) -> Bool {
    guard let seconds = Double(text), range.contains(seconds) else { return false }
    value = .seconds(seconds)
    return true
  }

  private static func list(_ text: String, _ value: inout [String]) -> Bool {
    let names = text.split(separator: ",").map(\.trimmingBlanks).filter { !$0.isEmpty }
    guard names.count <= 64, names.allSatisfy({ $0.count <= 100 }) else { return false }
    value = names
    return true
  }
}
