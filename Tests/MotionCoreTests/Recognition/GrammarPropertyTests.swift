import MotionCore
import MotionTools
import Testing

/// The grammar holds for any input whatsoever, and no input stops the process.
///
/// The seed is the whole test: to see a failure again, run it with the seed that it printed.
@Suite struct GrammarPropertyTests {
  @Test("random input", arguments: 1...200)
  func grammar(_ seed: UInt64) {
    let context = "seed \(seed)"
    var random = SeededGenerator(seed: seed)
    var stream = RandomStream(&random)
    var bank = DetectorBank(shake: configuration(&random))
    var grammar = Grammar()
    var last: Timestamp?
    for _ in 0..<3000 {
      switch stream.next(&random) {
      case .reading(let reading):
        bank.process(reading) { grammar.take($0, context) }
        guard reading.isPlausible else { continue }
        if let before = last, before.nanoseconds(since: reading.timestamp) > 250_000_000 {
          // What the reading cancelled still belonged to the epoch before.
          grammar.newEpoch()
          last = reading.timestamp
        } else {
          last = max(last ?? reading.timestamp, reading.timestamp)
        }
      case .time(let now):
        bank.advance(to: now) { grammar.take($0, context) }
      case .interruption:
        bank.interrupt { grammar.take($0, context) }
        grammar.newEpoch()
        last = nil
      }
    }
    bank.interrupt { grammar.take($0, context) }
    grammar.finish(context)
  }

  @Test("the random input is worth its name: it leads to every phase and reason")
  func isEventful() {
    var words: Set<String> = []
    for seed: UInt64 in 1...200 {
      var random = SeededGenerator(seed: seed)
      var stream = RandomStream(&random)
      var bank = DetectorBank(shake: configuration(&random))
      for _ in 0..<3000 {
        guard case .reading(let reading) = stream.next(&random) else { continue }
        bank.process(reading) { words.insert($0.word) }
      }
    }
    let reasons = CancellationReason.allCases.map { "cancelled \($0.rawValue)" }
    #expect(words == Set(["began", "ended"] + reasons))
  }

  private func configuration(_ random: inout SeededGenerator) -> ShakeConfiguration {
    ShakeConfiguration(
      sensitivity: [.low, .medium, .high].randomElement(using: &random) ?? .medium,
      window: Double.random(in: 0.01...2, using: &random))
  }
}
