// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@Suite struct EventBacklogTests {
  private let wave = MotionKind(rawValue: "wave")

  private func event(_ phase: MotionEvent.Phase, of kind: MotionKind = .shake) -> MotionEvent {
    MotionEvent(kind, phase, at: Timestamp(nanoseconds: 0))
  }

  @Test("the end of a motion has a place if its beginning had one, of each kind")
  func ends() {
    var backlog = EventBacklog(limit: 2)
    func add(_ event: MotionEvent) -> [MotionEvent] { backlog.add(event) }
    #expect(add(event(.began)).count == 1)
    #expect(add(event(.began, of: wave)).count == 1)
    // Full.
    #expect(add(event(.ended)).map(\.phase) == [.ended])
    #expect(add(event(.cancelled(.tooLong), of: wave)).count == 1)
    #expect(!backlog.isEmpty)
  }

  @Test("a motion that finds no place is missed as a whole")
  func wholeMotions() {
    var backlog = EventBacklog(limit: 1)
    func add(_ event: MotionEvent) -> [MotionEvent] { backlog.add(event) }
    #expect(add(event(.recognized)).count == 1)
    #expect(add(event(.began)) == [])
    #expect(add(event(.recognized)) == [])
    backlog.removeOne()
    #expect(backlog.isEmpty)
    // There is room again, but the beginning was missed.
    #expect(add(event(.ended)) == [])
    #expect(add(event(.began)).count == 1)
    #expect(add(event(.ended)).count == 1)
  }
}
