// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

/// What changes nothing, or only what it says.
extension Verifier {
  /// Time passes between readings, however they are split into batches.
  func passingOfTime() {
    var random = SeededGenerator(seed: motion.seed)
    let run = run { after, before in
      guard let after = after?.timestamp, Bool.random(using: &random) else { return [] }
      // Behind the last reading only 250 ms are no gap.
      let latest = before?.timestamp ?? after.advanced(byNanoseconds: 250_000_000)
      let span = latest.nanoseconds(since: after)
      return (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let passed = Int64.random(in: -1_000_000_000...span, using: &random)
        return .time(after.advanced(byNanoseconds: passed))
      }
    }
    expect(run.events, plain.events, "time passing changes nothing")
    #expect(run.statistics == plain.statistics, "time passing counts nothing: \(context)")
  }

  /// Readings that are repeated, late, not numbers or beyond all measure.
  func rejectedReadings() {
    var random = SeededGenerator(seed: motion.seed)
    var statistics = plain.statistics
    let run = run { after, before in
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        guard let after else { return [] }
        statistics.late += 1
        let back = Int64.random(in: 0...250_000_000, using: &random)
        return [
          .reading(
            Reading(
              timestamp: after.timestamp.advanced(
                byNanoseconds: Bool.random(using: &random) ? -back : 0),
              acceleration: random.normalVector(deviation: 30)))
        ]
      case 1:
        statistics.implausible += 1
        var acceleration = random.normalVector(deviation: 30)
        let odd = [.nan, .infinity, -.infinity, 1e308, -1e308, 400.1, -400.1]
        acceleration[Int.random(in: 0..<3, using: &random)] =
          odd.randomElement(using: &random) ?? .nan
        let anywhere = Timestamp(nanoseconds: Int64.random(in: .min ... .max, using: &random))
        let between = (before ?? after)?.timestamp ?? anywhere
        return [
          .reading(
            Reading(
              timestamp: Bool.random(using: &random) ? between : anywhere,
              acceleration: acceleration))
        ]
      default:
        return []
      }
    }
    expect(run.events, plain.events, "late and implausible readings change nothing")
    #expect(run.statistics == statistics, "rejected readings are counted: \(context)")
  }

  /// The clock stands elsewhere.
  func timeShift() {
    let length = motion.readings.last?.timestamp.nanoseconds ?? 0
    // A second from the end there is room for the moment at which the stream is given up.
    let latest = Timestamp.limit - length - 1_000_000_000
    for shift in [-Timestamp.limit, -1, 1, 1_700_000_000_000_000_000, latest] {
      let run = Run(
        recognizer.make(),
        motion.readings.map { .reading($0.moved(shift: shift)) })
      expect(
        run.events.map { $0.moved(shift: 0 &- shift) }, plain.events, "events move with the clock")
    }
  }

  /// The sensor is mounted otherwise.
  ///
  /// The same events with turned vectors, to 10⁻⁶ m/s². Rounding could move an event by a reading;
  /// then its vectors are those of that moment.
  func rotation() {
    var random = SeededGenerator(seed: motion.seed)
    let timestamps = motion.readings.map(\.timestamp)
    let period =
      zip(timestamps.dropFirst(), timestamps).map { $0.nanoseconds(since: $1) }.min() ?? 0
    for _ in 0..<4 {
      let rotation = Rotation(&random)
      let run = Run(
        recognizer.make(),
        motion.readings.map { .reading($0.moved(rotation: rotation)) })
      expect(
        run.events, plain.events.map { $0.moved(rotation: rotation) }, "events turn with the device"
      ) { $0.isClose(to: $1, within: period) }
    }
  }

  /// A bank is a value: a copy lives by itself.
  func copies() {
    var random = SeededGenerator(seed: motion.seed)
    for _ in 0..<4 {
      let position = Int.random(in: 0..<motion.readings.count, using: &random)
      var bank = recognizer.make()
      let start = bank.events(in: motion.readings[..<position])
      var copy = bank
      for steps in 0..<2 {
        let rest =
          bank.events(in: motion.readings[position...]) + bank.events(at: .interruption)
        expect(start + rest, plain.events, "copy \(steps) at reading \(position)")
        swap(&bank, &copy)
      }
    }
  }
}
