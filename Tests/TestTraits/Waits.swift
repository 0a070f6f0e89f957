// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
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
  package var isRecursive: Bool { true }

  package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await body() }
  }
}

extension Trait where Self == Waits {
  /// Tests that wait for processes, sockets or other threads, on threads of their own.
  package static var waits: Self { Self() }
}

/// Threads that may block.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()

  /// So many commands run at once: more would only wait for a processor.
  private static let count = 16
  private let jobs = Mutex<[UnownedJob]>([])
  private let waiting = DispatchSemaphore(value: 0)

  private init() {
    for _ in 0..<Self.count {
      var thread = pthread_t()
      let error = pthread_create(&thread, nil, { _ in WaitingThreads.shared.run() }, nil)
      precondition(error == 0, "pthread_create: \(error)")
    }
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

extension Trait where Self == TimeLimitTrait {
  /// The limit of an asynchronous wait that only a broken program reaches.
  package static var deadline: Self { .timeLimit(.minutes(30)) }
}
