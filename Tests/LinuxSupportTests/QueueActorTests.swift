import Dispatch
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
