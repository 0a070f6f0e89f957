// SPDX-License-Identifier: Apache-2.0

/// Clients that listen, and nothing else happens: what the other phases are to be compared with.
struct QuietPhase: LoadPhase {
  let name = "quiet"
  private let scale: LoadScale

  init(_ scale: LoadScale) {
    self.scale = scale
  }

  func run(on rig: LoadRig) throws -> PhaseReport {
    let listeners = try Listeners(scale.clients / 10, on: rig)
    try rig.run(for: scale.listening, { listeners.clients })
    return try listeners.report(name)
  }
}
