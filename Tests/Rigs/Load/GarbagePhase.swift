// SPDX-License-Identifier: Apache-2.0

import MotionSynthesis

/// Calls that make no sense, in numbers: each is answered, and listeners do not notice.
struct GarbagePhase: LoadPhase {
  let name = "garbage"
  let scale: LoadScale
  let seed: UInt64

  /// Fewer than the 8192 answers that the bus lets one client wait for.
  private static let mostWaiting = 2000

  func run(on rig: LoadRig) throws -> PhaseReport {
    var listeners = try Listeners(scale.clients / 10, on: rig)
    let offenders = try rig.clients(4)
    let all = listeners.clients + offenders
    var random = SeededGenerator(seed: seed)
    let tally = Tally()
    func flood() throws {
      let end = tally.sent + scale.flood
      try rig.run(all, until: "the flood was answered") {
        for _ in 0..<50 where tally.sent < end && tally.waiting < Self.mostWaiting {
          guard let offender = offenders.randomElement(using: &random) else { break }
          try Nonsense.random(using: &random).send(on: offender.bus, tally)
        }
        return tally.sent == end && tally.waiting == 0
      }
    }
    // The first shows how much memory a flood takes for its time, the second whether it is given
    // back.
    try flood()
    listeners.weigh()
    try flood()
    try rig.run(for: scale.listening, { all })
    for offender in offenders { offender.leave() }
    var report = try listeners.report(name)
    report.note = "\(tally.sent) calls: \(tally.taken) taken, \(tally.refused) refused"
    if tally.failed > 0 { report.problems.append("\(tally.failed) calls had no answer") }
    return report
  }
}
