// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Glibc
import LinuxSupport
import MotionBus
import MotionCore
import SystemPackage

/// The agent of a session, from shakes to undos.
///
/// One thread waits for motiond, the session's bus and the settings, and for nothing else: while
/// nothing happens it does not wake.
final class Agent {
  private let session: BusConnection
  private let buses: Buses
  private let motionBus: BusAddress
  private let environment: [String: String]
  private let log: AgentLog
  private let surveyor: Surveyor
  private let notifications: Notifications
  private let performer: UndoPerformer
  private let claim: ShakeClaim
  private var settings: Settings
  private let programs: Programs
  private let watch: SettingsWatch?
  private let settingsPath: String?
  /// The `ask` of the command line, which overrides the file's `ask`; nil if the command line has
  /// none.
  private let ask: Settings.Ask?
  private var tablet: TabletMode?
  private var posture: Posture?
  private var pausedUntil: Timestamp?
  private var machine: AgentMachine
  private var object: ExportedObject?
  /// The tasks that handlers of the buses leave, as a handler cannot ask a bus.
  private let inbox = Inbox()
  private var nowGate = NowGate()
  private var lastDecision = "no shake so far"
  /// False while nothing here can tell whether the screen is locked.
  private var knowsLock = true
  private var enabledSwitch: EnabledSwitch
  /// The switches as others on the bus know them.
  private var announced = Switches()
  /// The last decision, if it was nothing for want of accessibility.
  private var missingAccessibility: Decision?
  private var accessibilityIsOff: SaidOnce
  private var saidNoWindow = false

  init(
    motiond motionBus: BusAddress, settings path: String?, asking ask: Settings.Ask? = nil,
    _ environment: [String: String], _ log: AgentLog, _ signals: borrowing StopSignals
  ) throws {
    (self.log, self.ask, self.environment) = (log, ask, environment)
    accessibilityIsOff = SaidOnce("said-accessibility", environment)
    session = try BusConnection(.session)
    // A wait for a program ends with the agent.
    session.stop = signals.request.descriptor
    (settingsPath, self.motionBus) = (path, motionBus)
    enabledSwitch = EnabledSwitch(path: path)
    // Watched first: no change between the two is missed.
    watch = try path.map(SettingsWatch.init)
    settings = Self.settings(at: path, log)
    if let ask { settings.ask = ask }
    programs = Programs.installed(environment) { log.write("\($0); the rest counts", .warning) }
    machine = AgentMachine(settings.rules)
    buses = Buses(session, motiond: motionBus)
    let (session, buses) = (session, buses)
    surveyor = Surveyor(buses, Desktop.windowSystems(environment, on: session))
    let inbox = inbox
    notifications = try Notifications(session, environment) { key, card in
      inbox.tasks.append(.answer(.init(key: key), card: card))
    } onClose: { isByPerson, card in
      inbox.tasks.append(.answer(isByPerson ? .no : .expired, card: card))
    }
    performer = UndoPerformer(
      surveyor, notifications,
      KeyRing(
        Desktop.keySenders(environment, on: session, portalOnly: settings.keysBy == .portal)), log)
    claim = ShakeClaim({ () throws(BusError) in try buses.connectionToMotiond() }, log) {
      inbox.tasks.append(.motion($0))
    } onLoss: {
      inbox.append(.stopped)
    }
    object = try ExportedObject(
      Name.members, on: session,
      property: { [weak self] name in
        self.flatMap { $0.switches.value(of: name, at: $0.now, wall: $0.wall) }
      },
      change: { [weak self] in self?.change($0, to: $1) ?? false },
      method: { [weak self] in self?.answer($0) })
    // Last, as a call may come at once.
    try session.requestName(Name.bus)
    tablet = try TabletMode(system: buses.system, session: session) { [weak self] in
      self?.posture = $0
      inbox.tasks.append(.updateClaim)
    }
    buses.onSystem = { [weak tablet] in tablet?.askChassis(on: $0) }
    surveyor.accessibility.start()
    updateClaim()
  }

  /// The settings in the file; with one that cannot be taken, the settings of an agent that is off:
  /// the user may have switched it off there.
  private static func settings(at path: String?, _ log: AgentLog) -> Settings {
    do { return try path.map(SettingsFile.settings(at:)) ?? Settings() } catch {
      log.write("\(error); shakes do nothing until that is mended", .warning)
      var settings = Settings()
      settings.isEnabled = false
      return settings
    }
  }

  // MARK: The loop

  /// Serves until a signal; throws when the session's bus is lost, as the session is then over.
  func run(_ signals: borrowing StopSignals) throws {
    ServiceManager.ready()
    StartupMemory.release()
    while true {
      try session.process()
      drainInbox()
      var wishes = [(number: session.descriptor, events: Int16(session.events))]
      if let watch { wishes.append((watch.descriptor, Int16(POLLIN))) }
      for bus in buses.others + [surveyor.accessibility.waiting].compactMap(\.self) {
        wishes.append((bus.descriptor, Int16(bus.events)))
      }
      switch signals.wait(for: wishes, milliseconds: patience) {
      case .stopped:
        perform(machine.process(.stopped, at: now))
        performer.release()
        return
      case .ready, .timedOut: break
      }
      processReady()
    }
  }

  private func processReady() {
    buses.process()
    claim.process()
    if let bus = surveyor.accessibility.waiting, (try? bus.process()) == nil {
      surveyor.accessibility.drop()
    }
    if watch?.drain() ?? false { reload() }
    if let end = pausedUntil, now >= end {
      pausedUntil = nil
      updateClaim()
    }
    inbox.append(.question(.time))
    drainInbox()
  }

  private func drainInbox() {
    while !session.isStopped {
      // Any task may have heard of the keys that a question waits for.
      if let input = performer.goOn(settings) { inbox.prepend([input]) }
      guard !inbox.tasks.isEmpty else { break }
      switch inbox.tasks.removeFirst() {
      case .process(let input): perform(machine.process(input, at: now))
      case .now:
        surveyor.beginShake()
        let survey = surveyor.survey(within: Patience.thoroughSurvey)
        perform(machine.process(.now(decision(on: survey)), at: now))
        sayMissing()
        // After what it led to.
        inbox.tasks.append(.nowIsDone)
      case .nowIsDone: nowGate.finished(at: now)
      case .motion(let motion): process(motion)
      // Another card may have been shown while the answer waited.
      case .answer(let answer, let card) where card == notifications.generation:
        perform(machine.process(.question(.answered(answer)), at: now))
      case .answer: log.explain("an answer to a card before, which does nothing")
      case .updateClaim: updateClaim()
      }
    }
    enabledSwitch.endTurn(log)
    if switches != announced {
      switches.announce(since: announced, on: session, at: now, wall: wall)
      announced = switches
    }
    if machine.isIdle { performer.release() }
  }

  private var now: Timestamp { .now(on: CLOCK_MONOTONIC) }
  private var wall: Timestamp { .now(on: CLOCK_REALTIME) }

  /// The longest wait in ms; -1 for none.
  private var patience: Int32 {
    var deadlines = [
      machine.deadline, pausedUntil, claim.deadline, machine.question.quietEnd(at: now),
    ].compactMap(\.self)
    let waiting = [surveyor.accessibility.waiting].compactMap(\.self)
    for bus in [session] + buses.others + waiting {
      if let deadline = bus.deadline { deadlines.append(Timestamp(microseconds: deadline)) }
    }
    return deadlines.min().map { $0.pollTimeout(from: now) } ?? -1
  }

  // MARK: Shakes

  /// Claims shakes, or releases them: while the agent is off, paused, or on a laptop that nobody
  /// shakes, it asks nothing of motiond.
  private func updateClaim() {
    let isForShakes = settings.when == .always || (posture?.isForShakes ?? false)
    claim.set(settings.isEnabled && pausedUntil == nil && isForShakes ? settings.claim : nil)
  }

  private func process(_ motion: MotionEvent) {
    guard motion.kind == .shake else { return }
    guard Freshness.isFresh(motion, at: .now()) else {
      log.explain("nothing, as this part of a shake is heard too late")
      return perform(machine.process(.shake(.cancelled(tooLong: false)), at: now))
    }
    switch motion.phase {
    case .began:
      surveyor.beginShake()
      let survey = surveyor.survey(within: Patience.survey)
      var decision = decision(on: survey)
      perform(machine.process(.shake(.began(decision)), at: now))
      // A shake goes on for most of a second: there is time for a slow program.
      if survey.isCut {
        let more = surveyor.survey(within: Patience.thoroughSurvey)
        guard survey.window == nil || more.window?.identity == survey.window?.identity else {
          return
        }
        decision = self.decision(on: more)
        perform(machine.process(.shake(.learned(decision)), at: now))
      }
      if decision == .leave(.noWindow), !saidNoWindow {
        saidNoWindow = true
        log.write(
          "no active window is known; 'shake-to-undo doctor' says what would mend it", .notice)
      }
    case .ended:
      perform(machine.process(.shake(.ended), at: now))
      sayMissing()
    case .cancelled(let reason):
      perform(machine.process(.shake(.cancelled(tooLong: reason == .tooLong)), at: now))
    case .recognized: break
    }
  }

  private func decision(on survey: Survey) -> Decision {
    let decision = AccessibilitySwitch.explained(
      Decision(survey, programs.settling(settings)),
      showsWindows: environment["XDG_CURRENT_DESKTOP"]?.contains("GNOME") != true
    ) {
      AccessibilitySwitch.missing(
        session, until: now.advanced(byNanoseconds: Patience.program.nanoseconds))
    }
    let isMissing = [.leave(.noAccessibility), .leave(.noAccessibilityBus)].contains(decision)
    missingAccessibility = isMissing ? decision : nil
    lastDecision = decision.text
    knowsLock = survey.lock != .untold
    updateRules()
    return decision
  }

  /// Updates the rules: where nothing tells whether the screen is locked, each question needs the
  /// answer of a person.
  private func updateRules() {
    machine.rules = knowsLock ? settings.rules : settings.rules.withAnswers
  }

  /// Says once an installation what is missing, if the shake that is over did nothing for it.
  private func sayMissing() {
    guard let missingAccessibility, machine.isIdle else { return }
    accessibilityIsOff.say {
      notifications.show(
        .init(
          title: Texts.accessibilityTitle,
          body: missingAccessibility == .leave(.noAccessibility)
            ? Texts.accessibilityOff : Texts.accessibilityMissing)
      ) == .shown
    }
  }

  private func perform(_ actions: [QuestionMachine.Action]) {
    inbox.prepend(
      actions.compactMap { performer.perform($0, settings, programs.settling(settings)) })
  }

  // MARK: Settings and calls

  private func reload() {
    guard let settingsPath else { return }
    do {
      let former = settings
      let problem: Failure?
      (settings, problem) = try SettingsFile.settings(at: settingsPath, keeping: former)
      if let problem { log.write("\(problem); that setting stays as it was", .warning) }
      if let ask { settings.ask = ask }
      guard settings != former else { return }
      log.write("the settings are read again", .info)
      updateRules()
      if settings.keysBy != former.keysBy {
        performer.sendKeys(
          by: Desktop.keySenders(
            environment, on: session, portalOnly: settings.keysBy == .portal))
      }
      updateClaim()
    } catch { log.write("\(error); the settings stay as they were", .warning) }
  }

  private func answer(_ call: BusMessage) {
    do throws(BusError) {
      switch call.member {
      case "Now":
        if nowGate.admits(at: now) { inbox.tasks.append(.now) }
        try call.reply()
      case "Pause":
        pause(for: try call.readCall().values.first?.number ?? 0)
        try call.reply()
      case "Answer":
        let word = try call.readCall().values.first?.text ?? ""
        let isOpen = machine.question.isOpen
        inbox.tasks.append(.answer(.init(key: word), card: notifications.generation))
        try call.reply([.bool(isOpen)])
      default: try call.reply([.dictionary(status)])
      }
    } catch { log.write("\(error)", .warning) }
  }

  private func pause(for seconds: UInt32) {
    pausedUntil =
      seconds == 0
      ? nil : now.advanced(byNanoseconds: Int64(min(seconds, 604_800)) * 1_000_000_000)
    if seconds == 0 { machine.question.endQuiet() }
    inbox.tasks.append(.updateClaim)
  }

  private var switches: Switches {
    Switches(
      isEnabled: settings.isEnabled, pausedUntil: pausedUntil,
      quietUntil: machine.question.quietEnd(at: now))
  }

  private func change(_ name: String, to value: BusValue) -> Bool {
    switch Switches.change(name, to: value, wall: wall) {
    case .enable(let isEnabled):
      guard enabledSwitch.set(isEnabled, from: settings.isEnabled, log) else { return false }
      // The watch tells of it, too.
      settings.isEnabled = isEnabled
      inbox.tasks.append(.updateClaim)
    case .pause(let seconds): pause(for: seconds)
    case nil: return false
    }
    return true
  }

  private func seconds(until end: Timestamp?) -> UInt32 {
    end.map { UInt32(clamping: $0.nanoseconds(since: now) / 1_000_000_000) } ?? 0
  }

  private var status: [String: BusValue] {
    [
      "Enabled": .bool(settings.isEnabled), "Shakes": .string(claim.hearing.text),
      "Paused": .bool(pausedUntil != nil), "Undos": .uint32(UInt32(clamping: performer.undos)),
      "Posture": .string(posture?.description ?? ""), "LastDecision": .string(lastDecision),
      "Problem": .string(claim.problem ?? ""), "MotionBus": .string(motionBus.word),
      "Lock": .string(
        knowsLock
          ? ""
          : "nothing here tells whether the screen is locked, so the agent asks before each undo"),
      "QuietSeconds": .uint32(seconds(until: machine.question.quietEnd(at: now))),
      "PausedSeconds": .uint32(seconds(until: pausedUntil)),
    ]
  }
}
