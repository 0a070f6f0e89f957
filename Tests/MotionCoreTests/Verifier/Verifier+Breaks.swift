// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

/// What breaks a stream off, at every position.
extension Verifier {
  /// How a stream can break off.
  private enum Break: CaseIterable {
    /// A shell says so; the clock may then stand anywhere.
    case interruption
    /// No readings for a while.
    case gap
    /// The clock goes back.
    case jump
  }

  /// Whatever is open is cancelled once, and what follows is as for a fresh bank.
  func breaks() {
    var random = SeededGenerator(seed: motion.seed)
    var bank = recognizer.make()
    var grammar = Grammar()
    for (index, reading) in motion.readings.enumerated().dropLast() {
      let events = bank.events(at: .reading(reading))
      for event in events { grammar.check(event, context) }
      // To the end from some positions only, and wherever something happened.
      let isThorough =
        !events.isEmpty || Int.random(in: 0..<motion.readings.count, using: &random) < 6
      let rest = motion.readings[(index + 1)...].prefix(isThorough ? .max : 1)
      for kind in Break.allCases {
        check(kind, bank, grammar.open, after: reading, rest, &random)
      }
    }
  }

  private func check(
    _ kind: Break, _ bank: MotionPipeline, _ open: Set<MotionKind>, after last: Reading,
    _ rest: ArraySlice<Reading>, _ random: inout SeededGenerator
  ) {
    let silence = Int64.random(in: 1_000_000_000...100_000_000_000, using: &random)
    let shift =
      switch kind {
      case .interruption: Int64.random(in: -silence...silence, using: &random)
      case .gap: silence
      case .jump: -silence
      }
    let shifted = rest.map { $0.moved(shift: shift) }
    var bank = bank
    var fresh = recognizer.make()
    let interrupted = kind == .interruption ? bank.events(at: .interruption) : []
    let events = interrupted + bank.events(in: shifted)
    let where_ = "\(kind) after \(last.timestamp.nanoseconds) ns"

    let closing = events.prefix(open.count)
    #expect(Set(closing.map(\.kind)) == open, "\(where_) closes what is open: \(context)")
    let latest = kind == .gap ? shifted[0].timestamp : last.timestamp
    for event in closing {
      #expect(event.phase == .cancelled(.interrupted), "\(where_): \(context)")
      #expect(
        (last.timestamp...latest).contains(event.timestamp), "\(where_) has its time: \(context)")
    }
    expect(
      Array(events.dropFirst(open.count)), fresh.events(in: shifted), "\(where_), then as fresh")
    if kind == .interruption {
      #expect(interrupted.count == open.count, "\(where_) cancels at once: \(context)")
    }
  }
}
