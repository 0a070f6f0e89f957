// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import BusTestSupport
import Glibc

/// motiond on a real bus, under load and when things break: `Tests/Rigs/Load/run`.
///
/// Its verdict is about losses, order, memory and crashes; times are shown without a verdict.
@main
struct MotionLoad: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "MotionLoad",
    abstract: "Put motiond under load on a bus of its own, and count what was lost.")

  @Flag(help: "A tenth of the clients, for a few seconds, and no verdict on memory.")
  var short = false

  @Option(help: "What the clients do follows from this number.")
  var seed: UInt64 = 1

  @Flag(help: "Attacks, one after the other, and what a good client notices of them.")
  var hostile = false

  @Option(help: "With --hostile: the time of each measurement, in seconds.")
  var seconds: Double = 5

  @Option(help: "With --hostile: these attacks alone.")
  var only: [Attack] = []

  @Flag(help: "A day of readings through all detectors and through motiond.")
  var soak = false

  @Option(help: "With --soak: the simulated time.")
  var hours = 24

  @Option(help: .hidden) var attack: Attack?
  @Option(help: .hidden) var address: String?
  @Option(help: .hidden) var aim: String?

  func run() throws {
    // A client or a daemon that is gone is noticed when it is written to.
    signal(SIGPIPE, SIG_IGN)
    guard PrivateBus.isInstalled else {
      print("dbus-daemon is missing: apt-get install dbus")
      throw ExitCode(69)
    }
    if let attack, let address, let aim { try attack.run(on: address, at: aim) }
    if soak {
      guard try Soak(hours: hours, seed: seed).run() else { throw ExitCode.failure }
      return
    }
    if hostile {
      let all = Attack.allCases.filter { $0 != .target }
      let table = HostileTable(seconds: seconds, attacks: only.isEmpty ? all : only)
      guard try table.run() else { throw ExitCode.failure }
      return
    }
    let scale = short ? LoadScale.short : .full
    let rig = try LoadRig(scale)
    defer { rig.stop() }
    let phases: [any LoadPhase] = [
      QuietPhase(scale: scale), DeafPhase(scale: scale), CrowdPhase(scale: scale, seed: seed),
      GarbagePhase(scale: scale, seed: seed), BusRestartPhase(scale: scale),
      DaemonRestartPhase(scale: scale),
    ]
    print(PhaseReport.header)
    var isFine = true
    // Nothing is the matter in the first.
    for phase in short ? phases.dropFirst() : phases[...] {
      let report = try phase.run(on: rig)
      print(report.row)
      for problem in report.problems(judgingMemory: !short) {
        print("  \(phase.name): \(problem)")
        isFine = false
      }
      fflush(nil)
    }
    guard isFine else { throw ExitCode.failure }
  }
}

/// The amount of load.
struct LoadScale {
  /// The number of clients that come and go.
  let clients: Int
  /// The time for which they do, in seconds.
  let churn: Double
  /// The time for which a quiet crowd listens while something else goes wrong, in seconds.
  let listening: Double
  /// The number of calls of a flood.
  let flood: Int

  /// The time for motiond to warm up before its memory is measured, in seconds.
  let warmUp: Double

  static let full = LoadScale(
    clients: 200, churn: 60, listening: 8, flood: 20_000, warmUp: 3)
  static let short = LoadScale(clients: 20, churn: 5, listening: 2.5, flood: 1000, warmUp: 0)
}
