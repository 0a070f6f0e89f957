// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import CSystemBus
import Glibc
import MotionBus
import MotionCore
import Testing

@testable import motiond_sensor_proxy

/// The bridge between a motiond of the test's and clients, on a bus of its own and on one thread.
final class BridgeRig {
  let bus: PrivateBus
  /// The time at which the bridge asks again; it stands still.
  let clock = StoppedClock()
  let bridge: SensorProxyBridge
  private(set) var motiond: FakeMotiond?
  private(set) var polkit: FakeAuthority?
  private(set) var clients: [ProxyClient] = []

  /// A bridge, and a motiond with an accelerometer where `hasMotiond` says so.
  init(
    trusting trusted: Set<UInt32> = [geteuid()], limits: UserBudget.Limits = .init(total: 8),
    policy: String = PrivateBus.openPolicy, motiond hasMotiond: Bool = true
  ) throws {
    bus = try PrivateBus(policy: policy)
    if hasMotiond { motiond = try FakeMotiond(.address(bus.address)) }
    bridge = try SensorProxyBridge(
      .address(bus.address), trusting: trusted, limits: limits, now: { [clock] in clock.now }, Log()
    )
  }

  /// A rig whose bridge has the name.
  static func serving(
    trusting trusted: Set<UInt32> = [geteuid()], limits: UserBudget.Limits = .init(total: 8)
  ) throws -> BridgeRig {
    let rig = try BridgeRig(trusting: trusted, limits: limits)
    try rig.run(untilHasAccelerometer: true)
    return rig
  }

  func client() throws -> ProxyClient {
    let client = try ProxyClient(.address(bus.address))
    clients.append(client)
    return client
  }

  /// A client that has claimed, so that the pipe of readings is open.
  func claimed() throws -> ProxyClient {
    let client = try client()
    #expect(try client.proxy("ClaimAccelerometer", in: self) == .success([]))
    try run { motiond?.isRead == true }
    return client
  }

  /// Runs until a client sees that there is an accelerometer, or none.
  func run(untilHasAccelerometer isThere: Bool) throws {
    let client = try client()
    try run { client.call("GetAll", of: self)?["HasAccelerometer"] == .bool(isThere) }
  }

  func startMotiond() throws {
    motiond = try FakeMotiond(.address(bus.address))
  }

  func stopMotiond() {
    motiond = nil
  }

  /// A polkit that answers each question with `isAuthorized`.
  func startPolkit(_ isAuthorized: Bool) throws {
    polkit = try FakeAuthority(.address(bus.address), isAuthorized)
  }

  /// Runs all sides until `isDone`, or for at most 10 s.
  func run(until isDone: () throws -> Bool) throws {
    for _ in 0..<10_000 {
      try bridge.turn(waiting: false)
      for connection in connections { try connection.process() }
      if try isDone() { return }
      var wishes = connections.map {
        pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0)
      }
      poll(&wishes, nfds_t(wishes.count), 1)
    }
    Issue.record("a time-out")
  }

  private var connections: [BusConnection] {
    [motiond?.connection, polkit?.connection].compactMap { $0 } + clients.map(\.connection)
  }
}

/// A clock that a test sets.
final class StoppedClock {
  var now = Timestamp(nanoseconds: 0)
}

/// A motiond as the bridge sees it: its properties, and a pipe.
final class FakeMotiond {
  let connection: BusConnection
  /// The rates with which pipes were asked for.
  private(set) var rates: [BusValue?] = []
  /// The error with which the next calls are refused.
  var refusal: Refusal?
  private var object: ExportedObject?
  private var pipe: (reader: Int32, writer: Int32)?
  private var time: Int64 = 0
  private var properties: [String: BusValue] = [
    "HasAccelerometer": .bool(true), "Device": .string("a"), "Subsystem": .string("iio"),
    "Place": .string("unknown"), "SampleRate": .double(10), "WantedRate": .double(0),
    "Claimed": .bool(false),
    "States": .dictionary([:]),
  ]

  init(_ address: BusAddress) throws {
    connection = try BusConnection(address)
    object = try ExportedObject(Motion1.members, on: connection) { [weak self] name in
      self?.properties[name]
    } method: { [weak self] in
      self?.answer($0)
    }
    try connection.requestName(Motion1.name)
  }

  deinit {
    closePipe()
    connection.close()
  }

  private func answer(_ call: BusMessage) {
    guard call.member == "OpenSamplesWith", case .dictionary(let options)? = try? call.read().first
    else { return call.answer(with: .failure(.invalid("unexpected"))) }
    rates.append(options["rate"])
    if let refusal { return call.answer(with: .failure(refusal)) }
    var ends: [Int32] = [0, 0]
    Glibc.pipe(&ends)
    pipe = (ends[0], ends[1])
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    write("timestamp_ns,x,y,z\n")
    call.answer(with: .success(.descriptor(ends[0])))
  }

  /// A Boolean value that indicates whether a reader has the pipe open.
  var isRead: Bool {
    guard let pipe else { return false }
    var wish = pollfd(fd: pipe.writer, events: 0, revents: 0)
    return poll(&wish, 1, 0) == 0
  }

  /// Writes readings of 2 s at 10 Hz.
  func hold(_ up: (x: Double, y: Double, z: Double)) {
    for _ in 0..<20 {
      write("\(time),\(up.x),\(up.y),\(up.z)\n")
      time += 100_000_000
    }
  }

  private func write(_ text: String) {
    guard let pipe else { return }
    _ = text.withCString { Glibc.write(pipe.writer, $0, strlen($0)) }
  }

  /// Closes the pipe, as a motiond does that ends.
  func closePipe() {
    if let pipe { close(pipe.writer) }
    pipe = nil
  }

  /// Has an accelerometer from now on, or none, and announces it.
  func show(hasAccelerometer: Bool) throws {
    try show(["HasAccelerometer": .bool(hasAccelerometer)])
  }

  /// Has other values of `properties` from now on, and announces them.
  func show(_ properties: [String: BusValue]) throws {
    self.properties.merge(properties) { $1 }
    try connection.signal(
      Motion1.path, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [
        .string(Motion1.interface), .dictionary(properties), .strings([]),
      ]
    ).send()
  }
}

/// A polkit with one answer.
final class FakeAuthority {
  let connection: BusConnection
  private(set) var actions: [BusValue] = []
  private let isAuthorized: Bool
  private var slot: OpaquePointer?

  init(_ address: BusAddress, _ isAuthorized: Bool) throws {
    connection = try BusConnection(address)
    self.isAuthorized = isAuthorized
    sd_bus_add_object(
      connection.pointer, &slot, Polkit.path,
      { message, context, _ in
        guard let message, let context else { return 0 }
        let polkit = Unmanaged<FakeAuthority>.fromOpaque(context).takeUnretainedValue()
        let call = BusMessage(retaining: message)
        guard call.member == Polkit.check, let question = try? call.read() else { return 0 }
        polkit.actions.append(question[1])
        try? call.reply([
          .structure([.bool(polkit.isAuthorized), .bool(false), .texts([:])])
        ])
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
    try connection.requestName(Polkit.name)
  }

  deinit {
    sd_bus_slot_unref(slot)
  }
}

/// A desktop, or another program that wants the name.
final class ProxyClient {
  let connection: BusConnection
  /// The changes of properties that it was sent.
  private(set) var changes: [[String: BusValue]] = []
  private var match: BusSlot?

  init(_ address: BusAddress) throws {
    connection = try BusConnection(address)
    match = try connection.match("type='signal',path='\(SensorProxy.path)'") { [weak self] in
      guard let values = try? $0.read(), case .dictionary(let changes)? = values.dropFirst().first
      else { return }
      self?.changes.append(changes)
    }
  }

  /// Calls a method of the proxy, and waits for the answer; nil after a time-out.
  func proxy(_ member: String, in rig: BridgeRig) throws -> Result<[BusValue], BusError>? {
    try answer(
      to: connection.call(SensorProxy.name, SensorProxy.path, SensorProxy.interface, member), rig)
  }

  /// The properties by name; nil while the name has no owner.
  func call(_ member: String, of rig: BridgeRig) -> [String: BusValue]? {
    let answer = try? answer(
      to: connection.call(
        SensorProxy.name, SensorProxy.path, "org.freedesktop.DBus.Properties", member,
        [.string(SensorProxy.interface)]), rig)
    guard case .success(let values)? = answer, case .dictionary(let properties)? = values.first
    else { return nil }
    return properties
  }

  func requestName(_ flags: UInt32, in rig: BridgeRig) throws -> Result<[BusValue], BusError>? {
    try answer(
      to: connection.callBus("RequestName", [.string(SensorProxy.name), .uint32(flags)]), rig)
  }

  /// Has the bus read its configuration.
  func reload(in rig: BridgeRig) throws -> Result<[BusValue], BusError>? {
    try answer(to: connection.callBus("ReloadConfig", []), rig)
  }

  private func answer(
    to call: BusMessage, _ rig: BridgeRig
  ) throws -> Result<[BusValue], BusError>? {
    var answer: Result<[BusValue], BusError>?
    try connection.send(call) { answer = $0 }
    try rig.run { answer != nil }
    return answer
  }
}
