// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import DesktopInput
import Glibc
import LinuxSupport
import MotionBus
import MotionCore

/// The command `shake-to-undo doctor`: what works here, why the rest does not, and what mends it.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Show which ways to undo work here, and what mends the others.",
    discussion: """
      With --delay it waits so long before it looks, so that another program can get the focus. \
      It changes nothing, sends no key and asks no question.

      With --allow-keys the desktop's portal asks, by a dialog, whether to let keys be sent from now on: for desktops \
      where nothing else lets a program undo by a key.

      Exit status: 0 if a shake can undo here, 69 if not.
      """)

  @OptionGroup var motiond: MotionBusOption

  @Option(help: ArgumentHelp("The time before it looks, from 0 to 60.", valueName: "seconds"))
  var delay = 0

  @Flag(help: "Ask the desktop's portal to let keys be sent, for two minutes at the most.")
  var allowKeys = false

  func validate() throws {
    guard (0...60).contains(delay) else {
      throw ValidationError("--delay must be from 0 to 60, not \(delay)")
    }
  }

  func run() throws {
    try reportingFailures(of: "shake-to-undo doctor") {
      // Before signals are handled: an interrupt ends it while the dialog is open.
      if allowKeys {
        let session = try BusConnection(.session)
        do throws(DesktopError) {
          try Desktop.allowKeys(RunCommand.environment, on: session, within: .seconds(120))
        } catch { throw Failure(.notPermitted, "\(error)") }
        return try OutputFile.standardOutput.write("keys may be sent by the portal\n")
      }
      let signals = try StopSignals {}
      if delay > 0 {
        try OutputFile.standardError.write(
          "shake-to-undo doctor: give the focus to another program; it looks in \(delay) s\n")
        guard signals.wait(milliseconds: Int32(delay * 1000)) == .timedOut else { return }
      }
      let report = try Diagnosis(motiond, RunCommand.environment)
      for line in report.lines { try OutputFile.standardOutput.write(line.printable + "\n") }
      guard report.works else {
        throw Failure(.unavailable, "a shake cannot undo here; mend what is marked with 'no'")
      }
    }
  }
}

/// The findings of the doctor.
struct Diagnosis {
  private(set) var lines: [String] = []
  /// True if shakes come, windows are known and some way works.
  private(set) var works = true

  /// Looks at the desktop as it is now.
  ///
  /// - Throws: a ``BusError`` if there is no session's bus
  init(_ motiond: MotionBusOption, _ environment: [String: String]) throws {
    let session = try BusConnection(.session)
    let agent = AgentCall.state
    // The agent may have been told another bus than the usual one.
    let address = motiond.address(or: agent?.bus ?? .system)
    let deadline = Timestamp.now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: 5_000_000_000)
    lookAtMotiond(address)
    look(at: agent)
    let windows = Desktop.windowSystems(environment, on: session)
    let knowsWindows = look(
      at: windows.map { ("active window, \($0.name)", $0.availability()) },
      without: "active window", "no display: start it in a graphical session")
    let surveyor = Surveyor(Buses(session, motiond: address), windows)
    let hasAccessibility = look(at: surveyor.accessibility, deadline)
    if !knowsWindows, !hasAccessibility { works = false }
    lookAtNotifications(session, deadline)
    let settings = Self.settings(environment)
    let senders = Desktop.keySenders(
      environment, on: session, portalOnly: settings.keysBy == .portal)
    _ = look(
      at: senders.map { ("keys, \($0.name)", $0.availability()) }, without: "keys",
      "no display: start it in a graphical session")
    look(at: surveyor.survey(within: Patience.thoroughSurvey), settings, agent)
    surveyor.release()
  }

  private mutating func add(_ isFine: Bool, _ name: String, _ text: String) {
    lines.append("\(isFine ? "yes" : "no "): \(name): \(text)")
  }

  private mutating func lookAtMotiond(_ address: BusAddress) {
    do throws(BusError) {
      let daemon = try MotionDaemon(address)
      switch try daemon.status() {
      case let status?:
        let device = status.device.map { "it reads \($0)" }
        add(
          device != nil, "motiond",
          device ?? "it runs, and has no accelerometer; 'motionctl doctor' says why")
      case nil where try daemon.canStart(Motion1.name):
        add(true, "motiond", "none runs now; the bus starts it with the first claim")
      case nil:
        works = false
        add(false, "motiond", "none runs, and the bus cannot start it; install it, or start it")
      }
    } catch {
      works = false
      add(false, "motiond", "\(error)")
    }
  }

  private mutating func look(at agent: AgentState?) {
    guard let agent else { return add(false, "agent", "none answers; \(AgentCall.start)") }
    let obstacle = agent.obstacle(StatusCommand.clock)
    if obstacle != nil { works = false }
    add(obstacle == nil, "agent", "runs in this session" + (obstacle.map { ", but \($0)" } ?? ""))
  }

  /// True if one of them works.
  private mutating func look(
    at all: [(name: String, availability: Availability)], without name: String, _ remedy: String
  ) -> Bool {
    if all.isEmpty { add(false, name, remedy) }
    var works = false
    for (name, availability) in all {
      switch availability {
      case .works(let text):
        works = true
        add(true, name, text)
      case .unavailable(let why, let remedy): add(false, name, "\(why); \(remedy)")
      }
    }
    return works
  }

  private mutating func look(at accessibility: Accessibility, _ deadline: Timestamp) -> Bool {
    switch accessibility.presence(until: deadline) {
    case .programs(let count) where count > 0:
      add(true, "accessibility", "\(count) programs show what has the focus")
      return true
    case let presence:
      let why =
        presence == .noBus
        ? "no program has started it (org.a11y.Bus); install at-spi2-core if it is missing"
        : "no program shows what has the focus"
      add(
        false, "accessibility",
        "\(why). Programs that export an undo action work without. "
          + "'\(AccessibilitySwitch.command)' turns it on for "
          + "programs that start later; it makes some of them slower, browsers most. Never turn on "
          + "the screen reader's switch for this")
      return false
    }
  }

  private mutating func lookAtNotifications(_ session: BusConnection, _ deadline: Timestamp) {
    let notifications = try? Notifications(
      session, RunCommand.environment, onKey: { _, _ in }, onClose: { _, _ in })
    switch notifications?.ask(until: deadline) {
    case let server?:
      let (isFine, text) = server.finding
      add(isFine, "questions", text)
      if DoNotDisturb.isOn(server.kind, session, until: deadline) {
        add(false, "questions", "do not disturb is on, so that no question is shown")
      }
    case nil:
      add(
        false, "questions",
        notifications?.isThere ?? false
          ? "the notification server does not answer; restart it"
          : "no notification server; install one, such as your desktop's, or 'shake-to-undo set "
            + "ask=never'")
    }
  }

  private static func settings(_ environment: [String: String]) -> Settings {
    SettingsFile.path(environment).flatMap { try? SettingsFile.settings(at: $0) } ?? Settings()
  }

  private mutating func look(at survey: Survey, _ settings: Settings, _ agent: AgentState?) {
    let decision = Decision(
      survey, Programs.installed(RunCommand.environment) { _ in }.settling(settings))
    let name = survey.window?.applicationID ?? survey.window?.title ?? "no window"
    let focus =
      switch survey.focus?.kind {
      case .terminal: "a terminal"
      case .password: "a password field"
      case .singleLine: "a field of one line"
      case .text: "text"
      case .page: "a page that does not show what is edited"
      case .other: "something that is not edited"
      case .unknown: "something that answers too slowly"
      case nil: "unknown to accessibility"
      }
    lines.append("focus: \(name)\(survey.entry.map { " (\($0.name))" } ?? ""), \(focus)")
    for offer in survey.offers {
      lines.append("  found: \(offer.way.text), \(offer.readiness.text)")
    }
    if let obstacle = agent?.obstacle(StatusCommand.clock) {
      lines.append("  a shake now: nothing, as \(obstacle)")
      lines.append("  without that: \(decision.text)")
    } else {
      lines.append("  a shake now: \(decision.text)")
    }
  }
}

extension Offer.Readiness {
  /// The words for `doctor`.
  fileprivate var text: String {
    switch self {
    case .ready: "with something to undo"
    case .nothingToUndo: "with nothing to undo"
    case .unknown: "which does not say if there is something to undo"
    }
  }
}
