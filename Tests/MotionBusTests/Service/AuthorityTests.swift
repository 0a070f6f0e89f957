// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import CSystemBus
import Glibc
import TestTraits
import Testing

@testable import MotionBus

@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct AuthorityTests {
  private typealias Answer = @Sendable (BusMessage) throws -> Void

  private static func says(_ authorized: Bool, _ challenge: Bool) -> Answer {
    { try $0.reply([.structure([.bool(authorized), .bool(challenge), .texts(["a": "b"])])]) }
  }

  /// Answers of polkit, each with the error and a part of the explanation that a client gets.
  private static let verdicts: [(polkit: Answer, error: String?, text: String)] = [
    (says(true, false), nil, ""),
    (
      says(false, false), Motion1.ErrorName.accessDenied,
      "polkit does not allow org.motiond.motion1.simulate"
    ),
    (says(false, true), Motion1.ErrorName.interactionRequired, "would ask for a password"),
    ({ try $0.reply([.string("yes")]) }, Motion1.ErrorName.accessDenied, "makes sense"),
    ({ try $0.reply([.bool(true)]) }, Motion1.ErrorName.accessDenied, "makes sense"),
    (
      { try $0.reply([.structure([.bool(true)])]) }, Motion1.ErrorName.accessDenied, "makes sense"
    ),
    ({ try $0.reply() }, Motion1.ErrorName.accessDenied, "makes sense"),
    (
      { try $0.reply(error: "org.freedesktop.PolicyKit1.Error.Failed", "no database") },
      Motion1.ErrorName.accessDenied, "no database"
    ),
  ]

  @Test("an untrusted user gets what polkit says", arguments: verdicts.indices)
  func verdict(index: Int) throws {
    let (verdict, error, text) = Self.verdicts[index]
    let rig = try ServiceRig(trusting: [])
    let polkit = try FakePolkit(.address(rig.bus.address), verdict)
    let client = try rig.client()
    let answer = try client.ask("Simulate", .string("shake"))
    try process([client.connection, polkit.connection], rig.log) {
      answer.value != nil || !rig.log.simulations.isEmpty
    }
    #expect(answer.refusal == error)
    #expect(answer.value?.explanation?.contains(text) ?? true)
    #expect(rig.log.simulations.map(\.text) == (error == nil ? ["shake"] : []))
    #expect(
      polkit.questions == [
        [
          .structure([.string("system-bus-name"), .dictionary(["name": .string(client.name)])]),
          .string("org.motiond.motion1.simulate"), .texts([:]), .uint32(0), .string("motiond-1"),
        ]
      ])
  }

  @Test("polkit may ask for a password if the call allows it; samples are an action of their own")
  func interaction() throws {
    let rig = try ServiceRig(trusting: [])
    let polkit = try FakePolkit(.address(rig.bus.address), Self.says(false, false))
    let client = try rig.client()
    let answer = try client.call(
      Motion1.interface, "OpenSamples", with: [polkit.connection]
    ) { sd_bus_message_set_allow_interactive_authorization($0.pointer, 1) }
    #expect(answer.refusal == Motion1.ErrorName.accessDenied)
    #expect(rig.log.sampleReplies.isEmpty)
    #expect(polkit.questions.first?[1] == .string("org.motiond.motion1.open-samples"))
    #expect(polkit.questions.first?[3] == .uint32(1))
  }

  @Test("without polkit only trusted users may; they do not need it")
  func absent() throws {
    let strict = try ServiceRig(trusting: [])
    let answer = try strict.client().motion("Simulate", [.string("shake")])
    #expect(answer.refusal == Motion1.ErrorName.accessDenied)
    #expect(answer.explanation?.contains("polkit cannot be asked") == true)
    let open = try ServiceRig()
    let client = try open.client()
    let granted = try client.ask("Simulate", .string("shake"))
    try process([client.connection], open.log) { !open.log.simulations.isEmpty }
    open.log.simulations.first?.reply(.success(()))
    try process([client.connection]) { granted.value == .success([]) }
  }

  @Test("while polkit thinks, others are served; who asks beyond the limit is refused")
  func slow() throws {
    let rig = try ServiceRig(trusting: [])
    var held: [BusMessage] = []
    let polkit = try FakePolkit(.address(rig.bus.address)) { held.append($0) }
    let (client, other) = (try rig.client(), try rig.client())
    try client.introduceItself()
    let answers = try (0...ServiceLimits.single.questions.total).map { _ in
      try client.ask("Simulate", .string("shake"))
    }
    try process([client.connection, polkit.connection]) {
      held.count == ServiceLimits.single.questions.total && answers.contains { $0.value != nil }
    }
    #expect(answers.compactMap(\.refusal) == [Motion1.ErrorName.limitExceeded])
    #expect(try other.motion("Release") == .success([]))
    for call in held { try Self.says(false, false)(call) }
    try process([client.connection, polkit.connection]) {
      answers.allSatisfy { $0.refusal != nil }
    }
    // The next one is asked about again.
    let next = try client.ask("Simulate", .string("shake"))
    try process([client.connection, polkit.connection]) {
      held.count > ServiceLimits.single.questions.total
    }
    #expect(next.value == nil)
  }

  @Test("a polkit that goes away while it is asked authorizes nothing")
  func vanishing() throws {
    let rig = try ServiceRig(trusting: [])
    var isAsked = false
    let polkit = try FakePolkit(.address(rig.bus.address)) { _ in isAsked = true }
    let client = try rig.client()
    let answer = try client.ask("Simulate", .string("shake"))
    try process([client.connection, polkit.connection]) { isAsked }
    polkit.connection.close()
    try process([client.connection]) { answer.value != nil }
    #expect(answer.refusal == Motion1.ErrorName.accessDenied)
    #expect(rig.log.simulations.isEmpty)
  }
}
