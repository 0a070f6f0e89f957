// SPDX-License-Identifier: Apache-2.0

import CAllocations
import Foundation

/// Tables: detection, readings a second on one core; claims, what each kind and many claims cost;
/// touches, what a frame costs; and undo, what a registration costs.
@main
enum Benchmarks {
  @MainActor
  static func main() {
    DetectionBenchmark.run()
    TouchBenchmark.run()
    TouchDeliveryBenchmark.run()
    TouchGrowthBenchmark.run()
    UndoBenchmark.run()
  }

  static func fail(_ problem: String) -> Never {
    print(problem)
    exit(EXIT_FAILURE)
  }

  static func seconds(_ body: () -> Void) -> Double {
    let duration = ContinuousClock().measure(body).components
    return Double(duration.seconds) + Double(duration.attoseconds) * 1e-18
  }

  /// The processor's time for `body`, whatever else the machine does.
  static func processorSeconds(_ body: () -> Void) -> Double {
    let before = processorTime()
    body()
    return processorTime() - before
  }

  /// The processor's time of this thread, in seconds.
  static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The number of heap allocations in `body`.
  static func allocations<Result>(in body: () -> Result) -> UInt {
    let before = allocation_count()
    withExtendedLifetime(body()) {}
    return allocation_count() - before
  }
}
