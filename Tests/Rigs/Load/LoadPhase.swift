// SPDX-License-Identifier: Apache-2.0

/// A phase of the load: something happens to motiond while clients listen.
protocol LoadPhase {
  /// The name of the phase.
  var name: String { get }

  /// Does it.
  ///
  /// - Parameter rig: with whatever the phase before has left
  /// - Returns: what it has shown
  /// - Throws: a ``LoadProblem`` if it cannot go on, such as when motiond has crashed
  func run(on rig: LoadRig) throws -> PhaseReport
}

/// A problem that ends the load, in words.
struct LoadProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Clients that listen, and nothing else happens: what the other phases are to be compared with.
struct QuietPhase: LoadPhase {
  let name = "quiet"
  let scale: LoadScale

  func run(on rig: LoadRig) throws -> PhaseReport {
    let listeners = try Listeners(scale.clients / 10, on: rig)
    try rig.run(for: scale.listening, { listeners.clients })
    return try listeners.report(name)
  }
}

/// The bus is killed and comes back: so does motiond, and clients can claim again.
struct BusRestartPhase: LoadPhase {
  let name = "bus restart"
  let scale: LoadScale

  func run(on rig: LoadRig) throws -> PhaseReport {
    var before: Listeners? = try Listeners(scale.clients / 10, on: rig)
    try rig.run(for: 1, { before?.clients ?? [] })
    before = nil
    rig.bus.stop()
    try rig.bus.restart()
    let start = bootTime()
    // The same motiond: it has to find the bus again by itself.
    let listeners = try Listeners(scale.clients / 10, on: rig, fresh: false)
    // From any moment on a whole motion comes within this time.
    try rig.run(for: max(scale.listening, 4.5), { listeners.clients })
    // Its detectors began with the new claims, and not with the feed.
    var report = try listeners.report(name, isWhole: false)
    report.note = "claimed again after \((listeners.since - start) / 1_000_000) ms"
    return report
  }
}

/// motiond is killed in the middle of it all and started again: who was there can claim again.
struct DaemonRestartPhase: LoadPhase {
  let name = "daemon restart"
  let scale: LoadScale

  func run(on rig: LoadRig) throws -> PhaseReport {
    // A motiond whose clients hear motions, to be killed by the listeners below.
    let before = try Listeners(scale.clients / 10, on: rig)
    let listeners = try Listeners(before.clients.count, on: rig)
    try rig.run(for: scale.listening, { before.clients + listeners.clients })
    // They have nothing to do with the new one until they claim of it.
    let heard = before.clients.count { ($0.log.events.last?.at ?? 0) > listeners.since }
    var report = try listeners.report(name)
    if heard > 0 { report.problems.append("\(heard) clients heard what they had not claimed") }
    return report
  }
}
