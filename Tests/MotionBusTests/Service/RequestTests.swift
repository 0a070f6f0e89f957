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
    let (rig, client) = try ServiceRig.withClient()
    let recording = "timestamp_ns,x,y,z\n0,0,0,9.8\n"
    let answer = try client.ask("Simulate", .string(recording))
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
    let (rig, client) = try ServiceRig.withClient()
    let answer = try client.ask("Reload")
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
      let answer = try client.ask("GetStatus")
      try process([client.connection], rig.log) { rig.log.statusReplies.count == 1 }
      rig.log.statusReplies[0](
        .success(DaemonStatus(["Version": .string("1"), "Events": .strings(["shake"])])))
      try process([client.connection]) { answer.value != nil }
      guard case .dictionary(let status)? = try answer.value?.get().first else {
        throw Unexpected(answer.value as Any)
      }
      #expect(status["Version"] == .string("1"))
      // Who is not trusted, and not at the seat, keeps no sensor awake.
      #expect(status["Claimed"] == .bool(isTrusted))
      #expect((status["Events"] != nil) == isTrusted)
      #expect(status["States"] != nil, "everybody hears them as a property")
      guard case .dictionary(let clients) = status["Clients"],
        case .dictionary(let claim) = clients["1"]
      else { throw Unexpected(status) }
      #expect(claim["sensitivity"] == .double(0.3))
      // It is the user of the client who asks.
      #expect(claim["User"] == .uint32(geteuid()))
    }
  }

  @Test("a text that is too long is refused before anybody is asked")
  func tooLong() throws {
    let text = BusValue.string(String(repeating: "x", count: 1_048_577))
    let rig = try ServiceRig(trusting: [])
    let answer = try rig.client().motion("Simulate", [text])
    #expect(answer.refusal == Motion1.ErrorName.invalidArguments)
  }

  @Test("samples come through the pipe that was handed out, and the service keeps no end of it")
  func samples() throws {
    let (rig, client) = try ServiceRig.withClient()
    let (answer, reply) = try rig.openSamples(client)
    let pipe = try SamplePipe()
    reply(.success(pipe.reader))
    try process([client.connection]) { answer.value != nil }
    guard case .success(let values)? = answer.value, case .descriptor(let end)? = values.first
    else { throw Unexpected(answer.value as Any) }
    #expect(write(pipe.writer, "0,1,2,3\n", 8) == 8)
    var bytes = [UInt8](repeating: 0, count: 100)
    #expect(read(end, &bytes, 100) == 8)
    close(end)
    try pipe.expectNoReader()
  }

  @Test("a pipe is closed that is not taken: answered twice, or too late")
  func closed() throws {
    let (rig, client) = try ServiceRig.withClient()
    let (answer, reply) = try rig.openSamples(client)
    reply(.failure(Refusal(name: "org.motiond.Motion1.Error.Test", message: "no")))
    let (second, third) = (try SamplePipe(), try SamplePipe())
    reply(.success(second.reader))
    try process([client.connection]) { answer.value != nil }
    #expect(answer.refusal == "org.motiond.Motion1.Error.Test")
    try second.expectNoReader()
    rig.service.stop()
    reply(.success(third.reader))
    try third.expectNoReader()
  }

  @Test("an invalid descriptor is answered with an error")
  func noDescriptor() throws {
    let (rig, client) = try ServiceRig.withClient()
    let (answer, reply) = try rig.openSamples(client)
    reply(.success(FileDescriptor(rawValue: -1)))
    try process([client.connection]) { answer.value != nil }
    #expect(answer.refusal == "org.freedesktop.DBus.Error.Failed")
  }

  /// The policy of the system bus for answers: only those that a caller waits for.
  private static let requestedAlone = """
    <policy context="mandatory">
      <deny send_requested_reply="false" send_type="method_return"/>
      <deny send_requested_reply="false" send_type="error"/>
    </policy>
    """

  @Test(
    "a client to which no descriptor can be sent receives an error",
    arguments: ["", requestedAlone])
  func noDescriptors(_ policy: String) throws {
    let rig = try ServiceRig(policy: policy)
    let client = try BusClient(.address(rig.bus.address), takesDescriptors: false)
    let (answer, reply) = try rig.openSamples(client)
    let pipe = try SamplePipe()
    reply(.success(pipe.reader))
    try process([client.connection]) { answer.value != nil }
    #expect(answer.refusal == "org.freedesktop.DBus.Error.NotSupported")
    try pipe.expectNoReader()
  }

  @Test("a descriptor that waits for the bus is closed when the service stops")
  func stoppedMeanwhile() throws {
    let (rig, client) = try ServiceRig.withClient()
    let (_, reply) = try rig.openSamples(client)
    let pipe = try SamplePipe()
    // It does not say any more if the client takes descriptors.
    rig.bus.freeze()
    reply(.success(pipe.reader))
    // Returns once the reply was taken, without a thread of the tests' pool, which may be busy for
    // long.
    _ = rig.service.status
    #expect(pipe.hasReader, "it waits")
    rig.service.stop()
    try pipe.expectNoReader()
  }
}
