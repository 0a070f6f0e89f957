// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionTestSupport
import Testing

@testable import motion_demo

@MainActor
@Suite struct DemoTests {
  private func play(_ recording: Recording, to demo: Demo) -> [Demo.Outcome] {
    recording.readings.motionEvents().map(demo.receive)
  }

  @Test("a shake goes up the chain and undoes the last edit, the next one the edit before")
  func shakesUndo() {
    let demo = Demo()
    demo.edit("one", named: "Typing")
    demo.edit("two", named: "Replace")

    let first = play(.shake, to: demo)
    #expect(
      first.map(\.receivers) == [
        ["text view", "page", "window"], ["text view", "page", "window", "application"],
      ])
    #expect(first.map(\.handler) == ["window", "application"])
    #expect(first.map(\.action) == ["hint: stop shaking to undo", "Undo Replace"])
    #expect(demo.text == "one")

    #expect(play(.shake, to: demo).last?.action == "Undo Typing")
    #expect(demo.text == "")
  }

  @Test("with nothing left to undo no responder handles a shake, and nothing is redone")
  func nothingLeft() {
    let demo = Demo()
    demo.edit("one", named: "Typing")
    _ = play(.shake, to: demo)
    let outcome = play(.shake, to: demo).last
    #expect(outcome?.receivers.last == "application")
    #expect(outcome?.handler == nil)
    #expect(outcome?.action == nil)
    #expect(demo.text == "")
  }

  @Test("a cancelled shake undoes nothing")
  func cancelled() {
    let demo = Demo()
    demo.edit("one", named: "Typing")
    let outcome = play(.cancelledShake, to: demo).last
    #expect(outcome?.handler == "window")
    #expect(outcome?.action == nil)
    #expect(demo.text == "one")
  }

  @Test("any other motion goes up the whole chain, and is not handled")
  func otherMotions() {
    let demo = Demo()
    demo.edit("one", named: "Typing")
    for recording in [Recording(.flip), Recording(.still), Recording(.pickUp)] {
      let outcomes = recording.readings.motionEvents(
        detecting: [.flip(), .still(), .pickUp()]
      ).map(demo.receive)
      #expect(!outcomes.isEmpty)
      for outcome in outcomes {
        #expect(outcome.receivers == ["text view", "page", "window", "application"])
        #expect(outcome.handler == nil && outcome.action == nil)
      }
    }
    #expect(demo.text == "one")
  }
}
