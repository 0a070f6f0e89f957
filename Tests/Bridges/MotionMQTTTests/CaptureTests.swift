// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionMQTT

/// Commands, and captures in parts.
@Suite struct CaptureTests {
  private let device: MQTTDevice
  private var rule: CommandRule
  private var assembly = CaptureAssembly(prefix: "motion")

  init() throws {
    device = try #require(MQTTDevice("kiosk1"))
    rule = CommandRule(device)
  }

  private func time(_ seconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: seconds * 1_000_000_000)
  }

  private mutating func ask(_ id: String, at seconds: Int64) -> CommandRule.Decision {
    rule.decide("motion/kiosk1/command/capture", Array(id.utf8), at: time(seconds))
  }

  @Test("one capture an hour, and after a failure one a minute")
  mutating func pace() {
    #expect(ask("a", at: 0) == .capture("a"))
    #expect(ask("b", at: 1) == .refuse("b", reason: "another capture is under way"))
    #expect(rule.answered(true, at: time(2)) == "a")
    #expect(ask("c", at: 3600) == .refuse("c", reason: "one capture an hour: ask again in 3 s"))
    #expect(ask("d", at: 3602) == .capture("d"))
    #expect(rule.answered(false, at: time(3603)) == "d")
    #expect(ask("e", at: 3663) == .capture("e"))
    #expect(rule.answered(true, at: time(3663)) == "e")
    #expect(rule.answered(true, at: time(3663)) == nil)
    #expect(rule.refused == 2)
  }

  @Test("thousands of commands get one answer a minute")
  mutating func flood() {
    #expect(ask("a", at: 0) == .capture("a"))
    var answers = 0
    for second in 0..<120 {
      for number in 0..<100 {
        if case .refuse = ask("x\(number)", at: Int64(second)) { answers += 1 }
      }
    }
    #expect(answers == 2)
    #expect(rule.refused == 12_000)
  }

  @Test("every other topic is refused, and what is no id; what is too long is counted apart")
  mutating func others() {
    for topic in ["motion/kiosk1/command", "motion/kiosk1/command/x", "motion/b/command/capture"] {
      #expect(rule.decide(topic, Array("a".utf8), at: time(0)) == .ignore)
    }
    for id in ["", "a/b", "+", "#", "a b", "\u{0}", String(repeating: "a", count: 65)] {
      #expect(ask(id, at: 0) == .ignore)
    }
    #expect(rule.decide("motion/kiosk1/command/capture", [0xFF, 0xFE], at: time(0)) == .ignore)
    #expect(rule.refused == 11)
    #expect(rule.decide("motion/kiosk1/command/capture", nil, at: time(0)) == .ignore)
    #expect(rule.dropped == 1 && rule.refused == 11)
  }

  private func file(_ length: Int) -> (CaptureHead, [UInt8]) {
    let hash = String(repeating: "0f", count: 32)
    return (
      CaptureHead(hash: hash, length: length, recordingLength: length),
      (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    )
  }

  @Test("chunks are put together in any order, and twice makes no difference")
  mutating func whole() {
    let (head, file) = file(300_000)
    let messages = device.capture("a", head, file)
    #expect(messages.count == 4)
    #expect(messages.allSatisfy { $0.payload.count <= 128_000 && !$0.isRetained })
    for message in [messages[0], messages[2], messages[0], messages[2], messages[3]] {
      #expect(assembly.add(message.topic, message.payload, at: time(0)) == .added)
    }
    #expect(
      assembly.add(messages[1].topic, messages[1].payload, at: time(0))
        == .whole(.init(device: "kiosk1", id: "a"), head, file))
  }

  @Test("what is no part of a capture is nothing, and a capture that stops is forgotten")
  mutating func partial() {
    let (head, file) = file(130_000)
    let messages = device.capture("a", head, file)
    #expect(assembly.add(messages[1].topic, messages[1].payload, at: time(0)) == .senseless)
    #expect(assembly.add(messages[0].topic, messages[0].payload, at: time(0)) == .added)
    let senseless: [(String, [UInt8]?)] = [
      (messages[1].topic, [1]), (messages[1].topic, nil), ("motion/kiosk1/capture/a/01", [1]),
      ("motion/kiosk1/capture/a/2", [1]), ("motion/kiosk1/capture/a/-1", [1]),
      ("motion/../capture/a/head", messages[0].payload), ("motion/kiosk1/capture/../head", [1]),
      ("motion/kiosk1/capture/a/0/0", [1]), ("other/kiosk1/capture/a/0", [1]),
      ("motion/kiosk1/capture/b/head", Array("x".utf8)),
      ("motion/kiosk1/capture/b/head", Array("\(head.hash) 2000001 16 5".utf8)),
      ("motion/kiosk1/capture/b/head", Array("\(head.hash) 5 2 5".utf8)),
      ("motion/kiosk1/capture/b/head", Array("\(head.hash) 5 1 99999999999999999999".utf8)),
    ]
    for (topic, payload) in senseless {
      #expect(assembly.add(topic, payload, at: time(0)) == .senseless, "\(topic)")
    }
    #expect(assembly.add(messages[1].topic, messages[1].payload, at: time(0)) == .added)
    #expect(assembly.add(messages[2].topic, messages[2].payload, at: time(601)) == .senseless)
  }

  @Test("of captures that never become whole few are kept")
  mutating func bounded() {
    let (head, _) = file(10)
    for number in 0..<1000 {
      let message = device.capture("a\(number)", head, [])[0]
      #expect(assembly.add(message.topic, message.payload, at: time(Int64(number) / 10)) == .added)
    }
    let chunk = [UInt8](repeating: 0, count: 10)
    #expect(assembly.add("motion/kiosk1/capture/a0/0", chunk, at: time(100)) == .senseless)
    let last = assembly.add("motion/kiosk1/capture/a999/0", chunk, at: time(100))
    #expect(last == .whole(.init(device: "kiosk1", id: "a999"), head, chunk))
  }

  @Test("a refusal has its reason")
  mutating func refusal() {
    let message = device.noCapture("a", "one an hour")
    #expect(
      assembly.add(message.topic, message.payload, at: time(0))
        == .refused(.init(device: "kiosk1", id: "a"), reason: "one an hour"))
  }
}
