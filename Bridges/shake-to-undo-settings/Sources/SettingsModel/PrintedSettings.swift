// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The settings as `shake-to-undo set` prints them: a line `KEY=VALUE` for each, or `#KEY=VALUE`
/// where it is as by default.
///
/// The agent checks and writes them; the window only shows the words.
package struct PrintedSettings: Hashable, Sendable {
  private var values: [String: String] = [:]

  /// No settings, as before the first answer.
  package init() {}

  /// Settings that the command printed.
  package init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      // A blank follows the sign of a comment.
      let line = line.hasPrefix("#") ? line.dropFirst() : line
      guard let equals = line.firstIndex(of: "="), !line.hasPrefix(" ") else { continue }
      values[String(line[..<equals])] = String(line[line.index(after: equals)...])
    }
  }

  /// True once the command has answered.
  var isKnown: Bool { !values.isEmpty }

  /// The value of the setting `name`; empty if it is not known.
  subscript(_ name: String) -> String {
    get { values[name] ?? "" }
    set { values[name] = newValue }
  }

  /// The names in the list that the setting `name` is.
  func list(_ name: String) -> [String] { self[name].split(separator: ",").map(String.init) }

  /// The sensitivity; nil for motiond's own.
  package var sensitivity: Sensitivity? {
    Sensitivity(named: self["sensitivity"]) ?? Double(self["sensitivity"]).flatMap { .init($0) }
  }

  /// The options of the agent's claim, which decide whether a shake counts.
  package var options: MotionOptions {
    var options = MotionOptions(sensitivity: sensitivity)
    try? options.set("shake.window", to: Double(self["window"]) ?? 1)
    try? options.set("shake.long", to: self["shake"] == "short" ? 0 : 1)
    return options
  }
}

/// The state of the agent that runs, as the bus has it.
package struct AgentState: Hashable, Sendable {
  /// A Boolean value that indicates whether shakes do anything.
  package var isEnabled: Bool
  /// A Boolean value that indicates whether a person paused it.
  package var isPaused: Bool
  /// The time until which shakes do nothing, in seconds since 1970; 0 for none.
  package var quietUntil: UInt64
  /// False if motiond has no claim from the agent, as on a laptop that is no tablet.
  package var hearsShakes: Bool

  /// A state.
  package init(
    isEnabled: Bool = true, isPaused: Bool = false, quietUntil: UInt64 = 0,
    hearsShakes: Bool = true
  ) {
    (self.isEnabled, self.isPaused, self.quietUntil) = (isEnabled, isPaused, quietUntil)
    self.hearsShakes = hearsShakes
  }
}
