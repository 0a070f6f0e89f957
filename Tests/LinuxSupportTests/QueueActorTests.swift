// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import LinuxSupport
import MotionCore
import SystemPackage
import Testing

/// What actors on a queue do; every wait has a deadline that only a broken one reaches.
@Suite struct QueueActorTests {
  private actor Counter: QueueActor {
    let executor: SerialQueue
    private(set) var count = 0

    init(_ rank: QueueRank = .daemon) {
      executor = SerialQueue(label: "test.\(rank)", rank: rank)
    }

    func add(_ number: Int) { count += number }
  }

  private struct Refusal: Error, Equatable {}

  @Test("work is done on the queue before sync returns, with its result")
  func sync() {
    let counter = Counter()
    let isCurrent = counter.sync { counter in
      counter.add(1)
      return counter.executor.isCurrent
    }
    #expect(isCurrent && !counter.executor.isCurrent)
    #expect(counter.sync { $0.count } == 1)
  }

  @Test("on its own queue sync works at once, and inside it that of an actor of a later rank")
  func reentrant() {
    let (first, second) = (Counter(.daemon), Counter(.reader))
    first.sync { outer in
      first.sync { $0.add(1) }
      second.sync { $0.add(2) }
      #expect(outer.count == 1)
    }
    #expect(second.sync { $0.count } == 2)
  }

  @Test("sync into a queue of the same rank or an earlier one is refused")
  func order() async {
    await #expect(processExitsWith: .failure) {
      let (bus, daemon) = (Counter(.bus), Counter(.daemon))
      bus.sync { _ in daemon.sync { $0.add(1) } }
    }
    await #expect(processExitsWith: .failure) {
      let (one, other) = (Counter(.reader), Counter(.reader))
      one.sync { _ in other.sync { $0.add(1) } }
    }
    // Through another queue, too: each has to be later than the one before.
    await #expect(processExitsWith: .failure) {
      let (daemon, samples) = (Counter(.daemon), Counter(.samples))
      daemon.sync { _ in samples.sync { _ in daemon.sync { $0.add(1) } } }
    }
  }

  @Test("what waits for nothing may go against the order")
  func asyncOrder() {
    let (reader, daemon) = (Counter(.reader), Counter(.daemon))
    reader.sync { _ in daemon.async { $0.add(1) } }
    #expect(daemon.sync { $0.count } == 1)
  }

  @Test("the error of sync has its type")
  func typedThrow() {
    do throws(Refusal) {
      try Counter().sync { (_) throws(Refusal) in throw Refusal() }
    } catch { #expect(error == Refusal()) }
  }

  @Test("work of async is done in order, before what comes after")
  func async() {
    let counter = Counter()
    for number in 1...3 {
      counter.async { $0.add($0.count + number) }
    }
    #expect(counter.sync { $0.count } == 1 + 3 + 7)
  }

  @Test("awaited calls run on the queue too")
  func await() async {
    let counter = Counter()
    await counter.add(2)
    #expect(await counter.count == 2)
  }

  @Test("timers fire once, or again and again, inside the actor")
  func timers() {
    let counter = Counter()
    let fired = DispatchSemaphore(value: 0)
    let once = counter.timer(after: .milliseconds(1)) {
      $0.add(1)
      fired.signal()
    }
    #expect(fired.wait(timeout: .now() + 20) == .success)
    let often = counter.timer(every: .milliseconds(1)) { counter in
      counter.add(1)
      fired.signal()
    }
    for _ in 0..<3 { #expect(fired.wait(timeout: .now() + 20) == .success) }
    #expect(counter.sync { $0.count } >= 4)
    withExtendedLifetime((once, often)) {}
  }

  @Test("a timer that is let go on its queue does not fire any more")
  func cancelled() {
    let counter = Counter()
    counter.sync { counter in
      let timer = counter.timer(after: .zero, leeway: .zero) { $0.add(1) }
      // It is due now, and its queue is busy here.
      let due = DispatchTime.now() + .milliseconds(2)
      while DispatchTime.now() < due {}
      withExtendedLifetime(timer) {}
    }
    let later = DispatchSemaphore(value: 0)
    let timer = counter.timer(after: .milliseconds(1), leeway: .zero) { _ in later.signal() }
    #expect(later.wait(timeout: .now() + 20) == .success)
    #expect(counter.sync { $0.count } == 0)
    withExtendedLifetime(timer) {}
  }

  @Test("a read source outlives its descriptor, and ends when it is let go")
  func readSource() throws {
    let counter = Counter()
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
    #expect(read.wait(timeout: .now() + 20) == .success)
    #expect(counter.sync { $0.count } == 1)
    #expect(source != nil)
    counter.sync { _ in }
    source = nil
    _ = try writeEnd.writeAll([1])
    #expect(counter.sync { $0.count } <= 2)
    try copy.close()
    try writeEnd.close()
  }

  @Test("an invalid descriptor is refused")
  func badDescriptor() {
    #expect(throws: Errno.badFileDescriptor) {
      _ = try Counter().readSource(copying: FileDescriptor(rawValue: -1)) { _ in }
    }
  }

  @Test("spans longer than Dispatch knows are its longest")
  func longSpans() {
    #expect(Duration.milliseconds(5).dispatchInterval == .nanoseconds(5_000_000))
    #expect(Duration.seconds(Int64.max).dispatchInterval == .nanoseconds(.max))
    #expect(Duration.seconds(Int64.min).dispatchInterval == .nanoseconds(.min))
  }
}

/// An object that is bound to a queue; every wait has a deadline that only a broken one reaches.
@Suite struct QueueBoundTests {
  private final class Counter {
    let queue: SerialQueue
    var count = 0
    var source: QueueSource?

    init(on queue: SerialQueue) { self.queue = queue }
  }

  private static func counter(
    _ rank: QueueRank, interruption: Wakeup? = nil
  ) -> QueueBound<Counter> {
    let queue = SerialQueue(label: "test", rank: rank, interruption: interruption)
    return QueueBound(to: queue) { _ in Counter(on: queue) }
  }

  @Test("work is done on the queue, in order, and what waits for nothing after it")
  func order() {
    let counter = Self.counter(.reader)
    counter.async { $0.count += 1 }
    let isCurrent = counter.sync { counter in
      counter.count *= 10
      counter.queue.later(of: counter) { $0.count += 5 }
      return counter.queue.isCurrent
    }
    #expect(isCurrent && !counter.queue.isCurrent)
    #expect(counter.sync { $0.count } == 15)
  }

  @Test("sync against the order is refused, and a source made on another queue")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      let (reader, daemon) = (QueueBoundTests.counter(.reader), QueueBoundTests.counter(.daemon))
      reader.sync { _ in daemon.sync { $0.count += 1 } }
    }
    await #expect(processExitsWith: .failure) {
      let counter = Counter(on: SerialQueue(label: "test", rank: .reader))
      counter.queue.later(of: counter) { $0.count += 1 }
    }
  }

  @Test("a timer does not keep its object alive, and does not fire for one that is gone")
  func timer() {
    let fired = DispatchSemaphore(value: 0)
    var counter: QueueBound<Counter>? = Self.counter(.reader)
    counter?.sync { counter in
      counter.source = counter.queue.timer(every: .milliseconds(1), of: counter) { _ in
        fired.signal()
      }
    }
    #expect(fired.wait(timeout: .now() + 20) == .success)
    let queue = counter?.queue
    counter = nil
    // What was under way is over; then there is no timer.
    queue?.sync {}
    while fired.wait(timeout: .now()) == .success {}
    #expect(fired.wait(timeout: .now() + 0.02) == .timedOut)
  }

  @Test("work that waits on the queue's thread is interrupted by whoever waits for the queue")
  func interruption() throws {
    let wakeup = try Wakeup()
    let counter = Self.counter(.reader, interruption: wakeup)
    counter.async { $0.count = isRaised(wakeup, within: 20_000) ? 1 : 2 }
    #expect(counter.sync { $0.count } == 1)
    #expect(!isRaised(wakeup, within: 0))
  }
}

private func isRaised(_ wakeup: Wakeup, within milliseconds: Int32) -> Bool {
  var wish = pollfd(fd: wakeup.descriptor.rawValue, events: Int16(POLLIN), revents: 0)
  return poll(&wish, 1, milliseconds) > 0
}
