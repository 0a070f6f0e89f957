// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Testing

@testable import shake_to_undo

@Suite struct KeyRingTests {
  /// A way to send keys that notes what is asked of it.
  private final class Sender: KeySender {
    let name: String
    var calls: [String] = []
    var failure: DesktopError?

    init(_ name: String, failure: DesktopError? = nil) {
      (self.name, self.failure) = (name, failure)
    }

    func prepare() throws(DesktopError) {
      calls.append("prepare")
      if let failure { throw failure }
    }

    func settle() throws(DesktopError) { calls.append("settle") }
    func send(_ stroke: KeyStroke, onFirst: () -> Void) throws(DesktopError) {
      onFirst()
      calls.append("send")
    }
    func close() { calls.append("close") }
    func availability() -> Availability { .works("") }
  }

  @Test("other ways close what is open, and serve the next key")
  func change() throws {
    let (former, new) = (Sender("former"), Sender("new"))
    let ring = KeyRing([former])
    try ring.prepare()
    ring.senders = [new]
    try ring.settle()
    try ring.send(.controlZ) {}
    #expect(former.calls == ["prepare", "close"])
    #expect(new.calls == ["prepare", "settle", "send"])
  }

  @Test("one that did not answer in time is not tried again; the next one serves, and stays open")
  func late() throws {
    let late = Sender("late", failure: .late(server: "late", action: "open"))
    let other = Sender("other")
    let ring = KeyRing([late, other])
    try ring.prepare()
    ring.close()
    try ring.prepare()
    try ring.settle()
    try ring.send(.controlZ) {}
    #expect(late.calls == ["prepare"])
    #expect(other.calls == ["prepare", "close", "prepare", "prepare", "settle", "send"])
  }

  @Test("nothing is opened for a key after the last look: it is an error")
  func neverOpenedLate() throws {
    let sender = Sender("any")
    let ring = KeyRing([sender])
    #expect(throws: DesktopError.self) { try ring.send(.controlZ) {} }
    try ring.settle()
    ring.close()
    #expect(throws: DesktopError.self) { try ring.send(.controlZ) {} }
    #expect(sender.calls == ["prepare", "settle", "close"])
  }
}
