// SPDX-License-Identifier: Apache-2.0

import CSystemBus
import Glibc
import LinuxSupport
import MotionCore

@testable import MotionBus

/// A daemon that owns the name, takes claims, and tells what a test says.
actor FakeDaemon: QueueActor {
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
  nonisolated let calls: AsyncStream<Call>
  private let log: AsyncStream<Call>.Continuation
  private let address: BusAddress
  private let refusal: Refusal?
  nonisolated let executor = SerialQueue(label: "org.motiond.tests.daemon", rank: .daemon)
  private var object: FakeObject?
  private var pump: BusPump?

  /// A daemon on the bus at `address`, which takes claims unless it has a refusal.
  init(_ address: String, refusing refusal: Refusal? = nil) throws {
    self.address = .address(address)
    self.refusal = refusal
    (calls, log) = AsyncStream.makeStream()
    try sync { try $0.start() }
  }

  /// Sends `event` to the last client that claimed.
  func emit(_ event: MotionEvent) throws {
    try send(event.phase.signalName, event.signalBody)
  }

  /// Sends a signal to the last client that claimed, whether it makes sense or not.
  func send(_ member: String, _ values: [BusValue]) throws {
    guard let object, let client = object.client else { return }
    let message = try object.bus.signal(Motion1.path, Motion1.interface, member)
    try message.append(values)
    try message.send(to: client)
    pump?.wait(for: object.bus)
  }

  /// Leaves the bus.
  func stop() {
    pump = nil
    object = nil
  }

  private func start() throws {
    let object = try FakeObject(BusConnection(address), refusal) { [log] in log.yield($0) }
    self.object = object
    pump = try BusPump(object.bus, on: executor.queue) { [weak self] in
      self?.assumeIsolated { $0.process() }
    }
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
  private let object: UnsafeMutablePointer<motion_bus_object>
  private var slot: OpaquePointer?

  init(
    _ bus: BusConnection, _ refusal: FakeDaemon.Refusal?, _ log: @escaping (FakeDaemon.Call) -> Void
  ) throws {
    self.bus = bus
    self.refusal = refusal
    self.log = log
    object = .allocate(capacity: 1)
    object.initialize(
      to: motion_bus_object(
        method: { call, context, _ in
          guard let call, let context else { return -EINVAL }
          let object = Unmanaged<FakeObject>.fromOpaque(context).takeUnretainedValue()
          return object.handle(BusMessage(retaining: call))
        }, property: { _, _, _ in -ENOTSUP }, context: nil))
    object.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    try check(
      motion_bus_export_motion1(bus.pointer, &slot, object), "export the object")
    try check(sd_bus_request_name(bus.pointer, Motion1.name, 0), "own the name")
  }

  deinit {
    sd_bus_slot_unref(slot)
    object.deallocate()
  }

  private func handle(_ call: BusMessage) -> Int32 {
    do {
      switch (call.member, try call.read().first) {
      case ("Claim", .dictionary(let options)):
        log(.claim(options))
        if let refusal {
          try call.reply(error: refusal.name, refusal.message)
        } else {
          client = call.sender
          try call.reply()
        }
      case ("Release", nil):
        log(.release)
        try call.reply()
      case ("HoldOff", .uint32(let milliseconds)):
        log(.holdOff(milliseconds))
        try call.reply()
      default: return -ENOTSUP
      }
      return 1
    } catch { return -EIO }
  }
}
