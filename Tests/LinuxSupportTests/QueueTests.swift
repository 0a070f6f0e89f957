// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import LinuxSupport
import MotionCore
import SystemPackage
import TestSupport
import TestTraits
import Testing

/// Objects that are bound to queues; every wait has a deadline that only a broken one reaches.
@Suite(.waits) struct QueueTests {
  private final class Counter {
    var count = 0
    func add(_ number: Int) { count += number }
  }

  private static func counter(interruption: Wakeup? = nil) -> QueueBound<Counter> {
    QueueBound(to: SerialQueue(label: "test", interruption: interruption)) { _ in Counter() }
  }

  private struct Refusal: Error, Equatable {}

  @Test("work is done on the queue before sync returns, with its result; there it is done at once")
  func sync() {
    let counter = Self.counter()
    let isCurrent = counter.sync { outer in
      counter.sync { $0.add(1) }
      counter.send { $0.add(1) }
      #expect(outer.count == 2)
      return counter.queue.isCurrent && SerialQueue.isAnyCurrent
    }
    #expect(isCurrent && !counter.queue.isCurrent && !SerialQueue.isAnyCurrent)
  }

  @Test("no queue waits for another", .exits)
  func waiting() async {
    await #expect(processExitsWith: .failure) {
      let (sensor, service) = (QueueTests.counter(), QueueTests.counter())
      sensor.sync { _ in service.sync { $0.add(1) } }
    }
    await #expect(processExitsWith: .failure) {
      let (sensor, service) = (QueueTests.counter(), QueueTests.counter())
      service.async { _ in sensor.sync { $0.add(1) } }
      service.sync { _ in }
    }
  }

  @Test("turns of a real-time queue alone are real-time, not what they start nor what comes after")
  func realTime() {
    let granted = RealTime.refusal() == nil ? SCHED_FIFO : SCHED_OTHER
    let queues = [true, false].map { SerialQueue(label: "test", isRealTime: $0) }
    let reports = (0..<40).map { _ in Answer<(turn: Int32, child: Int32)>() }
    for (number, report) in reports.enumerated() {
      queues[number % 2].async { report.give((Self.policy, Self.policyOfThread())) }
    }
    for (number, report) in reports.enumerated() {
      let seen = report.wait()
      #expect(seen.turn == (number % 2 == 0 ? granted : SCHED_OTHER))
      #expect(seen.child == SCHED_OTHER)
    }
  }

  /// The policy of the calling thread.
  private static var policy: Int32 { sched_getscheduler(0) & ~RealTime.resetOnFork }

  /// The policy of a thread that the calling one starts.
  private static func policyOfThread() -> Int32 {
    var (thread, seen) = (pthread_t(), SCHED_OTHER)
    withUnsafeMutablePointer(to: &seen) { seen in
      let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        $0?.storeBytes(of: sched_getscheduler(0) & ~RealTime.resetOnFork, as: Int32.self)
        return nil
      }
      pthread_create(&thread, nil, body, seen)
      pthread_join(thread, nil)
    }
    return seen
  }

  @Test("an object that another queue makes is there for the first message")
  func madeElsewhere() {
    let made = Answer<QueueBound<Counter>>()
    Self.counter().async { _ in
      let other = Self.counter()
      other.async { $0.add(3) }
      made.give(other)
    }
    #expect(made.wait().sync { $0.count } == 3)
  }

  @Test("messages between queues are done in order")
  func messages() {
    let (sensor, service) = (Self.counter(), Self.counter())
    for number in 1...3 {
      sensor.async { _ in service.async { $0.add($0.count + number) } }
    }
    sensor.sync { _ in }
    let count = service.sync { $0.count }
    // Each adds what is there: 1, then 1 + 2, then 4 + 3.
    #expect(count == 11)
  }

  @Test("the error of sync has its type")
  func typedThrow() {
    do throws(Refusal) {
      try Self.counter().sync { (_) throws(Refusal) in throw Refusal() }
    } catch { #expect(error == Refusal()) }
  }

  @Test("the first answer counts, and whoever asks later gets it too")
  func answer() {
    let answer = Answer<Int>()
    answer.give(1)
    answer.give(2)
    #expect(answer.wait() == 1 && answer.wait() == 1)
  }

  @Test("timers fire once, or again and again, on the queue")
  func timers() {
    let counter = Self.counter()
    let fired = DispatchSemaphore(value: 0)
    let once = counter.timer(after: .milliseconds(1)) {
      $0.add(1)
      fired.signal()
    }
    #expect(fired.wait(timeout: Deadline.dispatch) == .success)
    let often = counter.timer(every: .milliseconds(1)) { counter in
      counter.add(1)
      fired.signal()
    }
    for _ in 0..<3 { #expect(fired.wait(timeout: Deadline.dispatch) == .success) }
    #expect(counter.sync { $0.count } >= 4)
    withExtendedLifetime((once, often)) {}
  }

  @Test("a timer that is let go on its queue does not fire any more")
  func cancelled() {
    let counter = Self.counter()
    counter.sync { _ in
      let timer = counter.timer(after: .zero, leeway: .zero) { $0.add(1) }
      // It is due now, and its queue is busy here.
      let due = DispatchTime.now() + .milliseconds(2)
      while DispatchTime.now() < due {}
      withExtendedLifetime(timer) {}
    }
    let later = DispatchSemaphore(value: 0)
    let timer = counter.timer(after: .milliseconds(1), leeway: .zero) { _ in later.signal() }
    #expect(later.wait(timeout: Deadline.dispatch) == .success)
    #expect(counter.sync { $0.count } == 0)
    withExtendedLifetime(timer) {}
  }

  @Test("a timer does not keep its object alive, and does not fire for one that is gone")
  func timerOfNobody() {
    let fired = DispatchSemaphore(value: 0)
    var counter: QueueBound<Counter>? = Self.counter()
    let timer = counter?.timer(every: .milliseconds(1)) { _ in fired.signal() }
    #expect(fired.wait(timeout: Deadline.dispatch) == .success)
    let queue = counter?.queue
    counter = nil
    // What was under way is over.
    queue?.sync {}
    while fired.wait(timeout: .now()) == .success {}
    #expect(fired.wait(timeout: .now() + 0.02) == .timedOut)
    withExtendedLifetime(timer) {}
  }

  @Test("a read source outlives its descriptor, and ends when it is let go")
  func readSource() throws {
    let counter = Self.counter()
    let (readEnd, writeEnd) = try FileDescriptor.pipe()
    let read = DispatchSemaphore(value: 0)
    let copy = try readEnd.copy()
    var source: QueueSource? = try counter.readSource(copying: readEnd) { counter in
      withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { byte in
        counter.add((try? copy.read(into: byte)) ?? 0)
      }
      read.signal()
    }
    try readEnd.close()
    _ = try writeEnd.writeAll([1])
    #expect(read.wait(timeout: Deadline.dispatch) == .success)
    #expect(counter.sync { $0.count } == 1)
    #expect(source != nil)
    counter.sync { _ in }
    source = nil
    _ = try writeEnd.writeAll([1])
    #expect(counter.sync { $0.count } <= 2)
    try copy.close()
    try writeEnd.close()
  }

  @Test("a write source fires as long as there is room")
  func writeSource() throws {
    let counter = Self.counter()
    let (readEnd, writeEnd) = try FileDescriptor.pipe()
    let written = DispatchSemaphore(value: 0)
    let source = try counter.writeSource(copying: writeEnd) { _ in written.signal() }
    for _ in 0..<2 { #expect(written.wait(timeout: Deadline.dispatch) == .success) }
    withExtendedLifetime(source) {}
    for end in [readEnd, writeEnd] { try end.close() }
  }

  @Test("what follows the closing of sources finds their copies closed", .exits)
  func closing() async {
    // In a process of its own: a test that starts a program copies all descriptors for a moment.
    await #expect(processExitsWith: .success) {
      let counter = QueueTests.counter()
      let (readEnd, writeEnd) = try FileDescriptor.pipe()
      let source = try counter.readSource(copying: readEnd) { _ in }
      try readEnd.close()
      let isClosed = Answer<Bool>()
      signal(SIGPIPE, SIG_IGN)
      QueueSource.close([source], on: counter.queue.queue) {
        // Nobody can read any more.
        isClosed.give((try? writeEnd.writeAll([1])) == nil)
      }
      #expect(isClosed.wait())
    }
  }

  @Test("an invalid descriptor is refused")
  func badDescriptor() {
    #expect(throws: Errno.badFileDescriptor) {
      _ = try Self.counter().readSource(copying: FileDescriptor(rawValue: -1)) { _ in }
    }
  }

  @Test("spans longer than Dispatch knows are its longest")
  func longSpans() {
    #expect(Duration.milliseconds(5).dispatchInterval == .nanoseconds(5_000_000))
    #expect(Duration.seconds(Int64.max).dispatchInterval == .nanoseconds(.max))
    #expect(Duration.seconds(Int64.min).dispatchInterval == .nanoseconds(.min))
  }

  @Test("work that waits on the queue's thread is interrupted by a message, which waits by then")
  func interruption() throws {
    let wakeup = try Wakeup(isCounting: false)
    let counter = Self.counter(interruption: wakeup)
    for _ in 0..<100 {
      wakeup.lower()
      counter.queue.queue.async {
        guard isRaised(wakeup, within: Deadline.milliseconds) else { return }
        // After the message, or the work would be interrupted before it again and again.
        counter.queue.queue.async { counter.assumeIsolated { $0.count *= 2 } }
      }
      counter.async { $0.count = 1 }
      while counter.sync({ $0.count }) == 0 {}
      #expect(counter.sync { $0.count } == 2)
      counter.async { $0.count = 0 }
    }
  }

  @Test("work that blocks has a descriptor; a thread that cannot be made is an error")
  func errand() throws {
    let gate = try Wakeup()
    let errand = try Errand {
      gate.wait()
      return 7
    }
    #expect(errand.outcome == nil)
    gate.raise()
    var wish = pollfd(fd: errand.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    #expect(poll(&wish, 1, Deadline.milliseconds) == 1)
    #expect(errand.outcome == 7)
    #expect(throws: Errno.self) { try detachThread(stackSize: 1 << 50) {} }
  }
}

private func isRaised(_ wakeup: Wakeup, within milliseconds: Int32) -> Bool {
  var wish = pollfd(fd: wakeup.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
  return poll(&wish, 1, milliseconds) > 0
}
