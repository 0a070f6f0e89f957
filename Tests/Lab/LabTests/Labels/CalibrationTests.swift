// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

@testable import MotionLabels

/// Calibrations of synthetic people, with the real detector.
@Suite struct CalibrationTests {
  /// A shake at 4 Hz.
  private func swings(_ amplitude: Double, duration: Double = 0.5) -> [Reading] {
    MotionScript(
      "a shake", duration: 2 + duration, attitude: [0, 0.8, 0.6],
      [
        .swings(
          start: 1, duration: duration, frequency: 4, amplitude: amplitude, direction: [1, 0, 0])
      ]
    ).recording(rate: 100).readings
  }

  private func shakes(_ amplitudes: Double..., duration: Double = 0.5) -> [CalibrationPhase] {
    amplitudes.enumerated().map {
      CalibrationPhase("shake-\($0.offset)", .shake, swings($0.element, duration: duration))
    }
  }

  /// A device that lies still and reads `gravity` times what it should.
  private func still(_ gravity: Double = 1) -> CalibrationPhase {
    let script = MotionScript("", duration: 3, attitude: [0, 0, 1], [.letGo(at: 0)])
    return CalibrationPhase(
      "still", .still,
      script.recording(rate: 100).readings.map {
        Reading(timestamp: $0.timestamp, acceleration: $0.acceleration * gravity)
      })
  }

  private func sensitivity(_ phases: [CalibrationPhase]) throws -> Double {
    guard case .proposal(let proposal) = Calibration(phases).outcome else {
      throw NoProposal()
    }
    return proposal.sensitivity.value
  }

  private struct NoProposal: Error {}

  @Test("who shakes weakly is proposed a higher sensitivity than who shakes strongly")
  func strength() throws {
    let weak = try sensitivity(shakes(10, 10, 11) + [still()])
    let strong = try sensitivity(shakes(20, 20, 21) + [still()])
    #expect(weak > strong)
    // One weak shake is enough to need it.
    #expect(try sensitivity(shakes(20, 20, 10) + [still()]) == weak)
  }

  @Test("what is proposed finds every shake, and undoes nothing else")
  func holds() throws {
    let (phases, rough) = (shakes(14, 14, 15), swings(12))
    let free = try sensitivity(phases + [still()])
    let calibration = Calibration(phases + [CalibrationPhase("rough", .other, rough)])
    let ladder = CalibrationFinding(CalibrationPhase("rough", .other, rough), window: .seconds(1))
      .verdicts
    guard case .proposal(let proposal) = calibration.outcome else { throw NoProposal() }
    #expect(ladder[proposal.step] != .ended)
    #expect(calibration.trials.allSatisfy { $0.verdicts[proposal.step] == .ended })
    // The rough handling would pass for a shake at 1.
    #expect(ladder[20] == .ended && proposal.sensitivity.value <= free)
  }

  @Test("rough handling lowers the proposal, and the lost margin is reported")
  func bounded() throws {
    let phases = shakes(20, 20, 20)
    let calibration = Calibration(phases + [CalibrationPhase("rough", .other, swings(17))])
    guard case .proposal(let proposal) = calibration.outcome else { throw NoProposal() }
    #expect(try proposal.sensitivity.value < sensitivity(phases + [still()]))
    #expect(calibration.cautions.contains { $0.reason == "smallMargin" })
  }

  @Test("handling as strong as the shakes is a conflict")
  func conflict() {
    let phases = shakes(10, 10, 11) + [CalibrationPhase("rough", .other, swings(20))]
    guard case .refusal(let refusal) = Calibration(phases).outcome else {
      Issue.record("\(Calibration(phases).outcome)")
      return
    }
    #expect(refusal.reason == "conflict" && refusal.text.contains("rough"))
  }

  @Test("a trial without motion does not count, and is named")
  func noMotion() throws {
    let calibration = Calibration(shakes(20, 0, 20, 20) + [still()])
    #expect(calibration.cautions == [.noMotion(name: "shake-1")])
    #expect(try sensitivity(shakes(20, 0, 20, 20)) == sensitivity(shakes(20, 20, 20)))
    #expect(
      Calibration(shakes(20, 0, 20)).outcome == .refusal(.tooFewTrials(count: 2, needed: 3)))
  }

  @Test("shakes too weak for any sensitivity")
  func tooWeak() {
    #expect(
      Calibration(shakes(20, 4, 20)).outcome == .refusal(.shakesNotFound(names: ["shake-1"])))
  }

  @Test("for shakes that last too long a wider window is proposed, if it helps")
  func window() {
    let long = Calibration(shakes(30, 30, 30, duration: 1.4) + [still()])
    #expect(long.window == .seconds(1.5))
    #expect(
      long.cautions == [.longShakes(count: 3, total: 3, window: .seconds(1), wider: .seconds(1.5))])
    #expect(long.options?.hasSuffix(" --window 1.5") == true)

    let endless = Calibration(shakes(30, 30, 30, duration: 4) + [still()])
    #expect(endless.window == .seconds(1))
    #expect(endless.cautions == [.longShakes(count: 3, total: 3, window: .seconds(1), wider: nil)])

    let single = Calibration(
      shakes(20, 20) + shakes(30, duration: 1.4) + [still()])
    #expect(single.window == .seconds(1))
    #expect(single.cautions == [.longShakes(count: 1, total: 3, window: .seconds(1), wider: nil)])
    #expect(single.options?.contains("--window") == false)
  }

  @Test("a shake that is cut off is found, and the cut is reported")
  func cutOff() {
    var phases = shakes(20, 20, 20) + [still()]
    phases[2].readings.removeLast(100)
    #expect(Calibration(phases).cautions == [.brokeOff(name: "shake-2")])
  }

  @Test("|a| at rest, and a doubt if it is not gravity", arguments: [0.102, 0.85, 0.95, 1.05, 1.2])
  func gravity(_ factor: Double) throws {
    let calibration = Calibration(shakes(20, 20, 20) + [still(factor)])
    let rest = try #require(calibration.rest)
    #expect(abs(rest - 9.80665 * factor) < 0.02)
    #expect(calibration.cautions == (abs(factor - 1) < 0.1 ? [] : [.gravity(rest)]))
  }

  @Test("a device that moves is not at rest, and without a quiet phase that is reported")
  func notStill() {
    let moved = Calibration(
      shakes(20, 20, 20)
        + [CalibrationPhase("lap", .still, SampleLibrary.walk.recording(rate: 100).readings)])
    #expect(moved.rest == nil)
    #expect(moved.cautions == [.notStill(name: "lap")])
    #expect(Calibration(shakes(20, 20, 20)).cautions == [.nothingQuiet])
  }

  @Test("nothing at all is too few trials")
  func nothing() {
    let calibration = Calibration([])
    #expect(calibration.outcome == .refusal(.tooFewTrials(count: 0, needed: 3)))
    #expect(calibration.table.hasSuffix("too few to judge by; measure at least 3\n"))
  }
}
