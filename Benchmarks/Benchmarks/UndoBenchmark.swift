// SPDX-License-Identifier: Apache-2.0

import CAllocations
import Foundation
import UndoKit

/// What registering, undoing and redoing cost as there is more of it.
///
/// The cost of one may not grow with their number, and when the manager goes nothing may be left on
/// the heap. Misuse of an `UndoManager` traps, so reaching the end shows correct use.
@MainActor
enum UndoBenchmark {
  private static let sizes = [10_000, 100_000, 1_000_000]
  /// How much dearer one operation may be among the most than among the fewest: memory that no
  /// longer fits the caches costs up to twice, while a quadratic cost would show as a hundredfold.
  private static let tolerance = 4.0

  static func run() {
    print("UndoKit      changes   ns each   ratio   MB before    full   after  blocks left")
    for workload in UndoWorkload.allCases {
      // What Foundation and Dispatch keep from their first use is not the manager's.
      workload.run(1000) {}
      var least: Double?
      for size in sizes {
        let cost = measure(workload, size)
        let ratio = cost.seconds / (least ?? cost.seconds)
        least = least ?? cost.seconds
        print(
          workload.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
            + String(
              format: "%12d %9.0f %7.2f %11.1f %7.1f %7.1f %12d", size, 1e9 * cost.seconds, ratio,
              cost.before, cost.full, cost.after, cost.blocksLeft))
        guard cost.blocksLeft == 0 else { Benchmarks.fail("the undo manager must not leak") }
        guard ratio < tolerance else { Benchmarks.fail("the cost must not grow with the number") }
      }
    }
  }

  private struct Cost {
    /// For making, undoing and redoing one change.
    let seconds: Double
    /// Resident memory in megabytes.
    let before, full, after: Double
    /// Of the heap.
    let blocksLeft: Int
  }

  private static func measure(_ workload: UndoWorkload, _ size: Int) -> Cost {
    trim_heap()
    let before = residentMegabytes()
    let blocks = live_allocations()
    var full = 0.0
    let seconds = Benchmarks.seconds {
      workload.run(size) { full = residentMegabytes() }
    }
    let blocksLeft = live_allocations() - blocks
    trim_heap()
    return Cost(
      seconds: seconds / Double(size), before: before, full: full, after: residentMegabytes(),
      blocksLeft: blocksLeft)
  }

  /// What Linux holds of this process in memory.
  private static func residentMegabytes() -> Double {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { Benchmarks.fail("no /proc/self/statm") }
    return pages * Double(getpagesize()) / 1e6
  }
}
