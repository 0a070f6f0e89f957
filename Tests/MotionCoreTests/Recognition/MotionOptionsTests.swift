// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MotionCore

@Suite("Options of kinds")
struct MotionOptionsTests {
  private static func options(
    _ sensitivity: Sensitivity?, _ numbers: [String: Double]
  ) throws -> MotionOptions {
    var options = MotionOptions(sensitivity: sensitivity)
    for (name, number) in numbers { try options.set(name, to: number) }
    return options
  }

  @Test("what is not set is taken from the defaults")
  func completed() throws {
    let defaults = try Self.options(.low, ["shake.window": 2, "freeFall.duration": 0.3])
    #expect(MotionOptions().completed(from: defaults) == defaults)
    let own = try Self.options(nil, ["shake.window": 3])
    #expect(
      own.completed(from: defaults)
        == (try Self.options(.low, ["shake.window": 3, "freeFall.duration": 0.3])))
  }

  @Test("a sensitivity of one's own decides the numbers that a sensitivity decides")
  func sensitivityDecides() throws {
    let defaults = try Self.options(.low, ["shake.window": 2, "freeFall.duration": 0.3])
    let own = MotionOptions(sensitivity: .high)
    #expect(own.completed(from: defaults) == (try Self.options(.high, ["shake.window": 2])))
    let both = try Self.options(.high, ["freeFall.duration": 0.1])
    #expect(
      both.completed(from: defaults)
        == (try Self.options(.high, ["shake.window": 2, "freeFall.duration": 0.1])))
  }

  @Test(
    "a number that an option does not take counts as the nearest that it does",
    arguments: MotionRegistry.all.flatMap { kind in kind.options.map { (kind.kind, $0) } })
  func nearest(kind: MotionKind, option: MotionOption) {
    for number in [-.infinity, -1e300, -1, 0, 0.4, 2.6, 1e9, 1e300, .infinity, Double.nan] {
      let configuration = MotionConfiguration(
        kind, numbers: [option.key: number, "swingsToEnd": number])
      let counted = configuration.numbers[option.key]
      #expect((counted == nil) == number.isNaN)
      if let counted {
        #expect(option.range.contains(counted) && (!option.isWhole || counted == counted.rounded()))
        #expect(!option.range.contains(number) || option.isWhole || counted == number)
      }
      // It must not trap.
      _ = MotionPipeline([configuration])
    }
  }

  @Test("durations of what is public are those of the options")
  func durations() {
    #expect(
      MotionConfiguration.shake(ShakeConfiguration(window: .seconds(1_000_000), swingsToBegin: 9))
        == .shake(ShakeConfiguration(window: .seconds(60), swingsToBegin: 4)))
    #expect(MotionConfiguration.still(duration: .zero) == .still(duration: .seconds(1)))
    #expect(MotionConfiguration.freeFall(duration: .seconds(9)) == .freeFall(duration: .seconds(2)))
  }

  @Test("an option is described with its default, or by what decides it")
  func defaultText() throws {
    let texts = MotionRegistry.all.flatMap { kind in
      kind.options.map { "\(kind.kind).\($0.key): \($0.defaultText)" }
    }
    #expect(
      texts == [
        "shake.window: 1 s", "shake.swings: 2", "shake.long: cancels",
        "freeFall.duration: by sensitivity",
        "still.duration: 5 s",
      ])
  }

  @Test("beside double taps, a tap comes once it cannot be half of one")
  func tapsBesideDoubleTaps() {
    let options = MotionOptions(sensitivity: .low)
    #expect(options.configurations(of: [.tap]) == [.tap(sensitivity: .low)])
    #expect(
      options.configurations(of: [.tap, .doubleTap]) == [
        .tap(sensitivity: .low, waitsForDoubleTap: true),
        .doubleTap(sensitivity: .low),
      ])
  }

  @Test("a rate carries a kind, or it does not; sensors are off by some percent")
  func rates() throws {
    let tap = try #require(MotionRegistry[.tap])
    #expect([89, 91, 100].map { tap.isCarried(at: $0) } == [false, true, true])
    #expect([179, 181, 400].map { tap.isFull(at: $0) } == [false, true, true])
    #expect(tap.obstacle(at: 100) == nil)
    #expect(
      tap.obstacle(at: 49.95) == "tap needs readings at 100 Hz or more, and these come at 50.0 Hz")
    for description in MotionRegistry.all {
      #expect(description.leastRate <= description.fullRate, "\(description.kind)")
    }
  }

  @Test("the rate of readings is that of most of them; gaps and batches do not matter")
  func rateOfReadings() {
    func readings(_ milliseconds: [Int64]) -> [Reading] {
      milliseconds.map {
        Reading(timestamp: Timestamp(nanoseconds: $0 * 1_000_000), acceleration: [0, 0, 9.8])
      }
    }
    #expect(readings([0, 20, 40, 1000, 1020]).rate == 50)
    #expect(readings([0]).rate == nil)
    #expect(readings([7, 7, 7]).rate == nil)
  }
}

@Suite struct DemandTests {
  @Test("a demand asks for the rate of its most demanding motion; nothing asks for none")
  func rate() {
    #expect(Demand().rate == nil)
    #expect(Demand([.shake()]).rate == 100)
    #expect(Demand([.shake(), .freeFall()]).rate == 100)
    #expect(Demand(wantsReadings: true).rate == Demand.readingsRate)
    for description in MotionRegistry.all {
      let wanted = MotionOptions().configurations(of: [description.kind])
      #expect(Demand(wanted).rate == description.rate, "\(description.kind)")
      #expect(
        Demand(wanted, wantsReadings: true).rate == max(description.rate, Demand.readingsRate))
    }
  }
}
