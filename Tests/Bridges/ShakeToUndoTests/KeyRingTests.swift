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
    var isOpening = false

    init(_ name: String, failure: DesktopError? = nil) {
      (self.name, self.failure) = (name, failure)
    }

    func prepare() throws(DesktopError) {
      calls.append("prepare")
      if let failure { throw failure }
    }

    func settle() throws(DesktopError) { calls.append("settle") }
    func send(
      _ stroke: KeyStroke, to window: ActiveWindow?, onFirst: () throws(DesktopError) -> Void
    ) throws(DesktopError) {
      try onFirst()
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
    ring.change(to: [new])
    try ring.settle()
    try ring.send(.controlZ, to: nil) {}
    #expect(former.calls == ["prepare", "close"])
    #expect(new.calls == ["prepare", "settle", "send"])
  }

  @Test("what is being opened is used when it is open, and other ways follow once it is closed")
  func changeMeanwhile() throws {
    let (former, new) = (Sender("former"), Sender("new"))
    former.isOpening = true
    let ring = KeyRing([former])
    try ring.prepare()
    ring.change(to: [new])
    ring.close()
    #expect(ring.isOpening)
    former.isOpening = false
    try ring.settle()
    ring.close()
    try ring.prepare()
    #expect(former.calls == ["prepare", "close", "close", "prepare", "settle", "close"])
    #expect(new.calls == ["prepare"])
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
    try ring.send(.controlZ, to: nil) {}
    #expect(late.calls == ["prepare"])
    #expect(other.calls == ["prepare", "close", "prepare", "prepare", "settle", "send"])
  }

  @Test("nothing is opened for a key after the last look: it is an error")
  func neverOpenedLate() throws {
    let sender = Sender("any")
    let ring = KeyRing([sender])
    #expect(throws: DesktopError.self) { try ring.send(.controlZ, to: nil) {} }
    try ring.settle()
    ring.close()
    #expect(throws: DesktopError.self) { try ring.send(.controlZ, to: nil) {} }
    #expect(sender.calls == ["prepare", "settle", "close"])
  }

  @Test("a key too long after its look: five looks, and nothing; another error ends at once")
  func outdated() {
    for (late, outcome, looks) in [
      (0, .done, 0), (1, .done, 1), (4, .done, 4), (5, .changed, 4), (9, .changed, 4),
    ] as [(Int, QuestionMachine.Outcome, Int)] {
      var (acts, seen) = (0, 0)
      let found = UndoPerformer.attempt { () throws(DesktopError) in
        acts += 1
        if acts <= late { throw .outdated("late") }
        return .done
      } lookingAgain: { why in
        seen += 1
        return why == "late"
      }
      #expect(found == outcome && seen == looks, "\(late)")
    }
    var acts = 0
    let moved = UndoPerformer.attempt { () throws(DesktopError) in
      acts += 1
      throw acts > 1 ? .heldKey("Shift") : .outdated("late")
    } lookingAgain: { _ in
      false
    }
    #expect(moved == .changed && acts == 1)
    let held = UndoPerformer.attempt { () throws(DesktopError) in
      throw .heldKey("Shift")
    } lookingAgain: { _ in
      true
    }
    #expect(held == .failed(.init(DesktopError.heldKey("Shift"))))
  }
}
