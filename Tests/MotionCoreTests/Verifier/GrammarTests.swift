// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import TestSupport
import Testing

/// The grammar holds for any input whatsoever, and no input stops the process.
///
/// The seed is the whole test: to see a failure again, run it with the seed that it printed.
@Suite struct GrammarTests {
  private static let seeds: ClosedRange<UInt64> = 1...LongTests.count(5, long: 60)
  private static let steps = 3000

  @Test("random input", arguments: Recognizer.all, seeds)
  func grammar(_ recognizer: Recognizer, _ seed: UInt64) {
    let context = "\(recognizer), seed \(seed)"
    var random = SeededGenerator(seed: seed)
    var stream = RandomStream(&random)
    var bank = recognizer.make()
    var grammar = Grammar()
    var last: Timestamp?
    for _ in 0..<Self.steps {
      let step = stream.next(&random)
      for event in bank.events(at: step) { grammar.check(event, context) }
      switch step {
      case .reading(let reading):
        guard reading.isPlausible else { continue }
        if let before = last, before.nanoseconds(since: reading.timestamp) > 250_000_000 {
          // What the reading cancelled still belonged to the epoch before.
          grammar.newEpoch()
          last = reading.timestamp
        } else {
          last = max(last ?? reading.timestamp, reading.timestamp)
        }
      case .time:
        break
      case .interruption:
        grammar.newEpoch()
        last = nil
      }
    }
    for event in bank.events(at: .interruption) { grammar.check(event, context) }
    grammar.finish(context)
  }

  @Test(
    "the random input is worth its name: it leads to every phase and reason",
    .enabled(if: LongTests.areOn))
  func isEventful() {
    var words: Set<String> = []
    for seed in Self.seeds {
      var random = SeededGenerator(seed: seed)
      var stream = RandomStream(&random)
      for recognizer in Recognizer.all {
        var bank = recognizer.make()
        for _ in 0..<Self.steps {
          words.formUnion(bank.events(at: stream.next(&random)).map(\.word))
        }
      }
    }
    let reasons = CancellationReason.allCases.map { "cancelled \($0.rawValue)" }
    #expect(words == Set(["began", "ended", "recognized"] + reasons))
  }
}
