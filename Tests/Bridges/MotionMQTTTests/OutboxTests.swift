// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionMQTT

/// What becomes of messages for a broker that comes and goes.
@Suite struct OutboxTests {
  private var outbox = Outbox(limit: 3, longestWait: .seconds(60))

  private func time(_ seconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: seconds * 1_000_000_000)
  }

  /// Takes what there is to send at `seconds`, and has it acknowledged.
  private func sent(_ outbox: inout Outbox, at seconds: Int64 = 0) -> [String] {
    var payloads: [String] = []
    while let message = outbox.next(at: time(seconds)) {
      payloads.append(message.text)
      outbox.acknowledged()
    }
    return payloads
  }

  @Test("nothing is sent while the broker is away, and everything in its order when it is there")
  mutating func order() {
    outbox.put(MQTTMessage("event", "a"), at: time(0))
    outbox.put(MQTTMessage("event", "b"), at: time(0))
    #expect(outbox.next(at: time(0)) == nil)
    outbox.connected()
    #expect(sent(&outbox) == ["a", "b"])
    #expect(outbox.isEmpty)
    outbox.disconnected()
    outbox.put(MQTTMessage("event", "c"), at: time(0))
    #expect(sent(&outbox) == [])
    #expect(!outbox.isEmpty)
  }

  @Test("of a state the latest is kept, and sent anew on each connection, before any event")
  mutating func states() {
    outbox.put(MQTTMessage("event", "shake"), at: time(0))
    for payload in ["ON", "OFF"] {
      outbox.put(MQTTMessage("still", payload, isRetained: true), at: time(0))
    }
    outbox.put(MQTTMessage("availability", "online", isRetained: true), at: time(0))
    outbox.connected()
    #expect(sent(&outbox) == ["OFF", "online", "shake"])
    outbox.put(MQTTMessage("still", "ON", isRetained: true), at: time(0))
    #expect(sent(&outbox) == ["ON"])
    outbox.connected()
    #expect(sent(&outbox) == ["online", "ON"])
  }

  @Test("a state that changes before it was sent is sent once")
  mutating func changes() {
    outbox.put(MQTTMessage("a", "1", isRetained: true), at: time(0))
    outbox.put(MQTTMessage("b", "1", isRetained: true), at: time(0))
    outbox.connected()
    #expect(outbox.next(at: time(0))?.topic == "a")
    outbox.put(MQTTMessage("b", "2", isRetained: true), at: time(0))
    outbox.put(MQTTMessage("a", "2", isRetained: true), at: time(0))
    #expect(sent(&outbox) == ["2", "2"])
  }

  @Test("the oldest events are dropped, which is reported at its beginning and end")
  mutating func full() {
    for payload in ["a", "b", "c"] { outbox.put(MQTTMessage("event", payload), at: time(0)) }
    #expect(outbox.notice() == nil)
    for payload in ["d", "e"] { outbox.put(MQTTMessage("event", payload), at: time(0)) }
    #expect(outbox.waiting == 3)
    #expect(outbox.notice() == "the broker is away, and 3 events wait: the oldest are dropped")
    outbox.put(MQTTMessage("event", "f"), at: time(0))
    #expect(outbox.notice() == nil)
    outbox.connected()
    #expect(sent(&outbox) == ["d", "e", "f"])
    #expect(outbox.notice() == "3 events were dropped, as the broker was away or slow")
    #expect(outbox.notice() == nil)
    #expect(outbox.dropped == 3)
  }

  @Test("an event that has waited for too long is dropped, as out of date")
  mutating func old() {
    outbox.put(MQTTMessage("event", "old"), at: time(0))
    outbox.put(MQTTMessage("event", "new"), at: time(1))
    outbox.connected()
    #expect(sent(&outbox, at: 61) == ["new"])
    #expect(outbox.dropped == 1)
  }

  @Test("so many messages are on their way at once")
  mutating func window() {
    outbox = Outbox(limit: 100, longestWait: .seconds(60))
    for _ in 0..<50 { outbox.put(MQTTMessage("event", "x"), at: time(0)) }
    outbox.connected()
    var count = 0
    while outbox.next(at: time(0)) != nil { count += 1 }
    #expect(count == Outbox.window)
    outbox.acknowledged()
    #expect(outbox.next(at: time(0)) != nil)
    #expect(outbox.next(at: time(0)) == nil)
    #expect(!outbox.isEmpty)
  }

  @Test("what was on its way when the broker left is sent again in order, unless it is too old")
  mutating func loss() {
    outbox.put(MQTTMessage("state", "ON", isRetained: true), at: time(0))
    for (index, payload) in ["a", "b"].enumerated() {
      outbox.put(MQTTMessage("event", payload), at: time(Int64(index) * 50))
    }
    outbox.connected()
    for payload in ["ON", "a", "b"] { #expect(outbox.next(at: time(50))?.text == payload) }
    // The state, which is sent on each connection.
    outbox.acknowledged()
    outbox.disconnected()
    outbox.put(MQTTMessage("event", "c"), at: time(90))
    outbox.connected()
    #expect(sent(&outbox, at: 100) == ["ON", "b", "c"])
    #expect(outbox.dropped == 1)
  }

  @Test("events that wait again count to the limit")
  mutating func lossAtLimit() {
    for payload in ["a", "b"] { outbox.put(MQTTMessage("event", payload), at: time(0)) }
    outbox.connected()
    for payload in ["a", "b"] { #expect(outbox.next(at: time(0))?.text == payload) }
    for payload in ["c", "d"] { outbox.put(MQTTMessage("event", payload), at: time(0)) }
    outbox.disconnected()
    outbox.connected()
    #expect(sent(&outbox) == ["b", "c", "d"])
  }

  @Test("a line of 100,000 gives up its elements in order, and moves each once at most")
  func line() {
    var line = Line<Int>()
    let count = 100_000
    for number in 0..<count { line.append(number) }
    for number in 0..<count / 2 {
      #expect(line.first == number)
      line.removeFirst()
    }
    line.prepend([-2, -1])
    #expect(line.count == count / 2 + 2)
    var rest: [Int] = []
    while let first = line.first {
      rest.append(first)
      line.removeFirst()
    }
    #expect(rest == [-2, -1] + Array(count / 2..<count))
    #expect(line.isEmpty && line.first == nil && line.moves <= count)
  }
}
