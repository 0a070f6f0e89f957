// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LinuxSupport
import MotionCore
import Synchronization
import TestSupport
import TestTraits
import Testing

@Suite(.waits) struct LoopQueueTests {
  private func event(
    _ phase: MotionEvent.Phase, _ time: Int64, _ kind: MotionKind = .shake
  ) -> MotionEvent {
    MotionEvent(kind, phase, at: Timestamp(nanoseconds: time))
  }

  @Test("each iterator has its own copy, from the first motion that begins after it was made")
  func copies() async {
    let queue = LoopQueue<EventBacklog>()
    queue.put(event(.began, 1))
    var first = queue.makeIterator(of: queue)
    var second = queue.makeIterator(of: queue)
    queue.put(event(.ended, 2))
    queue.put(event(.recognized, 3, .tap))
    queue.put(event(.began, 4))
    var third = queue.makeIterator(of: queue)
    queue.close()
    let tail = [event(.recognized, 3, .tap), event(.began, 4), event(.cancelled(.interrupted), 4)]
    for expected in [event(.began, 1), event(.ended, 2)] + tail {
      #expect(await first.next(isolation: nil) == expected)
    }
    for expected in tail { #expect(await second.next(isolation: nil) == expected) }
    #expect(await first.next(isolation: nil) == nil)
    #expect(await second.next(isolation: nil) == nil)
    #expect(await third.next(isolation: nil) == nil)
    var late = queue.makeIterator(of: queue)
    #expect(await late.next(isolation: nil) == nil)
  }

  @Test(
    "a slow iterator loses whole motions of its own alone, and gets those after it has caught up")
  func slow() async {
    let queue = LoopQueue<EventBacklog>()
    var slow = queue.makeIterator(of: queue)
    var quick = queue.makeIterator(of: queue)
    for number in 0..<Int64(400) {
      let event = event(number.isMultiple(of: 2) ? .began : .ended, number)
      queue.put(event)
      #expect(await quick.next(isolation: nil) == event)
    }
    for number in 0..<Int64(EventBacklog.capacity) {
      let event = event(number.isMultiple(of: 2) ? .began : .ended, number)
      #expect(await slow.next(isolation: nil) == event)
    }
    for event in [event(.began, 1000), event(.ended, 1001), event(.began, 1002)] {
      queue.put(event)
      #expect(await slow.next(isolation: nil) == event)
    }
    // One that is open at the end is cancelled.
    queue.close()
    #expect(await slow.next(isolation: nil) == event(.cancelled(.interrupted), 1002))
    #expect(await slow.next(isolation: nil) == nil)
  }

  @Test("of readings the newest wait for each iterator; what a slow one lost is counted")
  func readings() async {
    let queue = LoopQueue<LooseElements<Reading>>(newest: 8)
    func reading(_ time: Int) -> Reading {
      Reading(timestamp: Timestamp(nanoseconds: Int64(time)), acceleration: [0, 0, 9.8])
    }
    var slow = queue.makeIterator(of: queue)
    var quick = queue.makeIterator(of: queue)
    let count = 11
    for time in 0..<count {
      queue.put(reading(time))
      #expect(await quick.next(isolation: nil) == reading(time))
    }
    #expect(queue.dropped == 3)
    queue.close()
    var late: [Reading] = []
    while let reading = await slow.next(isolation: nil) { late.append(reading) }
    #expect(late == (3..<count).map(reading))
    #expect(await quick.next(isolation: nil) == nil)
    #expect(queue.dropped == 3)
  }

  @Test("a loop that is left leaves the others alone; the last that is cancelled is told of")
  func leaving() async {
    let queue = LoopQueue<EventBacklog>()
    let (cancellations, told) = AsyncStream<Void>.makeStream()
    queue.onCancel { told.yield() }
    do {
      var left = queue.makeIterator(of: queue)
      queue.put(event(.began, 1))
      #expect(await left.next(isolation: nil) == event(.began, 1))
    }
    var rest = queue.makeIterator(of: queue)
    func loop() -> Task<Void, Never> {
      var iterator = queue.makeIterator(of: queue)
      return Task { while await iterator.next(isolation: nil) != nil {} }
    }
    let cancelled = loop()
    cancelled.cancel()
    await cancelled.value
    queue.put(event(.began, 2))
    #expect(await rest.next(isolation: nil) == event(.began, 2))
    let last = Task { [rest] in
      var rest = rest
      return await rest.next(isolation: nil)
    }
    last.cancel()
    #expect(await last.value == nil)
    told.finish()
    var count = 0
    for await _ in cancellations { count += 1 }
    #expect(count == 1)
  }

  @Test("a loop is resumed without the lock of the queue, which its cancellation takes")
  func resuming() async {
    let queue = LoopQueue<EventBacklog>()
    let executor = HandExecutor(queue)
    let next = Task(executorPreference: executor) {
      var iterator = queue.makeIterator(of: queue)
      return await iterator.next()
    }
    // The loop begins, and waits.
    for await _ in executor.jobs.prefix(1) { executor.run() }
    queue.put(event(.began, 1))
    #expect(executor.isLocked == [false, false])
    let rest = Task { for await _ in executor.jobs { executor.run() } }
    #expect(await next.value == event(.began, 1))
    rest.cancel()
  }
}

/// Keeps the jobs of a loop, and notes for each whether the queue was locked when it came.
private final class HandExecutor: TaskExecutor {
  let jobs: AsyncStream<Void>
  private let came: AsyncStream<Void>.Continuation
  private let state = Mutex<(waiting: [UnownedJob], isLocked: [Bool])>(([], []))
  private let queue: LoopQueue<EventBacklog>

  init(_ queue: LoopQueue<EventBacklog>) {
    self.queue = queue
    (jobs, came) = AsyncStream.makeStream()
  }

  var isLocked: [Bool] { state.withLock { $0.isLocked } }

  func enqueue(_ job: consuming ExecutorJob) {
    let looked = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [queue] in
      _ = queue.dropped
      looked.signal()
    }
    // Only a locked queue reaches the deadline.
    let isLocked = looked.wait(timeout: Deadline.dispatch) == .timedOut
    let job = UnownedJob(job)
    state.withLock { state in
      state.waiting.append(job)
      state.isLocked.append(isLocked)
    }
    came.yield()
  }

  /// Runs the jobs that came, on the thread of the caller.
  func run() {
    for job in state.withLock({ state in
      defer { state.waiting = [] }
      return state.waiting
    }) { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
