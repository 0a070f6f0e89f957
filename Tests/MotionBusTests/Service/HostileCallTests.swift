// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Glibc
import MotionCore
import TestTraits
import Testing

@testable import MotionBus

/// Calls that are made to cost the service much.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct HostileCallTests {
  @Test("a claim with more entries than there are options is refused before they are read")
  func manyEntries() throws {
    let rig = try ServiceRig()
    let client = try rig.client()
    let entries = Dictionary(
      uniqueKeysWithValues: (0..<1000).map { ("k\($0)", BusValue.bool(true)) })
    let answer = try client.motion("Claim", [.dictionary(entries)])
    #expect(answer.refusal == Motion1.ErrorName.invalidArguments)
    #expect(answer.explanation?.contains("more than") == true, "\(answer)")
    let names = [String](repeating: "shake", count: 1000)
    let list = try client.motion("Claim", [.dictionary(["motions": .strings(names)])])
    #expect(list.explanation?.contains("more than") == true, "\(list)")
    try client.claim()
  }

  @Test(
    "calls whose caller the bus has not told yet: two of a client, and 4 MB in all",
    // Bytes of text, and the calls that wait.
    arguments: [(10, 24), (1_000_000, 4)])
  func unknownCallers(bytes: Int, waiting: Int) throws {
    let rig = try ServiceRig(trusting: [])
    let clients = try (0..<12).map { _ in try rig.client() }
    let text = BusValue.string(String(repeating: "#", count: bytes))
    var answers: [BusAnswer] = []
    try rig.whileStopped {
      for _ in 0..<3 {
        for client in clients {
          answers.append(try client.begin(Motion1.interface, "Simulate", [text]))
        }
      }
      // The bus has them once it answers.
      for client in clients { try client.listen("member='nothing'") }
    }
    try process(clients.map(\.connection)) { answers.allSatisfy { $0.value != nil } }
    let refused = answers.count { $0.refusal == Motion1.ErrorName.limitExceeded }
    #expect(refused == 36 - waiting)
    #expect(answers.count { $0.refusal == Motion1.ErrorName.accessDenied } == waiting)
    // Later the bus has told who each of them is: nothing waits for that again.
    let again = try (0..<20).map { _ in
      try clients[0].begin(Motion1.interface, "Claim", [.dictionary([:])])
    }
    try process(clients.map(\.connection)) { again.allSatisfy { $0.value != nil } }
    #expect(again.allSatisfy { $0.value == .success([]) })
  }

  @Test("where too many users are known, all are forgotten, and asked for again")
  func users() throws {
    let bus = try PrivateBus()
    let service = try BusConnection(.address(bus.address))
    let callers = Callers(service, mostUsers: 2)
    let clients = try (0..<3).map { _ in try BusConnection(.address(bus.address)) }
    let names = try clients.map { try #require($0.uniqueName) }
    try withExtendedLifetime(clients) {
      for name in names {
        try callers.identify(name) { _ in }
        try process([service]) { callers.user(of: name) == geteuid() }
      }
    }
    #expect(names.map { callers.user(of: $0) != nil } == [false, false, true])
  }

  /// Has the bus drop what it says of this kind, as it drops what it has no room for; all if nil.
  private func lose(_ rule: String?, on rig: ServiceRig, _ client: BusClient) throws {
    let policy = rule.map {
      """
      <policy context="mandatory">
        <deny receive_sender="org.freedesktop.DBus" \($0)/>
      </policy>
      """
    }
    try rig.bus.write(policy: PrivateBus.openPolicy + (policy ?? ""))
    _ = try client.begin("org.freedesktop.DBus", "ReloadConfig", to: "org.freedesktop.DBus")
  }

  @Test("an answer of the bus that is lost, as too much waits, is asked for again")
  func lostAnswer() throws {
    let rig = try ServiceRig(trusting: [])
    let client = try rig.client()
    try lose("receive_type=\"method_return\" receive_requested_reply=\"true\"", on: rig, client)
    let answer = try client.begin(Motion1.interface, "Reload")
    // Answered at once: the bus has had the question then, and its answer is lost.
    _ = try client.call(
      "org.freedesktop.DBus.Properties", "GetAll", [.string(Motion1.interface)])
    #expect(answer.value == nil)
    try lose(nil, on: rig, client)
    try process([client.connection]) { answer.value != nil }
    #expect(answer.value?.explanation?.contains("is for root") == true)
  }

  @Test("a client whose departure is lost in a flood is missed after it")
  func lostDeparture() throws {
    let rig = try ServiceRig()
    let (client, flooder) = (try rig.client(), try rig.client())
    try client.claim()
    try lose("receive_interface=\"org.freedesktop.DBus\"", on: rig, flooder)
    try flooder.settle()
    client.connection.close()
    try flooder.settle()
    try lose(nil, on: rig, flooder)
    try flooder.settle()
    #expect(rig.log.demands == [Demand([.shake()])])
    try rig.whileStopped {
      for _ in 0..<300 {
        let call = try flooder.connection.call(
          Motion1.name, Motion1.path, "org.freedesktop.DBus.Peer", "Ping")
        try call.send()
      }
      try flooder.listen("member='nothing'")
    }
    try process([flooder.connection], rig.log) { rig.log.demands == [.init([.shake()]), .init()] }
  }

  @Test(
    "a text beyond what its method takes is refused before it is copied", arguments: [true, false])
  func longTexts(isRecording: Bool) throws {
    let rig = try ServiceRig()
    let client = try rig.client()
    let text = BusValue.string(String(repeating: "#", count: isRecording ? 1 << 20 + 1 : 20_000))
    let answer =
      isRecording
      ? try client.motion("Simulate", [text])
      : try client.motion("Claim", [.dictionary(["a": text])])
    #expect(answer.refusal == Motion1.ErrorName.invalidArguments)
    #expect(answer.explanation?.contains("bytes") == true, "\(answer)")
  }

  @Test("statuses that the daemon has not answered are bounded")
  func statuses() throws {
    let rig = try ServiceRig(
      trusting: [], limits: .shared,
      policy: "<limit name=\"max_replies_per_connection\">1000</limit>")
    let client = try rig.client()
    // Root has no share of its own, but all that there is.
    let most =
      geteuid() == 0 ? ServiceLimits.shared.calls.total : ServiceLimits.shared.calls.each
    try client.claim()
    let answers = try (0..<most + 3).map { _ in
      try client.begin(Motion1.interface, "GetStatus")
    }
    try process([client.connection]) { answers.count { $0.value != nil } == 3 }
    #expect(
      answers.compactMap(\.refusal) == Array(repeating: Motion1.ErrorName.limitExceeded, count: 3))
    for reply in rig.log.statusReplies { reply(.success(DaemonStatus())) }
    try process([client.connection]) { answers.allSatisfy { $0.value != nil } }
  }

  @Test("the texts of calls that the daemon has not answered are bounded, and arrive whole")
  func waitingTexts() throws {
    let rig = try ServiceRig()
    let client = try rig.client()
    // The calls of a connection whose user is unknown have a bound of their own.
    try client.claim()
    let text = String(repeating: "#", count: 1 << 20)
    let answers = try (0..<9).map { _ in
      try client.begin(Motion1.interface, "Simulate", [.string(text)])
    }
    try process([client.connection], rig.log) {
      answers.contains { $0.value != nil } && rig.log.simulations.count == 8
    }
    #expect(answers.last?.value?.refusal == Motion1.ErrorName.limitExceeded)
    #expect(rig.log.simulations.map(\.text) == Array(repeating: text, count: 8))
  }

  @Test("claims whose detectors are not there yet are bounded, also of one client")
  func waitingClaims() throws {
    let rig = try ServiceRig(trusting: [], settling: false)
    let client = try rig.client()
    try client.introduceItself()
    let most = Claimants.answers.each
    let answers = try (0..<most + 3).map { _ in
      try client.begin(Motion1.interface, "Claim", [.dictionary([:])])
    }
    try process([client.connection], rig.log) {
      answers.count { $0.value != nil } == 3 && !rig.log.settlements.isEmpty
    }
    #expect(answers.last?.refusal == Motion1.ErrorName.limitExceeded)
    // One for those that came first, and one for the rest.
    var count = 0
    try process([client.connection], rig.log) {
      for settled in rig.log.settlements[count...] { settled() }
      count = rig.log.settlements.count
      return answers.allSatisfy { $0.value != nil }
    }
    // And there is room again.
    let again = try client.begin(Motion1.interface, "Claim", [.dictionary([:])])
    try process([client.connection], rig.log) { rig.log.settlements.count == count + 1 }
    #expect(again.value == nil)
  }

  @Test("a hold-off without a claim schedules nothing, and one with a claim has one timer")
  func holdOffs() throws {
    let bus = try PrivateBus()
    let service = try BusConnection(.address(bus.address))
    let claimants = Claimants(
      service, defaults: MotionOptions(), limits: ServiceLimits.single.claims,
      Authorization(service, trusting: [geteuid()]), askToSettle: {}, { _ in })
    func end(_ second: Int64) -> Timestamp { Timestamp(nanoseconds: second * 1_000_000_000) }
    func isScheduled(_ second: Int64) -> Bool { claimants.holdOff(":1.7", until: end(second)) }
    #expect(!isScheduled(1))
    try claimants.claim(":1.7", MotionClaim(), of: geteuid()) {}
    #expect(isScheduled(2))
    #expect(!isScheduled(3) && !isScheduled(4))
    #expect(claimants.resume(":1.7", after: end(2)) == end(4))
    #expect(claimants.resume(":1.7", after: end(4)) == nil)
    #expect(isScheduled(5))
  }
}
