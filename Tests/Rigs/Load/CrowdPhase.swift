// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis

/// Clients that claim, claim something else, release, leave and come back, as chance will have it.
struct CrowdPhase: LoadPhase {
  let name = "crowd"
  let scale: LoadScale
  let seed: UInt64

  func run(on rig: LoadRig) throws -> PhaseReport {
    let listeners = try Listeners(ClaimWish.all.count, on: rig)
    var crowd = try Crowd(scale.clients - listeners.clients.count, rig, seed)
    try rig.run(for: scale.churn, { listeners.clients + crowd.present }) { try crowd.act() }
    var report = try listeners.report(name, others: crowd.gone, present: crowd.present)
    report.clients = scale.clients
    report.note = "\(crowd.acts) acts, \(crowd.gone.count) left"
    return report
  }
}

/// Clients that come and go.
private struct Crowd {
  private let rig: LoadRig
  private var random: SeededGenerator
  private var members: [Member]
  /// The logs of clients that left.
  private(set) var gone: [ClientLog] = []
  /// The number of acts.
  private(set) var acts = 0

  private struct Member {
    var client: LoadClient?
    var nextAct: Int64
  }

  init(_ count: Int, _ rig: LoadRig, _ seed: UInt64) throws {
    self.rig = rig
    random = SeededGenerator(seed: seed)
    members = (0..<count).map { _ in Member(nextAct: 0) }
  }

  /// The clients on the bus.
  var present: [LoadClient] { members.compactMap(\.client) }

  /// Lets those do something whose time has come.
  mutating func act() throws {
    let now = bootTime()
    for index in members.indices where members[index].nextAct <= now {
      // Who waits for an answer is patient.
      guard members[index].client?.isWaiting != true else { continue }
      acts += 1
      members[index].nextAct = now + Int64.random(in: 100_000_000...4_000_000_000, using: &random)
      try act(index)
    }
  }

  private mutating func act(_ index: Int) throws {
    guard let client = members[index].client else {
      let client = try LoadClient(rig.bus.address)
      members[index].client = client
      return try client.ask(anyWish())
    }
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4: try client.ask(anyWish())
    case 4..<7: try client.ask(nil)
    default:
      client.leave()
      gone.append(client.log)
      members[index].client = nil
    }
  }

  private mutating func anyWish() -> ClaimWish? { ClaimWish.all.randomElement(using: &random) }
}
