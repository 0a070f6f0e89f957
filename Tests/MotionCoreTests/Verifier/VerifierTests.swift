// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import TestSupport
import Testing

/// Every recognizer on samples and random motions: see ``Verifier`` for what is checked.
@Suite struct VerifierTests {
  static let motions = TestMotion.samples + TestMotion.random + TestMotion.turning

  @Test(
    "what says to change nothing changes nothing",
    arguments: LongTests.pairs(Recognizer.all, motions, every: 24))
  func properties(_ recognizer: Recognizer, _ motion: TestMotion) {
    let verifier = Verifier(recognizer, motion)
    verifier.passingOfTime()
    verifier.rejectedReadings()
    verifier.timeShift()
    if recognizer.turnsWithDevice { verifier.rotation() }
    verifier.copies()
    verifier.breaks()
  }

  @Test(
    "the random motions are worth it: many lead to events of each kind, together to every one",
    .enabled(if: LongTests.areOn))
  func areEventful() {
    var words: Set<String> = []
    for recognizer in Recognizer.all {
      let shares = [TestMotion.random, TestMotion.turning].map { motions in
        let runs = motions.map { Verifier(recognizer, $0).plain.events }
        words.formUnion(runs.joined().map(\.word))
        return Double(runs.count { !$0.isEmpty }) / Double(runs.count)
      }
      #expect(shares.contains { $0 >= 1 / 6.0 }, "\(recognizer)")
    }
    let reasons = CancellationReason.allCases.map { "cancelled \($0.rawValue)" }
    #expect(words == Set(["began", "ended", "recognized"] + reasons))
  }

  /// To two periods at 25 Hz: where a swing stops is seen to a period, and the noise differs.
  private static let agreement: Int64 = 90_000_000

  @Test(
    "a sample means the same at every rate",
    arguments: SampleLibrary.scripts.map(\.key), [12.5, 25, 50, 200, 400])
  func rates(_ name: String, _ rate: Double) throws {
    let script = try #require(SampleLibrary.scripts.first { $0.key == name }?.value)
    func verifier(_ rate: Double) -> Verifier {
      let readings = script.recording(rate: rate, seed: 7).readings
      return Verifier(
        Recognizer.all[0],
        TestMotion(testDescription: "\(name) at \(rate) Hz", seed: 1, readings: readings))
    }
    let verified = verifier(rate)
    // Below 25 Hz only the grammar is promised, which every verifier checks.
    guard rate >= 25 else { return }
    let native = verifier(SampleLibrary.rate).plain.events
    verified.expect(verified.plain.events, native, "same at every rate") {
      $0.word == $1.word
        && abs($0.timestamp.nanoseconds(since: $1.timestamp)) < Self.agreement
    }
  }
}
