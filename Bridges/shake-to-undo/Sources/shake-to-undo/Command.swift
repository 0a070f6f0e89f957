// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import DesktopInput
import Glibc
import LinuxSupport
import MotionBus
import MotionCore

/// `shake-to-undo`: a shake undoes in the program that has the focus.
@main struct ShakeToUndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shake-to-undo",
    abstract: "Undo by a shake of the device, in the program that has the focus.",
    discussion: """
      Without a command it runs until SIGINT or SIGTERM, once for a session. A shake goes to the program that has the \
      focus. A program that claims shakes undoes by itself. In any other program a notification asks first, and then \
      the program undoes: by an action that it exports on the session's bus, by its menu item, or by a key. In \
      terminals, password fields, file managers and behind a lock nothing happens.

      shake-to-undo --explain runs it here, and says what each shake does, and why. \
      shake-to-undo doctor says what works here.

      Exit status: 0 done; 64 wrong usage; 65 bad settings; 69 no bus of the session, no motiond or \
      no agent; 77 not permitted; 1 otherwise.
      """,
    version: "shake-to-undo \(LinuxSupport.version)",
    subcommands: [
      RunCommand.self, NowCommand.self, AnswerCommand.self, OnCommand.self, OffCommand.self,
      PauseCommand.self,
      SetCommand.self, StatusCommand.self, DoctorCommand.self, ProgramsCommand.self,
      InstallCommand.self,
    ],
    defaultSubcommand: RunCommand.self)

  static func main() {
    requireUTF8Arguments()
    Texts.useLanguage()
    main(nil)
  }
}

/// The bus of motiond.
struct MotionBusOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The bus where motiond runs: system, the default, or session. The desktop is always on the session bus.",
      valueName: "system|session"), completion: .list(["system", "session"]))
  var bus: BusName?

  /// The bus to use where the command line names none, such as the agent's.
  func address(or other: BusName = .system) -> BusAddress { (bus ?? other).address }
}

extension BusName: ExpressibleByArgument {}

/// The command `shake-to-undo run`, which is the default.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Serve the session until SIGINT or SIGTERM.",
    discussion: """
      It claims shakes from motiond while it is on, and sleeps while nothing happens. If another one runs in the same \
      session, the exit status is 0, as there is nothing left to do.
      """)

  @OptionGroup var motiond: MotionBusOption

  @Option(
    help: ArgumentHelp(
      "Whether to ask before an undo, whatever the settings say: always or never.",
      valueName: "always|never"), completion: .list(["always", "never"]))
  var ask: Settings.Ask?

  @Flag(help: "Write what each shake does, and why.")
  var explain = false

  func run() throws {
    try reportingFailures(of: "shake-to-undo") {
      let log = AgentLog(explains: explain)
      LogOutput.standardError.serve()
      let signals = try StopSignals {}
      let environment = Self.environment
      do {
        let agent = try Agent(
          motiond: motiond.address(), settings: SettingsFile.path(environment), asking: ask,
          environment, log, signals)
        try agent.run(signals)
      } catch BusError.nameTaken {
        log.write("another shake-to-undo serves this session", .notice)
      }
    }
  }

  /// The environment of the process.
  static var environment: [String: String] {
    var variables: [String: String] = [:]
    for name in [
      "DISPLAY", "HOME", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_CONFIG_HOME", "XDG_CURRENT_DESKTOP",
      "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE", "XDG_STATE_HOME", "DBUS_SESSION_BUS_ADDRESS",
      "XDG_DATA_HOME", "XDG_DATA_DIRS", "LC_ALL", "LC_MESSAGES", "LANG",
    ] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    return variables
  }
}

extension Settings.Ask: ExpressibleByArgument {}

/// A call of the agent that runs in this session.
enum AgentCall {
  /// The remedy where no agent runs.
  static let start =
    "start it: systemctl --user start app-org.motiond.ShakeToUndo.service, or shake-to-undo"

  /// The state of the agent; nil if none runs, or if it does not answer.
  static var state: AgentState? {
    (try? make("GetStatus"))?.first.map { AgentState(status: $0.entries) }
  }

  /// Calls `member`.
  ///
  /// - Throws: a ``Failure`` if no agent runs, or if it does not answer
  static func make(_ member: String, _ values: [BusValue] = []) throws -> [BusValue] {
    let session = try BusConnection(.session)
    let deadline = Timestamp.now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: 5_000_000_000)
    guard
      session.ask(
        [.bus("NameHasOwner", [.string(Agent.Name.bus)])], until: deadline, within: .seconds(5))[0]?
        .first?.isTrue ?? false
    else {
      throw Failure(
        .unavailable,
        "no shake-to-undo runs in this session; \(start)")
    }
    let call = Call(
      destination: Agent.Name.bus, path: Agent.Name.path, interface: Agent.Name.interface,
      member: member, values: values)
    guard let answer = session.ask([call], until: deadline, starting: true)[0] else {
      throw Failure(.failure, "shake-to-undo does not answer; stop it, and start it again")
    }
    return answer
  }
}

extension AgentCall {
  /// The fault of accessibility in this session; empty if there is none.
  fileprivate static var accessibility: String {
    get throws {
      let deadline = Timestamp.now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: 1_000_000_000)
      guard
        let reason = AccessibilitySwitch.missing(try BusConnection(.session), until: deadline)
      else { return "" }
      return (reason == .noAccessibility ? "off" : "not there, as no program has started it")
        + ", so that only programs that export an undo action undo; 'shake-to-undo doctor' "
        + "says how to switch it on, and what it costs"
    }
  }
}

/// The command `shake-to-undo now`.
struct NowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "now", abstract: "Do what a shake does, without one.",
    discussion: "For a key binding, a button or a menu. It works while shakes are off, too.")

  func run() throws {
    try reportingFailures(of: "shake-to-undo now") { _ = try AgentCall.make("Now") }
  }
}

/// The command `shake-to-undo answer`.
struct AnswerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer", abstract: "Answer the question that is shown.",
    discussion: """
      For key bindings, where a finger cannot answer. Exit status: 1 if no question is shown.
      """)

  enum Word: String, ExpressibleByArgument, CaseIterable {
    case undo, redo, no
  }

  @Argument(help: "undo, no, or redo, where that is offered.") var word: Word

  func run() throws {
    try reportingFailures(of: "shake-to-undo answer") {
      guard try AgentCall.make("Answer", [.string(word.rawValue)]).first?.isTrue ?? false else {
        throw Failure(.failure, "no question is shown; shake, or call 'shake-to-undo now'")
      }
    }
  }
}

/// The command `shake-to-undo pause`.
struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Have shakes do nothing for some time.",
    discussion:
      "An hour, unless MINUTES are given; 0 ends the pause, and the hour without questions.")

  @Argument(help: "From 0 to 10080, a week.")
  var minutes: UInt32 = 60

  func validate() throws {
    guard minutes <= 10_080 else {
      throw ValidationError("MINUTES must be from 0 to 10080, not \(minutes)")
    }
  }

  func run() throws {
    try reportingFailures(of: "shake-to-undo pause") {
      let state = AgentCall.state ?? AgentState()
      _ = try AgentCall.make("Pause", [.uint32(minutes * 60)])
      let words = SwitchWords.pause(minutes * 60, state, StatusCommand.clock)
      try OutputFile.standardOutput.write(words + "\n")
    }
  }
}

/// The command `shake-to-undo status`.
struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show what the agent does, and what it did last.")

  func run() throws {
    try reportingFailures(of: "shake-to-undo status") {
      let status = try AgentCall.make("GetStatus").first?.entries ?? [:]
      func word(_ key: String) -> String { status[key]?.isTrue ?? false ? "yes" : "no" }
      func end(_ key: String) -> String {
        guard let seconds = status[key]?.number, seconds > 0 else { return "" }
        return ", until \(Self.clock(in: seconds)) ('shake-to-undo pause 0' ends it)"
      }
      let quietEnd = end("QuietSeconds")
      let quiet = quietEnd.isEmpty ? "" : "no questions, as three had no answer" + quietEnd
      let lines = [
        ("enabled", word("Enabled")), ("paused", word("Paused") + end("PausedSeconds")),
        ("quiet", quiet),
        ("hears shakes", status["Shakes"]?.text ?? ""), ("device", status["Posture"]?.text ?? ""),
        ("undos", "\(status["Undos"]?.number ?? 0)"),
        ("last shake", status["LastDecision"]?.text ?? ""),
        ("problem", status["Problem"]?.text ?? ""), ("lock", status["Lock"]?.text ?? ""),
        ("accessibility", try AgentCall.accessibility),
      ]
      for (name, value) in lines where !value.isEmpty {
        let name = "\(name):" + String(repeating: " ", count: 15 - name.count)
        try OutputFile.standardOutput.write("\(name)\(value.printable)\n")
      }
    }
  }

  /// The time of the day in `seconds`, such as 14:05.
  static func clock(in seconds: UInt32) -> String {
    var (end, parts) = (time(nil) + Int(seconds), tm())
    localtime_r(&end, &parts)
    let minute = parts.tm_min < 10 ? "0\(parts.tm_min)" : "\(parts.tm_min)"
    return "\(parts.tm_hour):\(minute)"
  }
}
