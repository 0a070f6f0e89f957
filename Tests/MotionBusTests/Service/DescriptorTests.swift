// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Glibc
import SystemPackage
import TestSupport
import TestTraits
import Testing

@testable import MotionBus

@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct DescriptorTests {
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
    let client = try BusConnection(.address(rig.bus.address), takesDescriptors: false)
    let call = try client.call(Motion1.name, Motion1.path, Motion1.interface, "OpenSamples")
    var answer: Result<[BusValue], BusError>?
    try client.send(call) { answer = $0 }
    try process([client], rig.log) { rig.log.sampleReplies.count == 1 }
    var ends: [Int32] = [-1, -1]
    try #require(
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    rig.log.sampleReplies[0](.success(FileDescriptor(rawValue: ends[0])))
    try process([client]) { answer != nil }
    #expect(answer?.refusal == "org.freedesktop.DBus.Error.NotSupported")
    // Nothing keeps the pipe.
    var wish = pollfd(fd: ends[1], events: 0, revents: 0)
    #expect(poll(&wish, 1, Deadline.milliseconds) == 1)
    close(ends[1])
  }

  @Test("a descriptor that waits for the bus is closed when the service stops")
  func stoppedMeanwhile() throws {
    let rig = try ServiceRig()
    let client = try BusConnection(.address(rig.bus.address))
    let call = try client.call(Motion1.name, Motion1.path, Motion1.interface, "OpenSamples")
    try client.send(call) { _ in }
    try process([client], rig.log) { rig.log.sampleReplies.count == 1 }
    var ends: [Int32] = [-1, -1]
    try #require(
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    // It does not say any more if the client takes descriptors.
    rig.bus.freeze()
    rig.log.sampleReplies[0](.success(FileDescriptor(rawValue: ends[0])))
    // Returns once the reply was taken, without a thread of the tests' pool, which may be busy for
    // long.
    _ = rig.service.status
    var wish = pollfd(fd: ends[1], events: 0, revents: 0)
    #expect(poll(&wish, 1, 0) == 0, "it waits")
    rig.service.stop()
    #expect(poll(&wish, 1, Deadline.milliseconds) == 1)
    close(ends[1])
  }
}
