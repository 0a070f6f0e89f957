// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Glibc
import SystemPackage
import TestSupport
import TestTraits
import Testing

@testable import MotionBus

@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct RequestTests {
  @Test("a simulation is passed on, and what comes of it is answered, once")
  func simulation() throws {
    let rig = try ServiceRig()
    let client = try rig.client()
    let recording = "timestamp_ns,x,y,z\n0,0,0,9.8\n"
    let answer = try client.begin(Motion1.interface, "Simulate", [.string(recording)])
    try process([client.connection], rig.log) { rig.log.simulations.count == 1 }
    #expect(rig.log.simulations[0].text == recording)
    #expect(answer.value == nil)
    let reply = rig.log.simulations[0].reply
    reply(.failure(Refusal(name: "org.motiond.Motion1.Error.Test", message: "why")))
    reply(.success(()))
    try process([client.connection]) { answer.value != nil }
    #expect(answer.refusal == "org.motiond.Motion1.Error.Test")
    #expect(answer.value?.explanation == "why")
    try client.settle()
  }

  @Test("a reload is for trusted users, and is answered once the options count")
  func reload() throws {
    let rig = try ServiceRig()
    let client = try rig.client()
    let answer = try client.begin(Motion1.interface, "Reload")
    try process([client.connection], rig.log) { rig.log.reloads.count == 1 }
    #expect(answer.value == nil)
    rig.log.reloads[0](.success(()))
    try process([client.connection]) { answer.value == .success([]) }

    let strict = try ServiceRig(trusting: [])
    let refusal = try strict.client().motion("Reload")
    #expect(refusal.refusal == Motion1.ErrorName.accessDenied)
    #expect(strict.log.reloads.isEmpty)
  }

  @Test(
    "who is trusted sees events and clients' names in a status, and others their own name alone")
  func status() throws {
    for isTrusted in [true, false] {
      let rig = isTrusted ? try ServiceRig() : try ServiceRig(trusting: [])
      let client = try rig.client()
      try client.claim(["sensitivity": .double(0.3)])
      let answer = try client.begin(Motion1.interface, "GetStatus")
      try process([client.connection], rig.log) { rig.log.statusReplies.count == 1 }
      rig.log.statusReplies[0](
        .success(DaemonStatus(["Version": .string("1"), "Events": .strings(["shake"])])))
      try process([client.connection]) { answer.value != nil }
      guard case .dictionary(let status)? = try answer.value?.get().first else {
        Issue.record("\(String(describing: answer.value))")
        return
      }
      #expect(status["Version"] == .string("1"))
      // Who is not trusted, and not at the seat, keeps no sensor awake.
      #expect(status["Claimed"] == .bool(isTrusted))
      #expect((status["Events"] != nil) == isTrusted)
      #expect(status["States"] != nil, "everybody hears them as a property")
      guard case .dictionary(let clients) = status["Clients"],
        case .dictionary(let claim) = clients["1"]
      else {
        Issue.record("\(status)")
        return
      }
      #expect(claim["sensitivity"] == .double(0.3))
      // It is the user of the client who asks.
      #expect(claim["User"] == .uint32(geteuid()))
    }
  }

  @Test("a text that is too long is refused before anybody is asked")
  func tooLong() throws {
    let rig = try ServiceRig(trusting: [])
    let text = String(repeating: "x", count: 1_048_577)
    let answer = try rig.client().motion("Simulate", [.string(text)])
    #expect(answer.refusal == Motion1.ErrorName.invalidArguments)
  }

  @Test("samples come through the pipe that was handed out, and the service keeps no end of it")
  func samples() throws {
    let rig = try ServiceRig()
    let client = try rig.client()
    let answer = try client.begin(Motion1.interface, "OpenSamples")
    try process([client.connection], rig.log) { rig.log.sampleReplies.count == 1 }
    let (readEnd, writeEnd) = try Self.pipe()
    rig.log.sampleReplies[0](.success(FileDescriptor(rawValue: readEnd)))
    try process([client.connection]) { answer.value != nil }
    guard case .success(let values)? = answer.value, case .descriptor(let end)? = values.first
    else {
      Issue.record("\(String(describing: answer.value))")
      return
    }
    #expect(write(writeEnd, "0,1,2,3\n", 8) == 8)
    var bytes = [UInt8](repeating: 0, count: 100)
    #expect(read(end, &bytes, 100) == 8)
    close(end)
    try Self.expectNoReader(writeEnd)
  }

  @Test("a pipe is closed that is not taken: answered twice, or too late")
  func closed() throws {
    let rig = try ServiceRig()
    let client = try rig.client()
    let answer = try client.begin(Motion1.interface, "OpenSamples")
    try process([client.connection], rig.log) { rig.log.sampleReplies.count == 1 }
    let reply = rig.log.sampleReplies[0]
    reply(.failure(Refusal(name: "org.motiond.Motion1.Error.Test", message: "no")))
    let second = try Self.pipe()
    reply(.success(FileDescriptor(rawValue: second.read)))
    try process([client.connection]) { answer.value != nil }
    #expect(answer.refusal == "org.motiond.Motion1.Error.Test")
    try Self.expectNoReader(second.write)
    rig.service.stop()
    let third = try Self.pipe()
    reply(.success(FileDescriptor(rawValue: third.read)))
    try Self.expectNoReader(third.write)
  }

  @Test("an invalid descriptor is answered with an error")
  func noDescriptor() throws {
    let rig = try ServiceRig()
    let client = try rig.client()
    let answer = try client.begin(Motion1.interface, "OpenSamples")
    try process([client.connection], rig.log) { rig.log.sampleReplies.count == 1 }
    rig.log.sampleReplies[0](.success(FileDescriptor(rawValue: -1)))
    try process([client.connection]) { answer.value != nil }
    #expect(answer.refusal == "org.freedesktop.DBus.Error.Failed")
  }

  private static func pipe() throws -> (read: Int32, write: Int32) {
    // Sockets, as they are never inherited by the processes that other tests start meanwhile.
    var ends: [Int32] = [-1, -1]
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue
    try #require(socketpair(AF_UNIX, Int32(type), 0, &ends) == 0)
    return (ends[0], ends[1])
  }

  /// Waits until the other end of the pipe is open nowhere.
  private static func expectNoReader(_ end: Int32) throws {
    var wish = pollfd(fd: end, events: 0, revents: 0)
    try #require(poll(&wish, 1, Deadline.milliseconds) == 1)
    #expect(wish.revents & Int16(POLLHUP) != 0)
    close(end)
  }
}
