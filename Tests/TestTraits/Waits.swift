// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import Synchronization
import Testing

/// The trait of tests that block: their bodies run on threads of their own.
///
/// Swift Testing runs all tests on Swift's pool, which has one thread for each processor. A test
/// that blocks there, such as one that reads what a process prints, keeps all others from running.
///
/// A body on the main actor runs there all the same, and holds up all tests of the main actor:
/// whatever blocks must not be isolated to it.
package struct Waits: SuiteTrait, TestTrait, TestScoping {
  fileprivate let threads: WaitingThreads
  package var isRecursive: Bool { true }

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(threads) { try await body() }
  }
}

extension Trait where Self == Waits {
  /// Tests that wait for processes, sockets or other threads, on threads of their own.
  package static var waits: Self { Self(threads: .many) }

  /// Tests of how a process ends, which must get their turn at once: as long as such a process has
  /// ended and its test has no turn, Swift Testing's own thread asks the kernel without a pause.
  package static var exits: Self { Self(threads: .few) }
}

/// Threads that may block.
private final class WaitingThreads: TaskExecutor {
  /// So many commands run at once: more would only wait for a processor.
  static let many = WaitingThreads(16)
  static let few = WaitingThreads(2)

  private let jobs = Mutex<[UnownedJob]>([])
  private let waiting = DispatchSemaphore(value: 0)

  private init(_ count: Int) {
    for _ in 0..<count { Thread { self.run() }.start() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    waiting.signal()
  }

  private func run() -> Never {
    while true {
      waiting.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Not under a sanitizer, which needs `/proc`, and much memory.
  package static var unsanitized: Self {
    .enabled(if: ProcessInfo.processInfo.environment["MOTION_SANITIZER"] == nil, "a sanitizer")
  }
}

extension Trait where Self == TimeLimitTrait {
  /// The limit of an asynchronous wait that only a broken program reaches.
  package static var deadline: Self { .timeLimit(.minutes(30)) }
}
