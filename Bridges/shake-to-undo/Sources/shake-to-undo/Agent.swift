// SPDX-License-Identifier: Apache-2.0

import CShakeToUndo
import DesktopInput
import Glibc
import LinuxSupport
import MotionBus
import MotionCore
import SystemBus
import SystemPackage

/// The agent of a session, from shakes to undos.
///
/// One thread waits for motiond, the session's bus and the settings, and for nothing else: while
/// nothing happens it does not wake.
final class Agent {
  /// The names of the agent on the session's bus.
  enum Name {
    static let bus = "org.motiond.ShakeToUndo"
    static let path = "/org/motiond/ShakeToUndo"
    static let interface = "org.motiond.ShakeToUndo1"
  }

  private let session: BusConnection
  /// The system's bus, for the kind of the device; nil without one, and once it is lost.
  private var system: BusConnection?
  private let motionBus: BusAddress
  private let log: AgentLog
  private let surveyor: Surveyor
  private let notifications: Notifications
  private let keys: KeyRing
  private var settings: Settings
  private let watch: SettingsWatch?
  private let settingsPath: String?
  /// What the command line says, whatever the file says; nil for nothing.
  private let ask: Settings.Ask?
  private var tablet: TabletMode?
  private var machine: AgentMachine
  private var object: ExportedObject?

  /// The connection to motiond.
  private enum Motions {
    case off
    case connected(MotionConnection)
    case waiting(until: Timestamp)
  }

  private var motions = Motions.off
  private var delays = RetryDelays(first: .seconds(1), longest: .seconds(64))
  private var posture: Posture?
  private var pausedUntil: Timestamp?
  /// True while motiond has taken the claim, and has an accelerometer.
  private var hearsShakes = false
  /// What handlers of the buses leave to be done: within one no bus can be asked.
  private let inbox = Inbox()
  /// The last problem that was logged: each is said once.
  private var lastProblem: String?
  private var undos = 0
  private var lastDecision = "no shake so far"

  init(
    motiond motionBus: BusAddress, settings path: String?, asking ask: Settings.Ask? = nil,
    _ environment: [String: String], _ log: AgentLog
  ) throws {
    (self.motionBus, self.log, self.ask) = (motionBus, log, ask)
    session = try BusConnection(.session)
    settingsPath = path
    // Watched first: no change between the two is missed.
    watch = try path.map(SettingsWatch.init)
    settings = Self.settings(at: path, log)
    if let ask { settings.ask = ask }
    machine = AgentMachine(settings.rules)
    surveyor = Surveyor(session, motiond: motionBus, Desktop.windowSystems(environment))
    keys = KeyRing(Desktop.keySenders(environment))
    let inbox = inbox
    notifications = try Notifications(session) { key in
      switch key {
      case "undo": inbox.append(.answered(.undo))
      case "redo": inbox.append(.answered(.redo))
      default: inbox.append(.answered(.no))
      }
    } onClose: { isByPerson in
      inbox.append(.answered(isByPerson ? .no : .expired))
    }
    object = try ExportedObject(
      { shake_to_undo_export($0, $1, $2) }, on: session, property: { _ in nil },
      method: { [weak self] in self?.answer($0) })
    // Last, as a call may come at once.
    try session.requestName(Name.bus)
    system = try? BusConnection(.system)
    tablet = try TabletMode(system: system, session: session) { [weak self] in
      self?.posture = $0
      inbox.tasks.append(.updateClaim)
    }
    updateClaim()
  }

  /// The settings in the file; with one that cannot be taken, those of an agent that is off: the
  /// user may have switched it off there.
  private static func settings(at path: String?, _ log: AgentLog) -> Settings {
    do { return try path.map(SettingsFile.settings(at:)) ?? Settings() } catch {
      log.write("\(error); shakes do nothing until that is mended", .warning)
      var settings = Settings()
      settings.isEnabled = false
      return settings
    }
  }

  // MARK: The loop

  /// Serves until a signal; throws when the session's bus is lost, with which the session is over.
  func run(_ signals: borrowing StopSignals) throws {
    ServiceManager.ready()
    StartupMemory.release()
    while true {
      try session.process()
      drainInbox()
      var wishes = [(number: session.descriptor, events: Int16(session.events))]
      if case .connected(let connection) = motions {
        wishes.append((connection.descriptor, connection.events))
      }
      if let watch { wishes.append((watch.descriptor, Int16(POLLIN))) }
      for bus in [system, surveyor.accessibility.waiting].compactMap(\.self) {
        wishes.append((bus.descriptor, Int16(bus.events)))
      }
      switch signals.wait(for: wishes, milliseconds: patience) {
      case .stopped:
        perform(machine.process(.stopped, at: now))
        return
      case .ready, .timedOut: break
      }
      processReady()
    }
  }

  private func processReady() {
    if case .connected(let connection) = motions { connection.process() }
    if let bus = system, (try? bus.process()) == nil { system = nil }
    if let bus = surveyor.accessibility.waiting, (try? bus.process()) == nil {
      surveyor.accessibility.drop()
    }
    if watch?.drain() ?? false { reload() }
    if case .waiting(let end) = motions, now >= end { connect() }
    if let end = pausedUntil, now >= end {
      pausedUntil = nil
      updateClaim()
    }
    inbox.append(.time)
    drainInbox()
  }

  private func drainInbox() {
    while !inbox.tasks.isEmpty {
      switch inbox.tasks.removeFirst() {
      case .process(let input): perform(machine.process(input, at: now))
      case .now:
        perform(
          machine.process(.now(decision(on: surveyor.survey(within: Surveyor.thorough))), at: now))
      case .updateClaim: updateClaim()
      }
    }
    guard machine.isIdle else { return }
    surveyor.release()
    keys.close()
  }

  private var now: Timestamp { .now(on: CLOCK_MONOTONIC) }

  /// The longest wait in ms; -1 for none.
  private var patience: Int32 {
    var deadlines = [machine.deadline, pausedUntil].compactMap(\.self)
    for bus in [session, system, surveyor.accessibility.waiting].compactMap(\.self) {
      if let deadline = bus.deadline { deadlines.append(Timestamp(microseconds: deadline)) }
    }
    switch motions {
    case .off: break
    case .connected(let connection):
      if let deadline = connection.deadlineMicroseconds {
        deadlines.append(Timestamp(microseconds: deadline))
      }
    case .waiting(let end): deadlines.append(end)
    }
    guard let first = deadlines.min() else { return -1 }
    // Rounded up: a wait that ends too early would be followed by many short ones.
    return Int32(clamping: max(0, (first.nanoseconds - now.nanoseconds + 999_999) / 1_000_000))
  }

  // MARK: motiond

  /// Claims shakes, or releases them: while the agent is off, paused, or on a laptop that is none
  /// to shake, nothing is asked of motiond.
  private func updateClaim() {
    let isForShakes = settings.when == .always || (posture?.isForShakes ?? false)
    guard settings.isEnabled, pausedUntil == nil, isForShakes else {
      if case .off = motions { return }
      (motions, hearsShakes) = (.off, false)
      return perform(machine.process(.stopped, at: now))
    }
    if case .off = motions { connect() }
  }

  private func connect() {
    do throws(BusError) {
      motions = .connected(
        try MotionConnection(motionBus, claim: settings.claim) { [weak self] in
          self?.process($0)
        })
    } catch { retry(after: error) }
  }

  private func retry(after error: BusError) {
    report("\(error); trying again")
    let delay = delays.next()
    motions = .waiting(until: now.advanced(byNanoseconds: delay.nanoseconds))
  }

  private func process(_ event: MotionConnection.Event) {
    if case .motion(let motion) = event { return process(motion) }
    hearsShakes = event == .connected
    switch event {
    case .motion: break
    case .connected:
      delays.reset()
      if lastProblem != nil { log.write("motions come again", .notice) }
      lastProblem = nil
    case .noAccelerometer:
      report("motiond has no accelerometer; shakes work once it has one (motionctl doctor)")
    case .unavailable(let error): report("\(error)")
    case .disconnected(let error):
      perform(machine.process(.stopped, at: now))
      retry(after: error)
    }
  }

  private func process(_ motion: MotionEvent) {
    guard motion.kind == .shake else { return }
    switch motion.phase {
    case .began:
      let survey = surveyor.survey(within: Surveyor.quick)
      perform(machine.process(.began(decision(on: survey)), at: now))
      // A shake goes on for most of a second: there is time for a slow program.
      if survey.isCut {
        let more = surveyor.survey(within: Surveyor.thorough)
        guard survey.window == nil || more.window?.identity == survey.window?.identity else {
          return
        }
        perform(machine.process(.learned(decision(on: more)), at: now))
      }
    case .ended: perform(machine.process(.ended, at: now))
    case .cancelled(let reason):
      perform(machine.process(.cancelled(tooLong: reason == .tooLong), at: now))
    case .recognized: break
    }
  }

  private func report(_ problem: String) {
    guard problem != lastProblem else { return }
    lastProblem = problem
    log.write(problem, .warning)
  }

  // MARK: Actions

  private func decision(on survey: Survey) -> Decision {
    let decision = Decision(survey, ignoring: settings.ignored, keying: settings.keyed)
    lastDecision = decision.text
    return decision
  }

  private func perform(_ actions: [AgentMachine.Action]) {
    for action in actions {
      switch action {
      case .ask(let target): ask(target)
      case .offerRedo(let target):
        _ = notifications.show(
          .init(
            title: Texts.undone(program: target.program), body: "",
            buttons: [.init(key: "redo", label: Texts.redo)],
            tap: .init(key: "redo", label: Texts.tapToRedo)))
      case .withdraw: notifications.withdraw()
      case .perform(let step, let target):
        let outcome = carryOut(step, target)
        if outcome == .done, step == .undo { undos += 1 }
        inbox.append(.finished(step, target, outcome))
      case .sayQuiet:
        _ = notifications.show(.init(title: Texts.quietTitle, body: Texts.quietBody))
      case .sayBriefly:
        _ = notifications.show(
          .init(title: Texts.shakeBrieflyTitle, body: Texts.shakeBrieflyBody))
      case .sayFailure(let target, let reason):
        log.write("\(target.program ?? "a program") did not undo: \(reason)", .warning)
        _ = notifications.show(.init(title: Texts.failed(program: target.program), body: reason))
      case .explain(let text): log.explain(text)
      }
    }
  }

  private func ask(_ target: Target) {
    if case .key = target.offer.way { keys.prepare() }
    var card = Notifications.Card(
      title: Texts.undoQuestion(label: target.offer.label, program: target.program),
      body: settings.secondShake ? Texts.again : "",
      buttons: [.init(key: "undo", label: Texts.undo)],
      tap: .init(key: "undo", label: Texts.tapToUndo))
    card.buttons.append(.init(key: "cancel", label: Texts.cancel))
    guard notifications.show(card) else {
      report(
        "no notification server shows the question; start one, or 'shake-to-undo set ask=never'")
      inbox.append(.answered(.no))
      return
    }
  }

  /// Undoes or redoes in the program of `target`, if everything is as it was.
  private func carryOut(_ step: AgentMachine.Step, _ target: Target) -> AgentMachine.Outcome {
    let survey = surveyor.survey(within: Surveyor.thorough)
    let way: Way
    switch step {
    case .undo:
      guard
        Decision.holds(target, in: survey, ignoring: settings.ignored, keying: settings.keyed)
      else {
        let present = Decision(survey, ignoring: settings.ignored, keying: settings.keyed)
        log.explain("asked about \(Decision.undo(target).text); now it would be \(present.text)")
        return .changed
      }
      way = target.offer.way
    case .redo:
      guard
        Decision.allowsRedo(
          of: target, in: survey, ignoring: settings.ignored, keying: settings.keyed),
        let redo = target.offer.redo
      else { return .changed }
      way = redo
    }
    guard case .key(let stroke, _) = way else {
      return surveyor.perform(way) ?? false
        ? .done : .failed("\(way.text) did nothing; try again, or undo by hand")
    }
    do throws(DesktopError) {
      try keys.send(stroke)
      return .done
    } catch { return .failed("\(error)") }
  }

  // MARK: Settings and calls

  private func reload() {
    guard let settingsPath else { return }
    do {
      let former = settings
      settings = try SettingsFile.settings(at: settingsPath)
      if let ask { settings.ask = ask }
      guard settings != former else { return }
      log.write("the settings are read again", .info)
      inbox.append(.rules(settings.rules))
      if settings.claim != former.claim {
        motions = .off
        inbox.append(.stopped)
      }
      updateClaim()
    } catch { log.write("\(error); the settings stay as they were", .warning) }
  }

  private func answer(_ call: BusMessage) {
    do throws(BusError) {
      switch call.member {
      case "Now":
        inbox.tasks.append(.now)
        try call.reply()
      case "Pause":
        let seconds = try call.readCall().first?.number ?? 0
        pausedUntil =
          seconds == 0
          ? nil : now.advanced(byNanoseconds: Int64(min(seconds, 604_800)) * 1_000_000_000)
        inbox.tasks.append(.updateClaim)
        try call.reply()
      default: try call.reply([.dictionary(status)])
      }
    } catch { log.write("\(error)", .warning) }
  }

  private var status: [String: BusValue] {
    [
      "Enabled": .bool(settings.isEnabled), "Listening": .bool(hearsShakes),
      "Paused": .bool(pausedUntil != nil), "Undos": .uint32(UInt32(clamping: undos)),
      "Posture": .string(posture?.description ?? ""), "LastDecision": .string(lastDecision),
      "Problem": .string(lastProblem ?? ""),
    ]
  }
}

/// What waits to be done, shared with the handlers of the buses.
private final class Inbox {
  enum Task {
    case process(AgentMachine.Input)
    /// Do what a shake does.
    case now
    case updateClaim
  }

  var tasks: [Task] = []

  func append(_ input: AgentMachine.Input) { tasks.append(.process(input)) }
}

extension Settings {
  /// The part of the settings that the machine follows.
  var rules: AgentMachine.Rules {
    .init(
      asks: ask == .always, secondShakeAnswers: secondShake, questionTime: questionTime,
      redoTime: redoTime)
  }
}

extension Timestamp {
  fileprivate init(microseconds: UInt64) {
    self.init(nanoseconds: Int64(clamping: microseconds.multipliedReportingOverflow(by: 1000).0))
  }
}
