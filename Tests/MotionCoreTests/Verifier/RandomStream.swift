// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis

/// Random input that a detector finds hard: shakes, falls, taps, rest, garbage, gaps, jumps of the
/// clock.
struct RandomStream {
  private enum Mood: CaseIterable {
    case rest
    case swings
    case noise
    case garbage
    case fall
    case taps
  }

  private var clock: Timestamp
  private var mood = Mood.rest
  private var direction = SIMD3<Double>(1, 0, 0)
  private var amplitude = 20.0
  private var frequency = 5.0
  private var period: Int64 = 10_000_000

  init(_ random: inout SeededGenerator) {
    // Now and then at the very end of the times that readings have.
    let starts = [
      0, 1_700_000_000_000_000_000, -Timestamp.limit, Timestamp.limit - 5_000_000_000,
    ]
    clock = Timestamp(nanoseconds: starts.randomElement(using: &random) ?? 0)
  }

  mutating func next(_ random: inout SeededGenerator) -> StreamStep {
    switch Int.random(in: 0..<400, using: &random) {
    case 0:
      return .interruption
    case 1...2:
      let silence = Int64.random(in: -1...600_000_000, using: &random)
      return .time(clock.advanced(byNanoseconds: silence))
    case 3:
      clock = clock.advanced(byNanoseconds: Int64.random(in: 0...2_000_000_000, using: &random))
    case 4:
      clock = clock.advanced(byNanoseconds: -Int64.random(in: 0...600_000_000, using: &random))
    case 5:
      // One in five is beyond them.
      let times = Int64.random(in: .min ... .max, using: &random)
      clock = Timestamp(nanoseconds: Int.random(in: 0..<5, using: &random) > 1 ? times / 2 : times)
    case 6...12:
      change(&random)
    default:
      clock = clock.advanced(byNanoseconds: period)
    }
    return .reading(Reading(timestamp: clock, acceleration: value(&random)))
  }

  private mutating func change(_ random: inout SeededGenerator) {
    mood = Mood.allCases.randomElement(using: &random) ?? .rest
    direction = random.direction()
    amplitude = Double.random(in: 1...120, using: &random)
    frequency = Double.random(in: 0.5...15, using: &random)
    let periods: [Int64] = [80_000_000, 40_000_000, 20_000_000, 10_000_000, 2_500_000]
    period = periods.randomElement(using: &random) ?? period
  }

  private func value(_ random: inout SeededGenerator) -> SIMD3<Double> {
    let gravity = SIMD3(0, 0, 9.8)
    switch mood {
    case .fall:
      return random.normalVector(deviation: 0.5)
    case .taps:
      return gravity + (Int.random(in: 0..<60, using: &random) == 0 ? direction * amplitude : .zero)
    case .rest:
      return gravity
    case .swings:
      let turns = frequency * Double(clock.nanoseconds % 1_000_000_000) * 1e-9
      // A triangle wave: no need of a sine to swing.
      let swing = 4 * abs(turns - turns.rounded(.down) - 0.5) - 1
      return gravity + direction * amplitude * swing
    case .noise:
      return gravity + random.normalVector(deviation: amplitude)
    case .garbage:
      let odd = [.nan, .infinity, -.infinity, 1e308, -1e308, 400, -400, 401, 0, -0.0, 1e-300]
      return SIMD3(
        odd.randomElement(using: &random) ?? 0, odd.randomElement(using: &random) ?? 0,
        odd.randomElement(using: &random) ?? 0)
    }
  }
}
