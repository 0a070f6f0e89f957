// SPDX-License-Identifier: Apache-2.0

import CSystemBus
import LinuxSupport
import MotionCore
import Testing

@testable import MotionBus

/// A daemon that owns the name, takes claims, and tells what a test says.
final class FakeDaemon: Sendable {
  /// A call of a client.
  enum Call: Hashable, Sendable {
    case claim([String: BusValue])
    case release
    case holdOff(UInt32)
  }

  /// The error with which it answers claims.
  struct Refusal: Sendable {
    let name: String
    let message: String
  }

  /// The calls of clients, in order.
  private let calls: AsyncStream<Call>
  private let server: QueueBound<FakeServer>

  /// A daemon on the bus at `address`, which takes claims unless it has a refusal.
  init(_ address: String, refusing refusal: Refusal? = nil) throws {
    let (calls, log) = AsyncStream<Call>.makeStream()
    self.calls = calls
    server = QueueBound(to: SerialQueue(label: "org.motiond.tests.daemon")) {
      FakeServer($0, .address(address), refusal, log)
    }
    try server.sync { try $0.start() }
  }

  /// Waits for the next call of a client.
  func nextCall() async -> Call? {
    var iterator = calls.makeAsyncIterator()
    return await iterator.next()
  }

  /// Waits until a client has claimed.
  @discardableResult func takeClaim() async -> Call? {
    while let call = await nextCall() {
      if case .claim = call { return call }
    }
    Issue.record("no claim was made")
    return nil
  }

  /// Sends `event` to the last client that claimed.
  func emit(_ event: MotionEvent) async throws {
    try await send(event.phase.signalName, event.signalBody)
  }

  /// Sends a signal to the last client that claimed, whether it makes sense or not.
  func send(_ member: String, _ values: [BusValue]) async throws {
    try server.sync { try $0.send(member, values) }
  }

  /// Leaves the bus.
  func stop() async {
    server.sync { $0.stop() }
  }
}

/// The daemon on its queue.
private final class FakeServer {
  private weak var own: QueueBound<FakeServer>?
  private let address: BusAddress
  private let refusal: FakeDaemon.Refusal?
  private let log: AsyncStream<FakeDaemon.Call>.Continuation
  private var object: FakeObject?
  private var pump: BusPump?

  init(
    _ own: QueueBound<FakeServer>, _ address: BusAddress, _ refusal: FakeDaemon.Refusal?,
    _ log: AsyncStream<FakeDaemon.Call>.Continuation
  ) {
    (self.own, self.address, self.refusal, self.log) = (own, address, refusal, log)
  }

  func send(_ member: String, _ values: [BusValue]) throws {
    guard let object, let client = object.client else { return }
    let message = try object.bus.signal(Motion1.path, Motion1.interface, member)
    try message.append(values)
    try message.send(to: client)
    pump?.wait(for: object.bus)
  }

  func stop() {
    // The name is free when this returns, and not only once the bus has noticed.
    try? object?.bus.releaseName(Motion1.name)
    pump = nil
    object = nil
  }

  func start() throws {
    guard let own else { return }
    let object = try FakeObject(BusConnection(address), refusal) { [log] in log.yield($0) }
    self.object = object
    pump = try BusPump(object.bus, on: own.queue.queue) { [weak own] in own?.sync { $0.process() } }
  }

  private func process() {
    guard let object else { return }
    do {
      try object.bus.process()
      pump?.wait(for: object.bus)
    } catch { stop() }
  }
}

/// The object of a daemon, which owns the name as long as it lives.
private final class FakeObject {
  let bus: BusConnection
  private(set) var client: String?
  private let refusal: FakeDaemon.Refusal?
  private let log: (FakeDaemon.Call) -> Void
  private var object: ExportedObject?

  init(
    _ bus: BusConnection, _ refusal: FakeDaemon.Refusal?, _ log: @escaping (FakeDaemon.Call) -> Void
  ) throws {
    self.bus = bus
    self.refusal = refusal
    self.log = log
    object = try ExportedObject(Motion1.members, on: bus) { _ in
      nil
    } method: { [weak self] in
      try? self?.answer($0)
    }
    try check(sd_bus_request_name(bus.pointer, Motion1.name, 0), "own the name")
  }

  private func answer(_ call: BusMessage) throws {
    switch (call.member, try call.read().first) {
    case ("Claim", .dictionary(let options)):
      log(.claim(options))
      if let refusal { return try call.reply(error: refusal.name, refusal.message) }
      client = call.sender
      try call.reply()
    case ("Release", nil):
      log(.release)
      try call.reply()
    case ("HoldOff", .uint32(let milliseconds)):
      log(.holdOff(milliseconds))
      try call.reply()
    default: try call.reply(error: Motion1.ErrorName.notSupported, "not of this daemon")
    }
  }
}
