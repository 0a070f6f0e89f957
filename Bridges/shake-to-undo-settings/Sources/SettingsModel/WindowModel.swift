// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The state of the window, which is pure: what the agent said last, and what a person asked for.
///
/// Each input returns the actions that follow from it; ``view(_:)`` has what is shown. It writes
/// nothing: each change is a command of shake-to-undo. What a person chose is shown at once, until
/// the settings are read after the command.
package struct WindowModel {
  /// The settings as they are in the file, or as a person chose them since.
  package private(set) var settings = PrintedSettings()
  /// The number of commands under way that change them: what was read before they end is old.
  private var changes = 0
  private var agent: AgentState?
  private var doctor = Doctor.unasked
  private var shakes = ShakeList()
  /// The reason why the last command failed; empty if it did not.
  private var problem = ""

  /// The answer of the doctor.
  enum Doctor: Hashable {
    case unasked, looking
    case said([Finding])
  }

  /// A list of programs in the settings.
  package enum ProgramList: String, CaseIterable, Hashable, Sendable {
    /// A shake does nothing there.
    case ignore
    /// They get keys although nothing says that the focus can be edited.
    case keys
  }

  /// A choice of the person.
  package enum Choice: Hashable, Sendable {
    case shakes(Bool)
    case pause(Bool)
    case ask(Bool)
    /// True if shakes count on a laptop that is no tablet, too.
    case laptop(Bool)
    /// The sensitivity to shakes, from 0 to 1; nil for motiond's default.
    case sensitivity(Double?)
    case add(String, ProgramList)
    case remove(String, ProgramList)
    case mend(Finding)
    case lookAgain
  }

  /// An input to the window.
  package enum Input: Hashable, Sendable {
    /// The window opened.
    case opened
    /// The file of settings changed.
    case fileChanged
    /// The agent said something of itself; nil if none runs any more.
    case agent(AgentState?)
    case chose(Choice)
    /// A session heard a motion, at a time of the day in seconds since 1970.
    case motion(MotionEvent, ShakeList.Ear, clock: UInt64)
    /// A command ended: what it printed, or why it failed.
    case answered(Action, output: String, failure: String?)
  }

  /// An action that the shell performs.
  package enum Action: Hashable, Sendable {
    /// Run a command, whose answer is to come as ``Input/answered(_:output:failure:)``.
    case run([String])
    /// Put a text on the clipboard.
    case copy(String)
    /// Hear shakes by these options of the agent's claim, and by the highest sensitivity.
    case listen(MotionOptions)
    /// Fetch the readings of the last 30 s, for the shake of this number.
    case capture(Int)

    /// Prints the settings.
    package static let settings = Action.run(["shake-to-undo", "set"])
    /// Says what does not work.
    package static let doctor = Action.run(["shake-to-undo", "doctor"])
  }

  /// The state before the window opens.
  package init() {}

  /// Takes an input.
  ///
  /// - Parameter input: what came
  /// - Returns: what follows from it, in order
  package mutating func process(_ input: Input) -> [Action] {
    switch input {
    case .opened: return [.settings] + look()
    case .fileChanged: return [.settings]
    case .agent(let state):
      // An agent that came or went is one of the things that the doctor looks at.
      let isAnother = (state == nil) != (agent == nil)
      agent = state
      return isAnother ? look() : []
    case .chose(let choice): return process(choice)
    case .answered(.settings, let output, let failure):
      problem = failure ?? problem
      guard failure == nil, changes == 0 else { return [] }
      let former = settings.isKnown ? settings.options : nil
      settings = PrintedSettings(output)
      agent?.isEnabled = settings["enabled"] == "yes"
      return settings.options == former ? [] : [.listen(settings.options)]
    case .answered(.capture(let number), let output, _):
      shakes.explain(output, number, by: settings.options)
      return []
    case .motion(let event, let ear, let clock):
      return shakes.process(event, ear, at: clock).map { [.capture($0)] } ?? []
    // Where something does not work, its status says so: that is no failure.
    case .answered(.doctor, let output, _):
      doctor = .said(Finding.all(in: output))
      return []
    case .answered(.run(let command), _, let failure):
      problem = failure ?? ""
      if ["set", "on", "off"].contains(command.dropFirst().first) { changes = max(0, changes - 1) }
      let isRemedy = Finding.remedies.contains(command)
      return [.settings] + (isRemedy ? look() : [])
    case .answered(.copy, _, _), .answered(.listen, _, _): return []
    }
  }

  private mutating func look() -> [Action] {
    guard doctor != .looking else { return [] }
    doctor = .looking
    return [.doctor]
  }

  private mutating func process(_ choice: Choice) -> [Action] {
    func command(_ words: String...) -> [Action] { [.run(["shake-to-undo"] + words)] }
    switch choice {
    case .shakes(let isOn):
      guard isOn != self.isOn else { return [] }
      agent?.isEnabled = isOn
      return set("enabled", isOn ? "yes" : "no", by: [isOn ? "on" : "off"])
    case .pause(let isPaused): return isPaused ? command("pause") : command("pause", "0")
    case .ask(let asks):
      guard asks != self.asks else { return [] }
      return set("ask", asks ? "always" : "never")
    case .laptop(let counts):
      guard counts != countsOnLaptop else { return [] }
      return set("when", counts ? "always" : "tablet")
    case .sensitivity(let value):
      return set("sensitivity", value.map { "\((100 * $0).rounded() / 100)" } ?? "default")
    case .add(let name, let list):
      // A comma would be a second name.
      let name = name.filter { $0 != "," && !$0.isNewline }.trimmed
      guard !name.isEmpty, !settings.list(list.rawValue).contains(name) else { return [] }
      return set(list, settings.list(list.rawValue) + [name])
    case .remove(let name, let list):
      return set(list, settings.list(list.rawValue).filter { $0 != name })
    case .mend(.taps(let server)): return [.copy(server.line)]
    case .mend(let finding): return finding.command.map { [.run($0)] } ?? []
    case .lookAgain: return look()
    }
  }

  private mutating func set(_ list: ProgramList, _ names: [String]) -> [Action] {
    set(list.rawValue, names.joined(separator: ","))
  }

  /// Sets a setting here, and by a command: `set`, or these words.
  private mutating func set(
    _ name: String, _ value: String, by words: [String]? = nil
  ) -> [Action] {
    let former = settings.options
    settings[name] = value
    changes += 1
    let heard = settings.options == former ? [] : [Action.listen(settings.options)]
    return [.run(["shake-to-undo"] + (words ?? ["set", "\(name)=\(value)"]))] + heard
  }

  // MARK: What holds

  private var isOn: Bool { agent?.isEnabled ?? (settings["enabled"] == "yes") }
  private var asks: Bool { settings["ask"] != "never" }
  private var countsOnLaptop: Bool { settings["when"] == "always" }

  /// The content of the window.
  ///
  /// - Parameter texts: the words, in the person's language
  /// - Returns: the values of all controls
  package func view(_ texts: Texts) -> WindowView {
    let isQuiet = (agent?.quietUntil ?? 0) > 0
    return WindowView(
      isReady: settings.isKnown, isOn: isOn, isQuiet: isQuiet, canPause: agent != nil && isOn,
      pause: isQuiet ? texts.endPause : texts.pause, state: texts.state(isOn: isOn, agent),
      asks: asks, countsOnLaptop: countsOnLaptop, sensitivity: settings.sensitivity?.value ?? 0.5,
      strength: texts.strength(settings["sensitivity"], settings.sensitivity?.value),
      isDefault: settings["sensitivity"] == "default",
      shakes: shakes.shakes.map { texts.row(of: $0) },
      programs: ProgramList.allCases.flatMap { list in
        settings.list(list.rawValue).map {
          .init(name: $0, list: list, text: texts.program($0, list))
        }
      },
      findings: findings(texts), diagnosis: diagnosis(texts), problem: problem)
  }

  private func findings(_ texts: Texts) -> [WindowView.FindingRow] {
    guard case .said(let findings) = doctor else { return [] }
    return findings.map {
      .init(finding: $0, text: texts.text(of: $0), button: texts.button(of: $0))
    }
  }

  private func diagnosis(_ texts: Texts) -> String {
    switch doctor {
    case .unasked, .looking: texts.looking
    case .said([]): texts.allWorks
    case .said: ""
    }
  }
}

extension Finding {
  /// The commands that mend something: the doctor looks again when one has ended.
  static let remedies = [Finding.agent, .accessibility, .keys].compactMap(\.command)
}

extension String {
  /// Without the blanks at both ends.
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

/// The content of the window: a value for each control.
package struct WindowView: Hashable, Sendable {
  /// False until the settings are known.
  package var isReady: Bool
  package var isOn: Bool
  /// True while shakes do nothing for a while.
  package var isQuiet: Bool
  package var canPause: Bool
  /// The words on the button that pauses, or that ends the pause.
  package var pause: String
  package var state: String
  package var asks: Bool
  package var countsOnLaptop: Bool
  package var sensitivity: Double
  package var strength: String
  package var isDefault: Bool
  package var shakes: [ShakeRow]
  package var programs: [ProgramRow]
  package var findings: [FindingRow]
  /// The result of the doctor in all; empty where ``findings`` say it.
  package var diagnosis: String
  package var problem: String

  /// A shake, and the button that lets such shakes count; none where no sensitivity does.
  package struct ShakeRow: Hashable, Sendable {
    package var text: String
    package var verdict: String
    package var button: String?
    package var sensitivity: Double?
  }

  /// A program of a list.
  package struct ProgramRow: Hashable, Sendable {
    package var name: String
    package var list: WindowModel.ProgramList
    package var text: String
  }

  /// Something that does not work, and the button that mends it; none where a person has to.
  package struct FindingRow: Hashable, Sendable {
    package var finding: Finding
    package var text: String
    package var button: String?
  }
}
