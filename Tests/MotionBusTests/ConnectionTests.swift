// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import CSystemBus
import Glibc
import LinuxSupport
import MotionCore
import SystemPackage
import TestSupport
import TestTraits
import Testing

@testable import MotionBus

@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct ConnectionTests {
  @Test("every kind of value arrives as it was sent")
  func values() throws {
    let bus = try PrivateBus()
    let (sender, receiver) = (
      try BusConnection(.address(bus.address)), try BusConnection(.address(bus.address))
    )
    let values: [BusValue] = [
      .bool(true), .int32(-7), .uint32(7), .int64(.min), .uint64(.max), .double(0.1), .string("é"),
      .strings(["a", ""]), .doubles([1, -2.5]), .structure([.string("x"), .bool(false)]),
      .texts(["k": "v"]), .dictionary(["a": .doubles([]), "b": .dictionary(["c": .int32(1)])]),
    ]
    var arrived: [BusValue]?
    let slot = try receiver.match("interface='test.Interface'") { arrived = try? $0.read() }
    // The rule is in place once the bus has answered a call that was sent after it.
    var isListening = false
    let ping = try receiver.call(
      "org.freedesktop.DBus", "/", "org.freedesktop.DBus.Peer", "Ping")
    try receiver.send(ping) { _ in isListening = true }
    try process([receiver]) { isListening }
    let signal = try sender.signal("/test", "test.Interface", "Signal")
    try signal.append(values)
    try signal.send()
    try process([sender, receiver]) { arrived != nil }
    #expect(arrived == values)
    _ = slot
  }

  @Test("a call to a missing peer is refused with the name of the error")
  func noPeer() throws {
    let bus = try PrivateBus()
    let connection = try BusConnection(.address(bus.address))
    var answer: Result<[BusValue], BusError>?
    try connection.send(try connection.call("no.body", "/", "no.Interface", "Method")) {
      answer = $0
    }
    try process([connection]) { answer != nil }
    guard case .failure(.refused("Method", let name, _)) = answer else {
      throw Unexpected(answer as Any)
    }
    #expect(name == "org.freedesktop.DBus.Error.ServiceUnknown")
  }

  @Test("a bus that ends is reported as a broken connection")
  func lost() throws {
    let bus = try PrivateBus()
    let connection = try BusConnection(.address(bus.address))
    try #require(connection.uniqueName != nil)
    bus.stop()
    #expect(throws: BusError.self) { try process([connection]) { false } }
  }

  @Test("no bus is an error that names it")
  func noBus() {
    #expect(throws: BusError.noBus(.address("unix:path=/nowhere"), .noSuchFileOrDirectory)) {
      let connection = try BusConnection(.address("unix:path=/nowhere"))
      try connection.process()
    }
  }

  @Test("a rule whose answer is lost holds, and a rule that the bus refuses ends the connection")
  func lostAnswer() throws {
    let bus = try PrivateBus()
    let (client, sender) = (
      try BusClient(.address(bus.address)), try BusConnection(.address(bus.address))
    )
    bus.freeze()
    sd_bus_set_method_call_timeout(client.connection.handle, 1000)
    var count = 0
    let slot = try client.connection.match("interface='test.Interface'") { _ in count += 1 }
    // Its time is over after the rule's.
    let ping = try client.begin("org.freedesktop.DBus.Peer", "Ping", to: "org.freedesktop.DBus")
    // It waits for deadlines too.
    let end = Timestamp.now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: 60_000_000_000)
    #expect(try client.connection.process(until: end) { ping.value != nil })
    bus.thaw()
    sd_bus_set_method_call_timeout(client.connection.handle, 0)
    try client.listen("member='nothing'")
    try sender.signal("/test", "test.Interface", "Signal").send()
    try process([client.connection, sender]) { count == 1 }
    #expect(throws: BusError.self) {
      let refused = try client.connection.match("type='nothing'") { _ in }
      try process([client.connection]) { false }
      withExtendedLifetime(refused) {}
    }
    withExtendedLifetime(slot) {}
  }

  @Test("a word in MOTIOND_BUS that names no bus is an error that names it")
  func misspelled() {
    let named = [nil, "", "system", "session"].map(BusAddress.standard)
    #expect(named == [.system, .system, .system, .session])
    let error = #expect(throws: BusError.self) {
      try BusConnection(.standard("sesion")).process()
    }
    let said = error.map { "\($0)" } ?? ""
    #expect(said.contains("bus at sesion") && said.contains("MOTIOND_BUS"), "\(said)")
  }

  @Test("processing ends after so many messages, and the rest is not forgotten")
  func bounded() throws {
    let bus = try PrivateBus()
    let (receiver, sender) = (
      try BusClient(.address(bus.address)), try BusClient(.address(bus.address))
    )
    try send(600, from: sender, to: receiver.name)
    try receiver.connection.process()
    #expect((1...256).contains(receiver.signals.count))
    try process([receiver.connection]) { receiver.signals.count == 600 }
  }

  @Test(
    "what was read during a call that blocked is processed, all of it", .deadline)
  func readBefore() async throws {
    let bus = try PrivateBus()
    let sender = try BusClient(.address(bus.address))
    let (counts, continuation) = AsyncStream<Int>.makeStream()
    let pumped = QueueBound(to: SerialQueue(label: "test")) { Pumped($0, continuation) }
    let address = BusAddress.address(bus.address)
    let name = try pumped.sync { try $0.listen(on: address) }
    try send(600, from: sender, to: name)
    try pumped.sync { try $0.start() }
    for await count in counts where count == 600 { break }
  }

  /// Sends so many signals; when it returns, the bus has passed them on.
  private func send(_ count: Int, from sender: BusClient, to destination: String) throws {
    for _ in 0..<count {
      try sender.connection.signal(Motion1.path, "test.Interface", "Signal").send(to: destination)
    }
    _ = try sender.call("org.freedesktop.DBus.Peer", "Ping", to: "org.freedesktop.DBus", "/")
  }
}

/// A connection on a queue, with a pump.
private final class Pumped {
  private weak var own: QueueBound<Pumped>?
  /// Gets the number of signals that have come, after each of them.
  private let counts: AsyncStream<Int>.Continuation
  private var connection: BusConnection?
  private var slot: BusSlot?
  private var pump: BusPump?
  private var count = 0

  init(_ own: QueueBound<Pumped>, _ counts: AsyncStream<Int>.Continuation) {
    (self.own, self.counts) = (own, counts)
  }

  /// Connects, and returns its name.
  func listen(on address: BusAddress) throws -> String {
    let connection = try BusConnection(address)
    self.connection = connection
    slot = try connection.match("interface='test.Interface'") { [weak self] _ in
      guard let self else { return }
      count += 1
      counts.yield(count)
    }
    return connection.uniqueName ?? ""
  }

  func start() throws {
    guard let own, let connection else { return }
    // Reads all that came before its answer.
    try connection.requestName("test.Name")
    pump = try BusPump(connection, on: own.queue.queue) { [weak own] in own?.sync { $0.turn() } }
  }

  private func turn() {
    guard let connection, (try? connection.process()) != nil else { return counts.finish() }
    pump?.wait(for: connection)
  }
}
