// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionEvaluation

/// Readings a second through the whole pipeline and through each other project's rule, on one core.
///
/// Round by round every contender reads the same stream; the best round of each counts, because
/// what disturbs a round only ever makes it slower.
enum DetectionBenchmark {
  private static let rounds = 15
  private static let passes = 10
  private static let goal = 20e6

  static func run() {
    let readings = MixedStream.readings()
    let contenders = [Contender.pipeline] + Baselines.all().map { Contender.baseline($0) }
    let expected = contenders.map { $0.run(readings) }
    var best = contenders.map { _ in Double.infinity }
    for _ in 0..<rounds {
      for (index, contender) in contenders.enumerated() {
        let seconds = Benchmarks.seconds {
          for _ in 0..<passes where contender.run(readings) != expected[index] {
            Benchmarks.fail("\(contender.name): other events from the same readings")
          }
        }
        best[index] = min(best[index], seconds / Double(passes * readings.count))
      }
    }
    print("name             M readings/s   ns each   ratio   events  checksum")
    for ((contender, outcome), seconds) in zip(zip(contenders, expected), best) {
      print(
        contender.name.padding(toLength: 16, withPad: " ", startingAt: 0)
          + String(
            format: "%13.2f %9.2f %7.2f %8d  %016lx", 1e-6 / seconds, 1e9 * seconds,
            best[0] / seconds, outcome.events, outcome.checksum))
    }
    let reached = 1 / best[0] >= goal
    print("goal for motiond: \(Int(goal * 1e-6)) M readings/s, \(reached ? "reached" : "missed")")
    ClaimsBenchmark.run(readings)
  }
}
