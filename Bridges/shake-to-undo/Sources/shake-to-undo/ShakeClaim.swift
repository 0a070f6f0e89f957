// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionBus
import MotionCore

/// The claim of shakes at motiond, which the agent repeats when motiond or its bus was lost.
///
/// While it is off, the agent asks motiond for nothing, so motiond samples nothing.
final class ShakeClaim {
  private enum State {
    case off
    case connected(MotionConnection)
    case waiting(until: Timestamp)
  }

  /// The shakes that reach the agent, for `status`.
  enum Hearing {
    case nothing
    /// motiond has the claim, and no accelerometer: it can only simulate shakes.
    case simulatedShakes
    case shakes
  }

  /// The connection to the bus of motiond, which others use too.
  private let bus: () throws(BusError) -> BusConnection
  private let log: AgentLog
  private let onMotion: (MotionEvent) -> Void
  /// Called when shakes that are under way will have no end.
  private let onLoss: () -> Void
  private var claim: MotionClaim?
  private var state = State.off
  private var delays = RetryDelays(first: .seconds(1), longest: .seconds(64))
  private(set) var hearing = Hearing.nothing
  /// The last problem that was logged: each is said once.
  private(set) var problem: String?

  /// A claim that is off.
  ///
  /// - Parameters:
  ///   - bus: gives the connection to the bus of motiond, and a new one when that is lost
  ///   - log: for problems
  ///   - onMotion: called with each motion, while processing
  ///   - onLoss: called when motions that are under way will have no end
  init(
    _ bus: @escaping () throws(BusError) -> BusConnection, _ log: AgentLog,
    onMotion: @escaping (MotionEvent) -> Void,
    onLoss: @escaping () -> Void
  ) {
    (self.bus, self.log, self.onMotion, self.onLoss) = (bus, log, onMotion, onLoss)
  }

  /// Makes `claim` in the place of the one before; nil for none.
  func set(_ claim: MotionClaim?) {
    guard claim != self.claim else { return }
    let hadOne = self.claim != nil
    self.claim = claim
    // motiond has the claim as long as the bus lasts.
    if case .connected(let connection) = state { connection.isActive = false }
    (state, hearing, problem) = (.off, .nothing, nil)
    if hadOne { onLoss() }
    connect()
  }

  // MARK: Waiting

  /// The latest time to process beside the bus's own, on `CLOCK_MONOTONIC`; nil without one.
  var deadline: Timestamp? {
    switch state {
    case .off: nil
    // Whoever asked the bus may have noticed that it is lost.
    case .connected(let connection):
      connection.descriptor < 0 ? .now(on: CLOCK_MONOTONIC) : nil
    case .waiting(let end): end
    }
  }

  /// Receives motions, and tries again if it is time.
  func process() {
    switch state {
    case .off: break
    case .connected(let connection): connection.process()
    case .waiting(let end): if Timestamp.now(on: CLOCK_MONOTONIC) >= end { connect() }
    }
  }

  // MARK: motiond

  private func connect() {
    guard let claim else { return }
    do throws(BusError) {
      state = .connected(
        try MotionConnection(on: bus(), claim: claim) { [weak self] in self?.process($0) })
    } catch { retry(after: error) }
  }

  private func retry(after error: BusError) {
    report("\(error); trying again")
    let delay = delays.next()
    state = .waiting(
      until: Timestamp.now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: delay.nanoseconds))
  }

  private func process(_ event: MotionConnection.Event) {
    switch event {
    case .motion(let motion): onMotion(motion)
    case .connected:
      hearing = .shakes
      delays.reset()
      if problem != nil { log.write("motions come again", .notice) }
      problem = nil
    case .noAccelerometer:
      hearing = .simulatedShakes
      report("motiond has no accelerometer; shakes work once it has one (motionctl doctor)")
    case .unavailable(let error):
      hearing = .nothing
      report("\(error)")
    case .disconnected(let error):
      hearing = .nothing
      onLoss()
      retry(after: error)
    }
  }

  private func report(_ problem: String) {
    guard problem != self.problem else { return }
    self.problem = problem
    log.write(problem, .warning)
  }
}

extension ShakeClaim.Hearing {
  /// The words for `status`.
  var text: String {
    switch self {
    case .nothing: "no"
    case .simulatedShakes: "only simulated ones, as motiond has no accelerometer"
    case .shakes: "yes"
    }
  }
}
