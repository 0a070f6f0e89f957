// SPDX-License-Identifier: Apache-2.0

import MotionCore
import TestTraits
import Testing
import TouchCore

/// States of gestures, and what clients may do to them.
@Suite struct GestureStateTests {
  private var scene = Scene()

  @Test("G004 an event comes within the input that proved it")
  mutating func atOnce() {
    scene.add("tap", .tap())
    scene.at(0, ("a", .down(0)))
    #expect(scene.lines.isEmpty)
    scene.at(10, ("a", .up))
    #expect(scene.lines == ["tap ended 10"])
  }

  @Test("G005 possible again once its fingers have lifted, and not before")
  mutating func anew() {
    let tap = scene.add("tap", .tap())
    scene.at(0, ("a", .down(0)), ("b", .down(0)))
    #expect(!scene.bank.isIdle(tap))
    scene.play("10 a-; 20 a+0; 30 a-")
    #expect(!scene.bank.isIdle(tap))
    scene.at(40, ("b", .up))
    #expect(scene.bank.isIdle(tap))
    #expect(scene.lines("tap") == ["failed 0"])
    scene.play("50 b+0; 60 b-")
    #expect(scene.lines == ["tap ended 60"])
  }

  @Test("G007 disabled it sees nothing; in the middle it is cancelled, or fails")
  mutating func disabled() {
    let pan = scene.add("pan", .pan())
    scene.setEnabled(false, pan)
    scene.at(0, ("a", .down(0)))
    scene.setEnabled(true, pan)
    scene.play("10 a>50; 20 a-")
    #expect(scene.events.isEmpty)
    scene.at(30, ("a", .down(0)))
    scene.setEnabled(false, pan)
    scene.setEnabled(true, pan)
    #expect(scene.lines("pan") == ["failed 30"])
    scene.play("40 a>50; 50 a- a+0; 60 a>50")
    scene.setEnabled(false, pan)
    scene.at(70, ("a", .up))
    #expect(scene.lines("pan") == ["failed 30", "began 60", "cancelled 60"])
    #expect(scene.bank.isIdle(pan))
  }

  @Test("the question whether to begin shows the event, the slop included")
  func question() {
    var bank = GestureBank()
    var tracker = TouchTracker()
    _ = bank.add(.pan())
    var asked: [GestureEvent.Measure] = []
    for x in [0.0, 50] {
      let kind: TouchChange.Kind = x == 0 ? .down(x) : .move(x)
      let frame = TouchFrame(timestamp: .at(x), changes: [TouchChange(0, kind)])
      tracker.process(frame) { frame in
        bank.process(frame) { question in
          if case .begins(let event) = question { asked.append(event.measure) }
          return true
        } _: { _ in
        }
      }
    }
    #expect(asked == [.pan(translation: Point(x: 50, y: 0), velocity: Point(x: 1000, y: 0))])
  }

  @Test("a gesture that waits for one that is removed waits no more")
  mutating func removed() {
    let double = scene.add("double", .tap(taps: 2))
    let single = scene.add("single", .tap())
    scene.bank.require(single, toFail: double)
    scene.play("100 a+0; 110 a-")
    scene.remove(double)
    #expect(scene.lines("single") == ["ended 110"])
  }

  @Test("a report about a gesture that lost is ignored until its fingers have lifted")
  mutating func customLost() {
    let own = scene.add("own", .custom)
    scene.add("pan", .pan())
    scene.play("0 a+0; 10 a>50")
    scene.report(.began, of: own, at: 15)
    scene.report(.changed, of: own, at: 16)
    #expect(scene.lines("own") == ["failed 10"])
    scene.at(20, ("a", .up), ("a", .down(0)))
    scene.report(.ended, of: own, at: 30)
    #expect(scene.lines("own") == ["failed 10", "ended 30"])
  }

  @Test("a phase that cannot follow is misuse", .exits)
  func misuse() async {
    await #expect(processExitsWith: .failure) { GestureStateTests.reportOnPossible(.changed) }
    await #expect(processExitsWith: .failure) { GestureStateTests.reportOnPossible(.cancelled) }
  }

  private static func reportOnPossible(_ phase: GestureEvent.Phase) {
    var scene = Scene()
    let own = scene.add("own", .custom)
    scene.at(0, ("a", .down(0)))
    scene.report(phase, of: own, at: 5)
  }

  @Test("G023 interrupted, what goes on is cancelled and what might be fails, at that time")
  mutating func interrupted() {
    scene.add("pan", .pan(), on: "a")
    scene.add("press", .press(), on: "b")
    let double = scene.add("double", .tap(taps: 2), on: "c")
    let single = scene.add("single", .tap(), on: "c")
    scene.bank.require(single, toFail: double)
    scene.play("0 a+0 b+200 c+400; 10 a>50 c-; 20; !")
    #expect(scene.lines == ["pan began 10", "pan cancelled 20"])
    #expect(scene.lines("press") == ["failed 20"])
    #expect(scene.lines("single") == ["failed 20"])
    #expect(scene.lines("double") == ["failed 20"])
    #expect(scene.bank.deadline == nil)
  }
}
