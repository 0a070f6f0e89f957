// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing
import TouchCore

@Suite struct TapCounterTests {
  private var tracker = TouchTracker()
  private var counter = TapCounter()
  /// The target of a finger by its letter; 0 by default.
  private var targets: [Int32: Int] = [:]
  private var counts: [Int] = []

  /// Fingers do `changes`; the counts of those that do are added to `counts`, in order.
  private mutating func at(_ milliseconds: Double, _ changes: (Character, TouchChange.Kind)...) {
    let frame = TouchFrame(
      timestamp: .at(milliseconds), changes: changes.map { TouchChange($0.0.finger, $0.1) })
    var frames: [ContactFrame] = []
    tracker.process(frame) { frames.append($0) }
    for frame in frames {
      for contact in frame.contacts {
        let count = counter.count(
          contact, target: targets[contact.finger] ?? 0, at: frame.timestamp)
        if contact.phase != .stationary { counts.append(count) }
      }
    }
  }

  private mutating func tap(_ x: Double = 0, at milliseconds: Double) {
    at(milliseconds, ("a", .down(x)))
    at(milliseconds + 50, ("a", .up))
  }

  @Test("T085 one tap is 1 at its beginning and at its end")
  mutating func one() {
    tap(at: 0)
    #expect(counts == [1, 1])
  }

  @Test("T086 the second and third are 2 and 3, already at the beginning")
  mutating func three() {
    for start in [0.0, 200, 400] { tap(at: start) }
    #expect(counts == [1, 1, 2, 2, 3, 3])
  }

  @Test("T087 after 350 ms a tap is the first again", arguments: [(349.0, 2), (350, 1), (351, 1)])
  mutating func interval(_ pause: Double, _ count: Int) {
    var tests = TapCounterTests()
    tests.tap(at: 0)
    tests.tap(at: 50 + pause)
    #expect(tests.counts == [1, 1, count, count])
  }

  @Test("T088 beyond 45 points it is the first", arguments: [(45.0, 2), (46, 1)])
  mutating func distance(_ way: Double, _ count: Int) {
    var tests = TapCounterTests()
    tests.tap(at: 0)
    tests.tap(way, at: 200)
    #expect(tests.counts == [1, 1, count, count])
  }

  @Test("T089 on another target it is the first, and the first target's row goes on")
  mutating func target() {
    tap(at: 0)
    targets[0] = 1
    tap(at: 100)
    targets[0] = 0
    tap(at: 200)
    #expect(counts == [1, 1, 1, 1, 2, 2])
  }

  @Test("T090 T091 a finger that strays is 0 from then on, also when it comes back")
  mutating func drag() {
    at(0, ("a", .down(0)))
    at(10, ("a", .move(15)))
    at(20, ("a", .move(21)))
    at(30, ("a", .move(0)))
    at(40, ("a", .up))
    #expect(counts == [1, 1, 0, 0, 0])
  }

  @Test("T092 held for 750 ms it is 0; the next tap is 1")
  mutating func held() {
    at(0, ("a", .down(0)))
    at(750, ("a", .up))
    tap(at: 800)
    #expect(counts == [1, 0, 1, 1])
    at(2000, ("a", .down(0)))
    at(2749, ("a", .up))
    #expect(counts.suffix(2) == [1, 1])
  }

  @Test("T093 20 points of jitter are a tap")
  mutating func jitter() {
    at(0, ("a", .down(0)))
    at(10, ("a", .move(20)))
    at(40, ("a", .up))
    #expect(counts == [1, 1, 1])
  }

  @Test("T094 after a drag a tap is the first, whatever was before")
  mutating func afterDrag() {
    tap(at: 0)
    at(100, ("a", .down(100)))
    at(120, ("a", .move(140)))
    at(140, ("a", .up))
    tap(at: 200)
    #expect(counts == [1, 1, 1, 0, 0, 1, 1])
  }

  @Test("T095 after a cancelled one a tap is the first")
  mutating func cancelled() {
    at(0, ("a", .down(0)))
    at(20, ("a", .cancel))
    tap(at: 60)
    #expect(counts == [1, 0, 1, 1])
  }

  @Test("T095 an interruption forgets the taps before")
  mutating func interrupted() {
    tap(at: 0)
    counter.interrupt()
    tap(at: 100)
    #expect(counts == [1, 1, 1, 1])
  }

  @Test("T096 two fingers that tap twice are 2 each, paired with the nearest")
  mutating func twoFingers() {
    at(0, ("a", .down(0)), ("b", .down(40)))
    at(50, ("a", .up), ("b", .up))
    at(200, ("b", .down(1)), ("a", .down(41)))
    at(250, ("a", .up), ("b", .up))
    #expect(counts == [1, 1, 1, 1, 2, 2, 2, 2])
  }

  @Test("T096 the nearest tap is continued, not the first that is near enough")
  mutating func nearest() {
    at(0, ("a", .down(0)), ("b", .down(40)))
    at(50, ("a", .up), ("b", .up))
    tap(-10, at: 100)
    tap(30, at: 200)
    #expect(counts.suffix(4) == [2, 2, 2, 2])
  }

  @Test("T097 who waits for multiTapInterval tells a single tap from a double one")
  mutating func recipe() {
    let interval = 350.0
    var actions: [String] = []
    var pending: Double?
    for start in [0.0, 1000, 1200] {
      if let due = pending, due <= start {
        actions.append("single")
        pending = nil
      }
      tap(at: start)
      if counts.last == 2 {
        actions.append("double")
        pending = nil
      } else {
        pending = start + 50 + interval
      }
    }
    #expect(actions == ["single", "double"])
  }
}
