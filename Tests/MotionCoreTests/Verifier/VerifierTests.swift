// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import TestSupport
import Testing

/// Every recognizer on samples and random motions: see ``Verifier`` for what is checked.
@Suite struct VerifierTests {
  static let motions = TestMotion.samples + TestMotion.random + TestMotion.turning
  private static let pairs = LongTests.pairs(Recognizer.all, motions, every: 12)
  private static let turned = LongTests.pairs(
    Recognizer.all.filter(\.turnsWithDevice), motions, every: 12)

  @Test("time may pass between any two readings", arguments: pairs)
  func passingOfTime(_ recognizer: Recognizer, _ motion: TestMotion) {
    Verifier(recognizer, motion).passingOfTime()
  }

  @Test("readings that are rejected change nothing", arguments: pairs)
  func rejectedReadings(_ recognizer: Recognizer, _ motion: TestMotion) {
    Verifier(recognizer, motion).rejectedReadings()
  }

  @Test("events move with the clock", arguments: pairs)
  func timeShift(_ recognizer: Recognizer, _ motion: TestMotion) {
    Verifier(recognizer, motion).timeShift()
  }

  @Test("events turn with the device", arguments: turned)
  func rotation(_ recognizer: Recognizer, _ motion: TestMotion) {
    Verifier(recognizer, motion).rotation()
  }

  @Test("a copy lives by itself", arguments: pairs)
  func copies(_ recognizer: Recognizer, _ motion: TestMotion) {
    Verifier(recognizer, motion).copies()
  }

  @Test("a stream may break off anywhere", arguments: pairs)
  func breaks(_ recognizer: Recognizer, _ motion: TestMotion) {
    Verifier(recognizer, motion).breaks()
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
