// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The texts of the window, in the language of the session.
package struct Texts: Sendable {
  private let translate: @Sendable (String) -> String
  let clock: @Sendable (UInt64) -> String
  let point: String

  /// Texts.
  ///
  /// - Parameters:
  ///   - translate: the translation of an English text, or the same
  ///   - point: the sign between a number and its decimals
  ///   - clock: the time of the day of a time since 1970, such as 14:05
  package init(
    translate: @escaping @Sendable (String) -> String, point: String = ".",
    clock: @escaping @Sendable (UInt64) -> String
  ) {
    (self.translate, self.point, self.clock) = (translate, point, clock)
  }

  /// The translation of `text`, where `%1$s`, `%2$s`, … stand for `arguments`.
  ///
  /// What stands there is never looked at again: a program may have such a sign in its name.
  func translated(_ text: String, _ arguments: String...) -> String {
    var parts = translate(text).split(separator: "%", omittingEmptySubsequences: false)
    for index in parts.indices.dropFirst() {
      let part = parts[index]
      if let number = part.first?.wholeNumberValue, arguments.indices.contains(number - 1),
        part.dropFirst().hasPrefix("$s")
      {
        parts[index] = arguments[number - 1] + part.dropFirst(3)
      } else {
        parts[index] = "%" + part
      }
    }
    return parts.joined()
  }

  // MARK: Shakes

  package var title: String { translated("Shake to undo") }
  package var shakesUndo: String { translated("Shakes undo") }
  package var pause: String { translated("Pause for an hour") }
  package var endPause: String { translated("End the pause") }

  func state(isOn: Bool, _ agent: AgentState?) -> String {
    guard isOn else { return translated("A shake does nothing.") }
    guard let agent else { return translated("A shake does nothing, as the agent does not run.") }
    guard agent.quietUntil > 0 else {
      return agent.hearsShakes
        ? translated("A shake undoes in the program that has the focus.")
        : translated("The agent hears no shakes: this is a laptop, or motiond does not answer.")
    }
    let end = clock(agent.quietUntil)
    return agent.isPaused
      // Translators: %1$s is a time of the day.
      ? translated("Paused until %1$s.", end)
      // Translators: %1$s is a time of the day.
      : translated("No questions until %1$s, as three had no answer.", end)
  }

  package var ask: String { translated("Ask before each undo") }
  package var laptop: String { translated("On a laptop, too") }

  // MARK: Strength

  package var howHard: String { translated("How hard to shake") }
  package var hard: String { translated("hard") }
  package var gently: String { translated("gently") }
  package var byDefault: String { translated("As by default") }

  func strength(_ word: String, _ value: Double?) -> String {
    switch word {
    case "low": translated("Sensitivity: low")
    case "medium": translated("Sensitivity: medium")
    case "high": translated("Sensitivity: high")
    case "default": translated("Sensitivity: motiond's default")
    // Translators: %1$s is a number of percent, such as 70 %.
    default: value.map { translated("Sensitivity: %1$s", "\(Int((100 * $0).rounded())) %") } ?? ""
    }
  }

  // MARK: Programs

  package var programs: String { translated("Programs") }
  package var programName: String { translated("Name of a program") }
  package var programHint: String { translated("such as gimp or org.kde.kate") }
  package var ignore: String { translated("Do nothing there") }
  package var sendKeys: String { translated("Send it Ctrl+Z") }

  func program(_ name: String, _ list: WindowModel.ProgramList) -> String {
    switch list {
    // Translators: %1$s is the name of a program.
    case .ignore: translated("%1$s: a shake does nothing", name)
    // Translators: %1$s is the name of a program.
    case .keys: translated("%1$s: gets Ctrl+Z", name)
    }
  }

  /// The button that takes a program out of a list.
  // Translators: %1$s is the name of a program.
  package func remove(_ name: String) -> String { translated("Remove %1$s", name) }
  package var remove: String { translated("Remove") }

  // MARK: What does not work

  package var diagnosis: String { translated("What does not work here") }
  package var lookAgain: String { translated("Look again") }
  var looking: String { translated("Looking …") }
  var allWorks: String { translated("All that was looked at works.") }

  func text(of finding: Finding) -> String {
    switch finding {
    case .agent: translated("The agent does not run, so a shake does nothing.")
    case .motiond:
      translated("motiond does not run, or has no accelerometer. 'motionctl doctor' says why.")
    case .accessibility:
      translated(
        "Accessibility is off, so that only few programs can be undone. It counts for programs that start later, and makes some of them slower, browsers most."
      )
    case .keys:
      translated(
        "No key can be sent here, unless you allow it in the desktop's own dialog.")
    case .taps(let server):
      // Translators: %1$s is dunst or mako, %2$s a line of the file %3$s.
      translated(
        "A tap on %1$s's card does not answer. Write %2$s into %3$s, and restart it.",
        server.rawValue, server.line, server.file)
    // The doctor's own words, which are not translated.
    case .questions(let text): translated("No question is shown: %1$s.", text)
    }
  }

  func button(of finding: Finding) -> String? {
    switch finding {
    case .agent: translated("Start the agent")
    case .accessibility: translated("Switch accessibility on")
    case .keys: translated("Allow keys …")
    case .taps: translated("Copy the line")
    case .motiond, .questions: nil
    }
  }
}
