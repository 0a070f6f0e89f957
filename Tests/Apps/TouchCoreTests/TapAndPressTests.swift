// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing
import TouchCore

@Suite struct TapAndPressTests {
  private var scene = Scene()

  @Test("G051 a tap that strays fails", arguments: [(20.0, "ended 20"), (21, "failed 10")])
  func strays(_ way: Double, _ outcome: String) {
    var scene = Scene()
    scene.add("tap", .tap())
    scene.at(0, ("a", .down(0)))
    scene.at(10, ("a", .move(way)))
    scene.at(20, ("a", .up))
    #expect(scene.lines("tap") == [outcome])
  }

  @Test("G052 a tap that is held fails, at that moment")
  mutating func held() {
    scene.add("tap", .tap())
    scene.play("0 a+0; 900 a-")
    #expect(scene.lines("tap") == ["failed 750"])
    scene.play("1000 a+0; 1749 a-")
    #expect(scene.lines("tap").last == "ended 1749")
  }

  @Test(
    "G053 the second tap begins in time and near the first",
    arguments: [
      (349.0, 45.0, "ended"), (350, 0, "failed"), (100, 46, "failed"),
    ])
  func double(_ pause: Double, _ way: Double, _ outcome: String) {
    var scene = Scene()
    scene.add("double", .tap(taps: 2))
    scene.play("0 a+0; 50 a-")
    scene.at(50 + pause, ("a", .down(way)))
    scene.at(100 + pause, ("a", .up))
    #expect(scene.lines("double").first?.hasPrefix(outcome) == true)
  }

  @Test("G054 one finger more fails it; so does one that comes when another has lifted")
  mutating func third() {
    scene.add("tap", .tap(fingers: 2))
    scene.play("0 a+0 b+100; 10 c+200")
    #expect(scene.lines("tap") == ["failed 10"])
    scene.play("20 a- b- c-; 30 a+0 b+100; 40 a-; 50 a+0")
    #expect(scene.lines("tap") == ["failed 10", "failed 50"])
  }

  @Test("G055 the location is that of the first tap, the middle of its fingers")
  mutating func place() throws {
    scene.add("tap", .tap(taps: 2, fingers: 2))
    for (start, x) in [(0.0, 100.0), (200, 130)] {
      scene.at(start, ("a", .down(x)), ("b", .down(x + 50, 20)))
      scene.at(start + 20, ("a", .move(x + 5)))
      scene.at(start + 50, ("a", .up), ("b", .up))
    }
    #expect(try scene.last("tap").phase == .ended)
    #expect(try scene.last("tap").location == Point(x: 125, y: 10))
  }

  @Test("G057 moved or lifted before, it fails", arguments: ["move", "lift"])
  func givenUp(_ how: String) {
    var scene = Scene()
    scene.add("press", .press())
    scene.at(0, ("a", .down(0)))
    scene.at(490, how == "move" ? ("a", .move(11)) : ("a", .up))
    scene.pass(to: 2000)
    #expect(scene.lines("press") == ["failed 490"])
  }

  @Test("G057 10 points are no move; at the very moment it has begun")
  mutating func limits() {
    scene.add("press", .press())
    scene.play("0 a+0; 490 a>10; 500 a-")
    #expect(scene.lines("press") == ["began 500", "ended 500"])
  }

  @Test("G058 the tap before may stray as a tap does, the press only as a press")
  mutating func slops() {
    scene.add("press", .press(taps: 1))
    scene.play("0 a+0; 10 a>20; 20 a-; 100 a+0; 110 a>11")
    #expect(scene.lines("press") == ["failed 110"])
  }

  @Test("G059 a press begins through time alone")
  mutating func timeAlone() {
    scene.add("press", .press())
    scene.at(3, ("a", .down(0)))
    #expect(scene.bank.deadline == .at(503))
    scene.pass(to: 502)
    #expect(scene.events.isEmpty)
    scene.pass(to: 503)
    #expect(scene.lines == ["press began 503"])
    #expect(scene.bank.deadline == nil)
  }

  @Test("G060 a late timer changes nothing")
  mutating func lateTimer() {
    scene.add("press", .press())
    scene.play("0 a+0; 700 a>50")
    #expect(scene.lines == ["press began 500", "press changed 700"])
  }
}
