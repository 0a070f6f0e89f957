// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Dispatch
import Glibc
import MotionCore
import SystemPackage
import TestSupport
import Testing

@testable import MotionBus

/// A service on a bus of its own, and raw clients of it.
final class ServiceRig {
  let bus: PrivateBus
  let service: MotionService
  let log = RequestLog()

  /// A service that has started.
  ///
  /// - Parameters:
  ///   - trusted: the users who may do everything
  ///   - limits: what users may hold
  ///   - policy: of the bus
  ///   - settling: false to leave claims without their detectors
  ///   - prepare: what is told to the service before it starts
  /// - Throws: an error if bus or service does not start
  init(
    trusting trusted: Set<UInt32> = [geteuid()], limits: ServiceLimits? = nil, policy: String = "",
    settling: Bool = true, before prepare: (MotionService) -> Void = { _ in }
  ) throws {
    bus = try PrivateBus(policy: PrivateBus.openPolicy + policy)
    service = MotionService(.address(bus.address), trusting: trusted, limits: limits) {
      [log] request in
      log.add(request)
      if settling, case .settle(let settled) = request { settled() }
    }
    prepare(service)
    try service.start()
  }

  /// A service and its one client.
  static func withClient(trusting trusted: Set<UInt32> = [geteuid()]) throws -> (
    ServiceRig, BusClient
  ) {
    let rig = try ServiceRig(trusting: trusted)
    return (rig, try rig.client())
  }

  deinit {
    service.stop()
  }

  /// Emits an event; when this returns it is on its way.
  func emit(
    _ event: MotionEvent, of configuration: MotionConfiguration = .shake()
  ) async {
    service.emit(event, of: configuration)
    await service.pass()
  }

  func client() throws -> BusClient {
    try BusClient(.address(bus.address))
  }

  /// Has the service stand still while `happening` runs: then it finds all of it at once.
  func whileStopped(_ happening: () throws -> Void) rethrows {
    let (stopped, over) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    service.queue.async {
      stopped.signal()
      over.wait()
    }
    stopped.wait()
    defer { over.signal() }
    try happening()
  }
}

extension ServiceRig {
  /// Has `client` open the samples: the answer that it waits for, and how to give it.
  func openSamples(
    _ client: BusClient
  ) throws -> (answer: BusAnswer, reply: @Sendable (Result<FileDescriptor, Refusal>) -> Void) {
    let answer = try client.ask("OpenSamples")
    try process([client.connection], log) { log.sampleReplies.count == 1 }
    return (answer, log.sampleReplies[0])
  }
}

/// A pipe of which the service gets the end for reading.
///
/// Of sockets, as they are never inherited by the processes that other tests start meanwhile.
struct SamplePipe {
  let reader: FileDescriptor
  let writer: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
    try #require(socketpair(AF_UNIX, Int32(type), 0, &ends) == 0)
    (reader, writer) = (FileDescriptor(rawValue: ends[0]), ends[1])
  }

  /// A Boolean value that indicates whether the other end is open.
  var hasReader: Bool {
    var wish = pollfd(fd: writer, events: 0, revents: 0)
    return poll(&wish, 1, 0) == 0
  }

  /// Waits until the other end is open nowhere.
  func expectNoReader() throws {
    var wish = pollfd(fd: writer, events: 0, revents: 0)
    try #require(poll(&wish, 1, Deadline.milliseconds) == 1)
    #expect(wish.revents & Int16(POLLHUP) != 0)
    close(writer)
  }
}

extension MotionService {
  /// Returns once all is done that was asked for before.
  ///
  /// On the queue itself: a hop to an actor for nothing is what the optimizer leaves out.
  func pass() async {
    await withCheckedContinuation { done in queue.async { done.resume() } }
  }
}

/// A raw client of the service, which keeps what it is told.
final class BusClient {
  let connection: BusConnection
  private(set) var signals: [BusSignal] = []
  private var slots: [BusSlot] = []

  init(_ address: BusAddress, takesDescriptors: Bool = true) throws {
    connection = try BusConnection(address, takesDescriptors: takesDescriptors)
    try listen("path='\(Motion1.path)'")
  }

  var name: String { connection.uniqueName ?? "" }

  var events: [MotionEvent] {
    signals.compactMap { MotionEvent(signal: $0.member, $0.values) }
  }

  func listen(_ rule: String) throws {
    let slot = try connection.match("type='signal',\(rule)") { [weak self] message in
      guard let values = try? message.read() else { return }
      self?.signals.append(BusSignal(member: message.member, values: values))
    }
    slots.append(slot)
    // The rule is in place once the bus has answered what was sent after it.
    try sync()
  }

  /// Waits until the bus has answered, and so has passed on all that was sent before.
  func sync() throws {
    _ = try call("org.freedesktop.DBus.Peer", "Ping", to: "org.freedesktop.DBus", "/")
  }

  /// Calls a method and waits for the answer.
  ///
  /// - Parameters:
  ///   - interface: of the method
  ///   - member: its name
  ///   - values: what it takes
  ///   - destination: whom to call
  ///   - path: of the object
  ///   - others: who must be processed meanwhile
  ///   - prepare: changes the call before it is sent
  /// - Returns: the answer, or the error
  /// - Throws: an error if none comes
  func call(
    _ interface: String, _ member: String, _ values: [BusValue] = [],
    to destination: String = Motion1.name, _ path: String = Motion1.path,
    with others: [BusConnection] = [], prepare: (BusMessage) -> Void = { _ in }
  ) throws -> Result<[BusValue], BusError> {
    let answer = try begin(
      interface, member, values, to: destination, path, prepare: prepare)
    try process([connection] + others) { answer.value != nil }
    return try #require(answer.value)
  }

  /// Calls a method; the answer comes while the connection is processed.
  func begin(
    _ interface: String, _ member: String, _ values: [BusValue] = [],
    to destination: String = Motion1.name, _ path: String = Motion1.path,
    prepare: (BusMessage) -> Void = { _ in }
  ) throws -> BusAnswer {
    let answer = BusAnswer()
    let message = try connection.call(destination, path, interface, member)
    try message.append(values)
    prepare(message)
    try connection.send(message) { answer.value = $0.map { $0.kept } }
    return answer
  }

  /// Calls a method of the service.
  func motion(_ member: String, _ values: [BusValue] = []) throws -> Result<[BusValue], BusError> {
    try call(Motion1.interface, member, values)
  }

  /// Calls a method of the service; the answer comes while the connection is processed.
  func ask(_ member: String, _ values: BusValue...) throws -> BusAnswer {
    try begin(Motion1.interface, member, values)
  }

  /// Has the bus tell a service that trusts nobody who this is; few calls may wait until then.
  func introduceItself() throws {
    #expect(try motion("Reload").refusal == Motion1.ErrorName.accessDenied)
  }

  func claim(_ options: [String: BusValue] = [:]) throws {
    let answer = try motion("Claim", [.dictionary(options)])
    try #require(answer == .success([]))
  }

  /// Sees to it that all that the service has sent up to now has arrived.
  func settle() throws {
    _ = try call("org.freedesktop.DBus.Peer", "Ping")
  }
}

struct BusSignal: Hashable {
  let member: String
  let values: [BusValue]
}

final class BusAnswer {
  var value: Result<[BusValue], BusError>?

  /// The name of the error, if it is one.
  var refusal: String? { value?.refusal }
}

extension Result where Success == [BusValue], Failure == BusError {
  var refusal: String? {
    if case .failure(.refused(_, let name, _)) = self { name } else { nil }
  }

  var explanation: String? {
    if case .failure(.refused(_, _, let text)) = self { text } else { nil }
  }
}

extension [BusValue] {
  /// These values with copies of the descriptors, which the message owns.
  fileprivate var kept: [BusValue] {
    map { if case .descriptor(let number) = $0 { .descriptor(dup(number)) } else { $0 } }
  }
}

extension MotionService {
  /// Emits one event.
  func emit(_ event: MotionEvent, of configuration: MotionConfiguration) {
    emit([(.event(event), configuration)])
  }

  /// Emits one state.
  func emit(_ state: MotionState, of configuration: MotionConfiguration) {
    emit([(.state(state), configuration)])
  }
}
