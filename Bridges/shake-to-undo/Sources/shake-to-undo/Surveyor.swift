// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Glibc
import LinuxSupport
import MotionBus
import MotionCore
import SystemBus

/// Learns which program has the focus, and how it can undo, within 200 ms, whatever hangs.
final class Surveyor {
  private let session: BusConnection
  /// The bus of motiond; nil if there is none.
  private var motions: BusConnection?
  private let motionBus: BusAddress
  /// The system's bus, for the lock of the screen.
  private var system: BusConnection?
  private let windows: [any WindowSystem]
  private let exported: ExportedUndo
  let accessibility: Accessibility

  /// The time of a survey at the beginning of a shake.
  static let quick = Duration.milliseconds(200)
  /// The time of a survey for which a person waits: after an answer, and for `doctor`.
  static let thorough = Duration.seconds(1)

  init(_ session: BusConnection, motiond: BusAddress, _ windows: [any WindowSystem]) {
    (self.session, motionBus, self.windows) = (session, motiond, windows)
    exported = ExportedUndo(bus: session)
    accessibility = Accessibility(session)
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
    survey.isLocked = isLocked(until: deadline)
    guard !survey.isLocked else { return survey }
    // First what takes a millisecond: nothing that hangs takes it the time.
    let claimants = claimants(until: deadline)
    let answer = activeWindow(until: deadline, within: time == Self.quick ? time : time / 2)
    survey.window = answer.window
    var offers =
      survey.window.flatMap { exported.offer(of: $0, until: deadline) }.map { [$0] } ?? []
    // A server that is late has windows of its own: what accessibility calls one is another.
    let finding =
      answer.isLate ? .init() : accessibility.find(in: survey.window, until: deadline)
    if survey.window == nil, let window = finding.window {
      survey.window = window
      if let offer = exported.offer(of: window, until: deadline) { offers.append(offer) }
    }
    survey.claimsShakes =
      survey.window.map { claimsShakes($0, claimants, until: deadline) } ?? false
    (survey.focus, survey.isDialog) = (finding.focus, finding.isDialog)
    survey.offers = finding.isDialog ? [] : offers + (finding.item.map { [$0] } ?? [])
    // Whoever answered anything does not hang.
    if survey.offers.isEmpty, survey.focus == nil, let window = survey.window {
      survey.isHung = isHung(window, until: deadline, time) ?? finding.isHung
    }
    survey.isCut =
      survey.window == nil || survey.isHung || Timestamp.now(on: CLOCK_MONOTONIC) >= deadline
      || finding.isItemNew && finding.item?.readiness != .ready
    return survey
  }

  /// Performs `way`, which was found by a survey, but for a key.
  ///
  /// - Returns: false if the program did not do it
  func perform(_ way: Way) -> Bool? {
    let deadline = Timestamp.now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: 1_000_000_000)
    switch way {
    case .exportedAction(let action):
      return exported.isEnabled(action, until: deadline)
        && exported.perform(action, until: deadline)
    case .menuItem(let item): return accessibility.perform(item, until: deadline)
    case .key: return nil
    }
  }

  /// Lets go of the display servers: identities of windows are not compared any more.
  func release() {
    for system in windows { system.close() }
  }

  // MARK: Parts

  /// The active window; late if a display server did not say which it is.
  private func activeWindow(
    until deadline: Timestamp, within time: Duration
  ) -> (window: ActiveWindow?, isLate: Bool) {
    var isLate = false
    for system in windows {
      do throws(DesktopError) {
        if let window = try system.activeWindow(within: min(time, Self.time(until: deadline))) {
          return (window, false)
        }
      } catch {
        if case .unavailable = error { continue }
        isLate = true
      }
    }
    return (nil, isLate)
  }

  /// True if the program of `window` hangs, so that a key would reach it when it goes on.
  ///
  /// - Parameters:
  ///   - window: the active window
  ///   - deadline: the end of the survey
  ///   - time: that of the survey; a thorough one gives as much again to this question
  /// - Returns: nil if it cannot be asked, or not in time
  private func isHung(
    _ window: ActiveWindow, until deadline: Timestamp, _ time: Duration
  ) -> Bool? {
    let left =
      time == Self.quick
      ? min(BusConnection.patience, Self.time(until: deadline)) : time
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

  /// The lock of the user's session, as logind has it.
  private func isLocked(until deadline: Timestamp) -> Bool {
    if system == nil { system = try? BusConnection(.system) }
    guard let system else { return false }
    guard (try? system.process()) != nil else {
      self.system = nil
      return false
    }
    let call = Call.property(
      "org.freedesktop.login1", "/org/freedesktop/login1/session/auto",
      "org.freedesktop.login1.Session", "LockedHint")
    return system.ask(call, until: deadline)?.first?.isTrue ?? false
  }

  /// The processes that claim shakes, but for this one; nil if a motiond that is there does not say
  /// so.
  private func claimants(until deadline: Timestamp) -> [pid_t]? {
    if motions == nil || (try? motions?.process()) == nil {
      motions = try? BusConnection(motionBus)
    }
    guard let motions else { return [] }
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
  /// a sandbox hides that.
  private func claimsShakes(
    _ window: ActiveWindow, _ claimants: [pid_t]?, until deadline: Timestamp
  ) -> Bool {
    // It may be one of those that are not known: never two undos.
    guard let processes = claimants else { return true }
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
      let owner = session.processes(of: [id], until: deadline)[0]
    else { return false }
    return processes.contains(owner)
  }
}
