// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing
import TouchCore

/// Pans, swipes, pinches and rotations.
@Suite struct MovingGestureTests {
  private var scene = Scene()

  private func translation(_ name: String) throws -> Point {
    guard case .pan(let translation, _) = try scene.last(name).measure else { return .zero }
    return translation
  }

  private func velocity(_ name: String) throws -> Point {
    guard case .pan(_, let velocity) = try scene.last(name).measure else { return .zero }
    return velocity
  }

  private func scale(_ name: String) throws -> Double {
    guard case .pinch(let scale, _) = try scene.last(name).measure else { return .nan }
    return scale
  }

  private func angle(_ name: String) throws -> Double {
    guard case .rotation(let angle, _) = try scene.last(name).measure else { return .nan }
    return angle
  }

  @Test("G061 9 points are no pan, 10 are; more fingers than wanted are none")
  mutating func panLimits() {
    scene.add("pan", .pan(fingers: 1...1))
    scene.play("0 a+0; 10 a>9")
    #expect(scene.lines.isEmpty)
    scene.at(20, ("a", .move(10)))
    #expect(scene.lines == ["pan began 20"])
    scene.play("30 b+0; 40 a-")
    #expect(scene.lines == ["pan began 20", "pan ended 40"])
    scene.play("50 b-; 60 a+0 b+0")
    #expect(scene.lines("pan").last == "failed 60")
  }

  @Test("G063 at the beginning it is zero: the slop is no part of it")
  mutating func noJump() throws {
    scene.add("pan", .pan())
    scene.play("0 a+0; 10 a>30")
    #expect(try translation("pan") == .zero)
    scene.at(20, ("a", .move(32)))
    #expect(try translation("pan") == Point(x: 2, y: 0))
  }

  @Test("G064 a finger that comes or goes moves nothing")
  mutating func oneMore() throws {
    scene.add("pan", .pan())
    scene.play("0 a+0; 10 a>30; 20 a>40; 30 b+900,900; 40 a>50 b>910,900")
    #expect(try translation("pan") == Point(x: 20, y: 0))
    scene.play("50 a-; 60 b>915,900")
    #expect(try translation("pan") == Point(x: 25, y: 0))
    #expect(try scene.last("pan").contacts == scene.tracker.contacts.map(\.id))
  }

  @Test("G065 the velocity is that of the last 100 ms, at any rate; after 100 ms of rest zero")
  mutating func velocities() throws {
    for step in [1.0, 4, 16] {
      var tests = MovingGestureTests()
      tests.scene.add("pan", .pan())
      tests.scene.at(0, ("a", .down(0)))
      var time = 0.0
      while time < 200 {
        time += step
        // 500 points a second, and twice as fast for the last 100 ms.
        tests.scene.at(time, ("a", .move(time / 2 + max(0, time - 100) / 2)))
      }
      #expect(try abs(tests.velocity("pan").x - 1000) < 1e-6 * 1000 || step == 16)
      #expect(try (900...1000.001).contains(tests.velocity("pan").x))
      tests.scene.at(time + 99, ("a", .move(time / 2 + max(0, time - 100) / 2, 0.001)))
      tests.scene.at(time + 250, ("a", .up))
      #expect(try tests.velocity("pan") == .zero)
    }
  }

  @Test("G065 the beginning does not disturb the velocity")
  mutating func velocityAtBeginning() throws {
    scene.add("pan", .pan())
    scene.at(0, ("a", .down(0)))
    for step in 1...20 {
      scene.at(10 * Double(step), ("a", .move(5 * Double(step))))
      guard step >= 2 else { continue }
      #expect(try abs(velocity("pan").x - 500) < 1e-9)
    }
  }

  @Test(
    "G066 a swipe is recognized along its direction, and along no other",
    arguments: [
      (SwipeDirections.right, ">"), (.left, "<"), (.up, "^"), (.down, "v"),
    ])
  func swipe(_ direction: SwipeDirections, _ mark: String) throws {
    var scene = Scene()
    scene.add("swipe", .swipe(direction), on: "a")
    scene.add("any", .swipe([.left, .right, .up, .down]), on: "a")
    scene.bank.allow(scene.names[0].id, with: scene.names[1].id)
    for other in [SwipeDirections.right, .left, .up, .down] where other != direction {
      scene.add("not \(other.rawValue)", .swipe(other), on: "a")
    }
    let moves = String(repeating: mark, count: 3)
    try Drawing("a: d\(moves).u\nswipe: ...e..\nany: ...e..").verify(scene)
    for step in 0...3 {
      let way = 15.0 * Double(step)
      let point: Point =
        switch mark {
        case ">": Point(x: way, y: 0)
        case "<": Point(x: -way, y: 0)
        case "^": Point(x: 0, y: -way)
        default: Point(x: 0, y: way)
        }
      scene.at(Double(step) * 10, ("a", step == 0 ? .down(point) : .move(point)))
    }
    #expect(scene.lines == ["swipe ended 30", "any ended 30"])
    #expect(try scene.last("any").measure == .swipe(direction))
  }

  @Test("G067 its limits can be set: 12 along and 4 across, or 16 and 12")
  mutating func swipeLimits() {
    for (length, width) in [(12.0, 4.0), (16, 12)] {
      var configuration = TouchConfiguration()
      (configuration.swipeLength, configuration.swipeWidth) = (length, width)
      for (x, y, outcome) in [
        (length, width, "ended"), (length - 1, width, ""), (length, width + 1, "failed"),
      ] {
        var scene = Scene()
        scene.add("swipe", .swipe(.right), configuration)
        scene.at(0, ("a", .down(0)))
        scene.at(10, ("a", .move(x, y)))
        #expect(scene.lines("swipe") == (outcome.isEmpty ? [] : ["\(outcome) 10"]))
      }
    }
  }

  @Test(
    "G068 slow, crooked or backwards it fails as soon as that is certain",
    arguments: [
      (Point(x: 30, y: 0), "failed 500"), (Point(x: 30, y: 21), "failed 20"),
      (Point(x: -21, y: 0), "failed 20"), (Point(x: 40, y: -20), "ended 20"),
    ])
  func noSwipe(_ place: Point, _ outcome: String) {
    var scene = Scene()
    scene.add("swipe", .swipe(.right))
    scene.at(0, ("a", .down(0)))
    scene.at(20, ("a", .move(place)))
    scene.play("1000; 1010 a>200")
    #expect(scene.lines("swipe") == [outcome])
  }

  @Test("G069 the location of a swipe is where it began")
  mutating func swipePlace() throws {
    scene.add("swipe", .swipe(.right))
    scene.play("0 a+7,9; 20 a>80,9")
    #expect(try scene.last("swipe").location == Point(x: 7, y: 9))
  }

  @Test("G070 a pinch begins when the distance changes by pinchSlop; its scale starts at 1")
  mutating func pinch() throws {
    scene.add("pinch", .pinch)
    scene.play("0 a+0 b+100; 10 b>109")
    #expect(scene.lines.isEmpty)
    scene.at(20, ("b", .move(110)))
    #expect(try scale("pinch") == 1)
    scene.at(30, ("a", .move(-110)))
    #expect(try scale("pinch") == 2)
    scene.play("40 a-; 50 b-")
    #expect(scene.lines == ["pinch began 20", "pinch changed 30", "pinch ended 50"])
  }

  @Test("G070 a pinch goes on with the finger that stays, and another one, without a jump")
  mutating func pinchGoesOn() throws {
    scene.add("pinch", .pinch)
    scene.play("0 a+0 b+90; 10 b>100; 20 b>200; 30 a-; 40 b>300")
    #expect(scene.lines == ["pinch began 10", "pinch changed 20"])
    scene.play("50 c+250; 60 c>200")
    #expect(try scale("pinch") == 4)
    scene.at(70, ("b", .up), ("c", .up))
    #expect(scene.lines.last == "pinch ended 70")
  }

  @Test("G074 a rotation goes on with the finger that stays, and another one, without a jump")
  mutating func rotationGoesOn() throws {
    scene.add("turn", .rotation)
    scene.play("0 a+0,0 b+100,0; 10 b>99,14; 20 a-; 30 c+99,114; 40 c>-1,14")
    #expect(try abs(abs(angle("turn")) - .pi / 2) < 1e-8)
    scene.play("50 c-; 60 b-")
    #expect(scene.lines.last == "turn ended 60")
  }

  @Test("G072 a third finger is ignored")
  mutating func thirdFinger() throws {
    scene.add("pinch", .pinch)
    scene.play("0 a+0 b+80 c+500; 10 b>100; 20 c>900 b>200")
    #expect(try scale("pinch") == 2)
    scene.at(30, ("c", .up))
    #expect(scene.lines == ["pinch began 10", "pinch changed 20"])
  }

  @Test("G073 two fingers in one place make no scale and no angle that is not a number")
  mutating func onePlace() throws {
    scene.add("pinch", .pinch)
    scene.add("turn", .rotation)
    scene.bank.allow(scene.names[0].id, with: scene.names[1].id)
    scene.play("0 a+0 b+0; 10 b>20,20; 20 a>20,20; 30 b>0,40")
    for event in scene.events {
      switch event.measure {
      case .pinch(let scale, let velocity):
        #expect(scale.isFinite && scale > 0 && velocity.isFinite)
      case .rotation(let angle, let velocity): #expect(angle.isFinite && velocity.isFinite)
      case .none, .swipe, .pan: Issue.record("\(event)")
      }
    }
    #expect(scene.lines("pinch").count == 3)
  }

  @Test("G074 a rotation begins when the arcs reach the slop, counts from there, and is settable")
  mutating func rotation() throws {
    let turn = scene.add("turn", .rotation)
    func place(_ degrees: Int) -> Point {
      let places: [Int: Point] = [
        0: Point(x: 100, y: 0), 5: Point(x: 99.6194698, y: 8.7155743),
        6: Point(x: 99.4521895, y: 10.4528463), 90: Point(x: 0, y: 100),
        180: Point(x: -100, y: 0), 270: Point(x: 0, y: -100),
      ]
      return places[degrees] ?? .zero
    }
    scene.at(0, ("a", .down(0)), ("b", .down(place(0))))
    scene.at(10, ("b", .move(place(5))))
    #expect(scene.lines.isEmpty)
    scene.at(20, ("b", .move(place(6))))
    #expect(try angle("turn") == 0)
    for (time, degrees) in [(30.0, 90), (40, 180), (50, 270)] {
      scene.at(time, ("b", .move(place(degrees))))
      #expect(try abs(angle("turn") - Double(degrees - 6) * .pi / 180) < 1e-8)
    }
    scene.bank.setRotation(1, of: turn)
    scene.at(60, ("b", .move(place(180))))
    #expect(try abs(angle("turn") - (1 - .pi / 2)) < 1e-12)
    scene.play("70 a-; 80 b-")
    #expect(scene.lines("turn").last == "ended 80")
  }
}
