// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore

/// The cost of many claims of one stream, and of every kind of motion; readings must do without the
/// heap.
///
/// Shakes in the mixed stream, one claim and 200; then each kind alone, and all together, on the
/// samples.
enum ClaimsBenchmark {
  private static let rounds = 10

  /// Prints the table; `shakes` are readings with shakes among them.
  static func run(_ shakes: [Reading]) {
    guard Benchmarks.allocations(in: { Array(shakes) + shakes }) > 0 else {
      Benchmarks.fail("allocations are not counted here")
    }
    print("\nclaims           ns each    ms/s at 100 Hz   events  heap allocations")
    measure(.pipeline("1 shake", [.shake()]), shakes)
    measure(.pipeline("200 shakes", many), shakes)
    let samples = MixedStream.samples()
    let options = MotionOptions()
    for kind in MotionRegistry.kinds {
      measure(.pipeline("\(kind)", options.configurations(of: [kind])), samples)
    }
    measure(.pipeline("all kinds", options.configurations(of: MotionRegistry.kinds)), samples)
    checkGap(shakes)
  }

  /// Claims that joined at different readings share their signal from a gap on: that must not
  /// allocate either.
  private static func checkGap(_ readings: [Reading]) {
    var pipeline = MotionPipeline([])
    var wanted: Set<MotionConfiguration> = []
    for (claim, reading) in zip(many, readings) {
      wanted.insert(claim)
      pipeline.reconcile(wanted) { _, _ in }
      pipeline.process(reading) { _, _ in }
    }
    var late = readings[many.count]
    late.timestamp = late.timestamp.advanced(byNanoseconds: 1_000_000_000)
    let count = Benchmarks.allocations { pipeline.process(late) { _, _ in } }
    guard pipeline.statistics.breaks == 1 else { Benchmarks.fail("there was to be a gap") }
    guard count == 0 else { Benchmarks.fail("\(count) heap allocations at a gap") }
  }

  /// 200 claims that differ in sensitivity and window.
  private static var many: Set<MotionConfiguration> {
    Set(
      (0..<200).map { index in
        .shake(
          ShakeConfiguration(
            sensitivity: Sensitivity(Double(index % 50) / 49) ?? .medium,
            window: .milliseconds(500 + 250 * (index / 50))))
      })
  }

  private static func measure(_ contender: Contender, _ readings: [Reading]) {
    let outcome = contender.run(readings)
    let count =
      Benchmarks.allocations { contender.run(readings) }
      - Benchmarks.allocations { contender.run([]) }
    let seconds = (0..<rounds).map { _ in Benchmarks.seconds { _ = contender.run(readings) } }
    let each = (seconds.min() ?? 0) / Double(readings.count)
    print(
      contender.name.padding(toLength: 15, withPad: " ", startingAt: 0)
        + String(
          format: "%9.1f %17.3f %8d %17d", 1e9 * each, 1e5 * each, outcome.events, count))
    guard count == 0 else { Benchmarks.fail("\(contender.name): a reading must not allocate") }
    guard outcome.events > 0 else { Benchmarks.fail("\(contender.name): no events to measure") }
  }
}
