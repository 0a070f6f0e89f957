// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Glibc
import LinuxSupport
import MotionCore
import Synchronization
import SystemPackage
import TestSupport
import TestTraits
import Testing

@testable import MotionBus

/// Without a bus, as an exit test goes on once each ended child is reaped.
@Suite(.waits) struct MotionSessionRemarkTests {
  @Test("a remark about the daemon ends no app that nobody reads, nor waits for a reader", .exits)
  func remark() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let (readEnd, writeEnd) = try FileDescriptor.pipe()
      _ = try writeEnd.duplicate(as: .standardError)
      try readEnd.close()
      MotionSession.write(.noAccelerometer)
      let (silent, full) = try FileDescriptor.pipe()
      _ = try full.duplicate(as: .standardError)
      for _ in 0..<2000 { MotionSession.write(.noAccelerometer) }
      withExtendedLifetime(silent) {}
    }
  }
}

@Suite(.waits, .enabled(if: PrivateBus.isInstalled), .deadline)
struct MotionSessionTests {
  private let bus: PrivateBus
  private let daemon: FakeDaemon

  init() throws {
    bus = try PrivateBus()
    daemon = try FakeDaemon(bus.address)
  }

  private func session(
    _ address: String, isActive: Bool = true,
    report: @escaping @Sendable (MotionSession.Status) -> Void = { _ in }
  ) -> MotionSession {
    MotionSession(
      .address(address), claim: MotionClaim(), isActive: isActive,
      RetryDelays(first: .milliseconds(1), longest: .milliseconds(30)), report: report)
  }

  /// A session that has claimed of the daemon.
  private func claimed() async -> MotionSession {
    let session = session(bus.address)
    await daemon.takeClaim()
    return session
  }

  @Test("its shakes that ended come with the measurements that the daemon sent")
  func shakes() async throws {
    let session = await claimed()
    let ended = MotionEvent.ended(at: 1900)
    for event in [.began(at: 0), .cancelled(at: 1100), .began(at: 1200), ended] {
      try await daemon.emit(event)
    }
    var shakes = session.shakes.makeAsyncIterator()
    let shake = try #require(await shakes.next())
    #expect(shake == ended.measurements?[ShakeMeasurements.self] && shake.swings == 6)
    session.cancel()
    #expect(await shakes.next() == nil)
  }

  @Test("a problem is reported once, however often it is met again")
  func report() async throws {
    let reports = Mutex<[MotionSession.Status]>([])
    let session = MotionSession(
      .address("unix:path=/nonexistent/bus"), claim: MotionClaim(), isActive: true,
      RetryDelays(first: .milliseconds(1), longest: .milliseconds(1))
    ) { status in reports.withLock { $0.append(status) } }
    var changes = session.status.makeAsyncIterator()
    for _ in 0..<3 { _ = await changes.next() }
    let reported = reports.withLock { $0 }
    #expect(reported.count == 1)
    guard case .unavailable = reported.first else { throw Unexpected(reported) }
  }

  @Test("a problem that is over, and comes again, is not reported again")
  func again() async throws {
    let reports = Mutex<[MotionSession.Status]>([])
    let session = session(bus.address) { status in reports.withLock { $0.append(status) } }
    var changes = session.status.makeAsyncIterator()
    for number in 1...2 {
      let next = number == 1 ? daemon : try FakeDaemon(bus.address)
      await next.takeClaim()
      while await changes.next() != .connected {}
      await next.stop()
      while await changes.next() == .connected {}
    }
    let reported = reports.withLock { $0 }
    #expect(reported.count == 1, "\(reported)")
  }

  @Test("who takes the events as they come misses none, however many")
  func many() async throws {
    let session = await claimed()
    var iterator = session.makeAsyncIterator()
    for number in 0..<Int64(EventBacklog.capacity) {
      for event in [MotionEvent.began(at: number), .ended(at: number)] {
        try await daemon.emit(event)
        #expect(await iterator.next() == event)
      }
    }
  }

  @Test("two loops get the same motions, whole, and one that is cancelled leaves the other alone")
  func loops() async throws {
    let session = await claimed()
    var first = session.makeAsyncIterator()
    let other = Task { [second = session.makeAsyncIterator()] in
      var second = second
      return [await second.next(), await second.next(), await second.next()]
    }
    for event in [MotionEvent.began(at: 0), .ended(at: 500)] {
      try await daemon.emit(event)
      #expect(await first.next() == event)
    }
    other.cancel()
    _ = await other.value
    try await daemon.emit(.began(at: 600))
    #expect(await first.next() == .began(at: 600))
  }

  @Test("cancelling it cancels what is open, ends the sequence, and releases the claim")
  func cancel() async throws {
    let session = await claimed()
    try await daemon.emit(.began(at: 0))
    var iterator = session.makeAsyncIterator()
    #expect(await iterator.next()?.word == "began")
    session.cancel()
    #expect(await iterator.next()?.word == "interrupted")
    #expect(await iterator.next() == nil)
    #expect(await daemon.nextCall() == .release)
    session.cancel()
  }

  @Test("it has the daemon hold motions off")
  func holdOff() async throws {
    let session = await claimed()
    session.holdOff(for: .milliseconds(300))
    #expect(await daemon.nextCall() == .holdOff(300))
  }

  @Test("letting go of it releases the claim, of its iterator too")
  func letGo() async throws {
    do {
      var iterator = session(bus.address).makeAsyncIterator()
      await daemon.takeClaim()
      // The iterator keeps the session.
      try await daemon.emit(.began(at: 0))
      #expect(await iterator.next() == .began(at: 0))
    }
    #expect(await daemon.nextCall() == .release)
  }

  @Test("a task that is cancelled lets go of it")
  func cancelledTask() async throws {
    let session = session(bus.address)
    let task = Task { for await _ in session {} }
    await daemon.takeClaim()
    task.cancel()
    await task.value
    #expect(await daemon.nextCall() == .release)
  }

  @Test("a bus that is lost is looked for until it is back")
  func busLost() async throws {
    let session = session(bus.address)
    var status = session.status.makeAsyncIterator()
    #expect(await status.next() == .connected)
    try await daemon.emit(.began(at: 0))
    var iterator = session.makeAsyncIterator()
    #expect(await iterator.next()?.word == "began")

    bus.stop()
    #expect(await iterator.next()?.word == "interrupted")
    guard case .unavailable = await status.next() else {
      throw Unexpected("the loss was not reported")
    }
    try bus.restart()
    let second = try FakeDaemon(bus.address)
    while let change = await status.next(), change != .connected {}
    try await second.emit(.began(at: 900))
    #expect(await iterator.next() == .began(at: 900))
  }

  @Test("a session that is cancelled while the bus is lost looks for it no more")
  func cancelWhileLost() async throws {
    let session = session("unix:path=/nowhere")
    var status = session.status.makeAsyncIterator()
    guard case .unavailable(.noBus) = await status.next() else {
      throw Unexpected("another event was delivered")
    }
    session.cancel()
    while await status.next() != nil {}
    var iterator = session.makeAsyncIterator()
    #expect(await iterator.next() == nil)
  }

  @Test("an inactive session comes back inactive from a lost bus")
  func inactiveReconnect() async throws {
    let bus = try PrivateBus()
    let session = session(bus.address)
    var status = session.status.makeAsyncIterator()
    // There is no daemon.
    guard case .unavailable(.noDaemon) = await status.next() else {
      throw Unexpected("another event was delivered")
    }
    session.isActive = false
    bus.stop()
    try bus.restart()
    let other = try BusConnection(.address(bus.address))
    while try other.names().filter({ $0.hasPrefix(":") }).count < 2 {}
    let daemon = try FakeDaemon(bus.address)
    #expect(await daemon.nextCall() == .release)
    session.isActive = true
    await daemon.takeClaim()
  }
}
