// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Glibc
import LinuxSupport
import MotionBus
import MotionCore

/// Learns which program has the focus, and how it can undo, within 200 ms, whatever hangs.
final class Surveyor {
  let buses: Buses
  private let windows: [any WindowSystem]
  let exported: ExportedUndo
  let accessibility: Accessibility
  private let entries = DesktopEntries(RunCommand.environment)

  init(_ buses: Buses, _ windows: [any WindowSystem]) {
    (self.buses, self.windows) = (buses, windows)
    exported = ExportedUndo(bus: buses.session)
    accessibility = Accessibility(buses.session)
  }

  /// Gives the surveys of a new shake their calls.
  func beginShake() { accessibility.beginShake() }

  /// Surveys the desktop as it is now.
  ///
  /// - Parameter time: what is not known by then stays unknown
  /// - Returns: what is known
  func survey(within time: Duration) -> Survey {
    let deadline = Timestamp.now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: time.nanoseconds)
    var survey = Survey()
    survey.lock = lock(until: deadline)
    guard survey.lock != .locked, survey.lock != .late else { return survey }
    // First what takes a millisecond: nothing that hangs takes it the time.
    let claimants = claimants(until: deadline)
    var finding = Accessibility.Finding()
    switch activeWindow(until: deadline, within: time == Patience.survey ? time : time / 2) {
    case .window(let window, let showsLocks):
      survey.window = window
      if showsLocks, survey.lock == .untold { survey.lock = .open }
      finding = accessibility.find(
        in: window, called: { entries.entry(for: window.applicationID)?.name }, until: deadline)
    case .unknown:
      finding = accessibility.find(in: nil, until: deadline)
      survey.window = finding.window
    // What accessibility calls active is another window then: a locker shows none, and a server
    // that is late has windows of its own.
    case .none, .late: break
    }
    var offers: [Offer] = []
    if let window = survey.window {
      if let offer = exported.offer(of: window, until: deadline) { offers.append(offer) }
      survey.claimsShakes = claimsShakes(window, claimants, until: deadline)
    }
    (survey.focus, survey.toolkit) = examined(finding, until: deadline)
    survey.isDialog = finding.isDialog
    survey.offers = finding.isDialog ? [] : offers + (finding.item.map { [$0] } ?? [])
    // Whoever answered anything does not hang.
    if survey.offers.isEmpty, survey.focus == nil, let window = survey.window {
      survey.isHung = isHung(window, until: deadline, time) ?? finding.isHung
    }
    survey.isCut =
      survey.window == nil || survey.isHung || Timestamp.now(on: CLOCK_MONOTONIC) >= deadline
      || finding.isItemNew && finding.item?.readiness != .ready
    survey.entry = entries.entry(for: survey.window?.applicationID)
    return survey
  }

  /// True if `window` is of the server that shows notifications.
  func isNotification(_ window: ActiveWindow?) -> Bool {
    guard let process = window?.processID else { return false }
    let deadline = Timestamp.now(on: CLOCK_MONOTONIC)
      .advanced(byNanoseconds: Patience.fairness.nanoseconds)
    return buses.session.processes(of: ["org.freedesktop.Notifications"], until: deadline)[0]
      == process
  }

  /// Performs `way` unless it is a key; the last look at it has just been.
  ///
  /// - Returns: false if the program did not do it
  func perform(_ way: Way) -> Bool? {
    let deadline = Timestamp.now(on: CLOCK_MONOTONIC)
      .advanced(byNanoseconds: Patience.call.nanoseconds)
    switch way {
    case .exportedAction(let action): return exported.perform(action, until: deadline)
    case .menuItem(let item): return accessibility.perform(item, until: deadline)
    case .key: return nil
    }
  }

  /// Lets go of the display servers: identities of windows are not compared any more.
  func release() {
    for system in windows { system.close() }
  }

  // MARK: Parts

  /// The answer of the display servers about the active window.
  private enum Answer {
    /// It is this one; true if none would be while a locker has the keyboard.
    case window(ActiveWindow, showsLocks: Bool)
    /// None is active.
    case none
    case late
    /// None of them can say it.
    case unknown
  }

  private func activeWindow(until deadline: Timestamp, within time: Duration) -> Answer {
    var answer = Answer.unknown
    for system in windows {
      do throws(DesktopError) {
        let window = try system.activeWindow(within: min(time, Self.time(until: deadline)))
        return window.map { .window($0, showsLocks: system.showsLocks) } ?? .none
      } catch {
        if case .unavailable = error { continue }
        answer = .late
      }
    }
    return answer
  }

  /// The window that has the keyboard now, as a display server says; nil if none does.
  func activeWindow(until deadline: Timestamp) -> ActiveWindow? {
    guard
      case .window(let window, _) = activeWindow(
        until: deadline, within: Self.time(until: deadline))
    else { return nil }
    return window
  }

  /// True if the program of `window` hangs, so that a key would reach it when it goes on.
  ///
  /// - Parameters:
  ///   - window: the active window
  ///   - deadline: the end of the survey
  ///   - time: the time of the survey; a thorough one gives as much again to this question
  /// - Returns: nil if the agent cannot ask it, or not in time
  private func isHung(
    _ window: ActiveWindow, until deadline: Timestamp, _ time: Duration
  ) -> Bool? {
    let left =
      time == Patience.survey
      ? min(Patience.program, Self.time(until: deadline)) : time
    guard left > .zero else { return nil }
    for system in windows {
      if let isHung = system.isHung(window, within: left) { return isHung }
    }
    let end = Timestamp.now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: left.nanoseconds)
    return exported.isHung(window, until: end, within: left)
  }

  /// The time that is left.
  private static func time(until deadline: Timestamp) -> Duration {
    max(.zero, .nanoseconds(deadline.nanoseconds - Timestamp.now(on: CLOCK_MONOTONIC).nanoseconds))
  }

  /// The lock of the screen, as logind and the screen savers have it: whoever locks tells one of
  /// them, or takes the keyboard.
  private func lock(until deadline: Timestamp) -> Lock {
    var locks: [Lock] = []
    if let system = buses.system {
      let hint = Call.property(
        "org.freedesktop.login1", "/org/freedesktop/login1/session/auto",
        "org.freedesktop.login1.Session", "LockedHint")
      locks += system.answers(to: [hint], until: deadline).map(Self.lock)
    }
    let savers = ["org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"].map { name in
      let path = "/" + name.split(separator: ".").joined(separator: "/")
      return Call(destination: name, path: path, interface: name, member: "GetActive")
    }
    locks += buses.session.answers(to: savers, until: deadline).map(Self.lock)
    return [.locked, .late, .open].first(where: locks.contains) ?? .untold
  }

  /// The lock by an answer: silence may be a lock, and a program that is not there, or does not
  /// know the question, tells nothing.
  private static func lock(_ answer: Result<[BusValue], BusError>?) -> Lock {
    switch answer {
    case .success(let values)?:
      guard case .bool(let isLocked)? = values.first else { return .untold }
      return isLocked ? .locked : .open
    case .failure(.refused(_, let name, _))?:
      let isNone =
        name.hasPrefix("org.freedesktop.login1.")
        || name.hasPrefix("org.freedesktop.DBus.Error.")
          && [
            "ServiceUnknown", "NameHasNoOwner", "NotSupported", "UnknownMethod", "UnknownObject",
            "UnknownInterface", "UnknownProperty",
          ].contains(name.split(separator: ".").last ?? "")
      return isNone ? .untold : .late
    case .failure?, nil: return .late
    }
  }

  /// The processes that claim shakes, except this one; nil if a motiond that is there does not say
  /// so.
  private func claimants(until deadline: Timestamp) -> [pid_t]? {
    guard let motions = buses.motiond else { return [] }
    let call = Call(
      destination: Motion1.name, path: Motion1.path, interface: Motion1.interface,
      member: "GetStatus")
    guard let status = motions.ask(call, until: deadline) else {
      let owned = motions.ask(.bus("NameHasOwner", [.string(Motion1.name)]), until: deadline)
      return owned == [.bool(false)] ? [] : nil
    }
    let clients = status.first?.entries["Clients"]?.entries ?? [:]
    let names = clients.values.compactMap { client -> String? in
      let client = client.entries
      guard client["motions"]?.texts.contains(MotionKind.shake.rawValue) ?? true else { return nil }
      return client["Name"]?.text
    }
    return motions.processes(of: names, until: deadline).compactMap(\.self)
      .filter { $0 != getpid() }
  }

  /// True if the program of `window` claims shakes: by its process, or by its application id where
  /// a sandbox hides that; nil if the claims are not known.
  private func claimsShakes(
    _ window: ActiveWindow, _ claimants: [pid_t]?, until deadline: Timestamp
  ) -> Bool? {
    guard let processes = claimants else { return nil }
    if let process = window.processID {
      if processes.contains(process) { return true }
      let sandbox = Sandbox.applicationID(of: process)
      if let sandbox, processes.contains(where: { Sandbox.applicationID(of: $0) == sandbox }) {
        return true
      }
    }
    guard let id = window.applicationID, !id.isEmpty else { return false }
    if processes.contains(where: { Sandbox.applicationID(of: $0) == id }) { return true }
    // Where the server hides the process: the owner of the program's name on the session's bus.
    guard window.processID == nil, id.contains("."),
      let owner = buses.session.processes(of: [id], until: deadline)[0]
    else { return false }
    return processes.contains(owner)
  }
}
