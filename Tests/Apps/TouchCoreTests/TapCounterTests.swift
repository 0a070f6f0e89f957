// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing
import TouchCore

@Suite struct TapCounterTests {
  private var tracker = TouchTracker()
  private var counter = TapCounter()
  private var counts: [Int] = []

  /// Plays steps to fingers whose target is their place's y; what they count when they do something
  /// is added to `counts`, in order.
  private mutating func play(_ steps: String) {
    for step in steps.split(separator: ";") {
      var frames: [ContactFrame] = []
      switch TouchStep(step) {
      case .frame(let frame): tracker.process(frame) { frames.append($0) }
      case .interruption: counter.interrupt()
      case .time: break
      }
      for frame in frames {
        for contact in frame.contacts {
          let target = Int(contact.location.y)
          let count = counter.count(contact, target: target, at: frame.timestamp)
          if contact.phase != .stationary { counts.append(count) }
        }
      }
    }
  }

  @Test(
    "The tap counts of fingers, at each of their changes",
    arguments: [
      ("T085 one tap is 1 at its beginning and at its end", "0 a+0; 50 a-", [1, 1]),
      (
        "T086 the second and third are 2 and 3, already at the beginning",
        "0 a+0; 50 a-; 200 a+0; 250 a-; 400 a+0; 450 a-", [1, 1, 2, 2, 3, 3]
      ),
      ("T087 within 350 ms it is the second", "0 a+0; 50 a-; 399 a+0; 449 a-", [1, 1, 2, 2]),
      ("T087 after 350 ms the first again", "0 a+0; 50 a-; 400 a+0; 450 a-", [1, 1, 1, 1]),
      ("T087 and after 351 ms", "0 a+0; 50 a-; 401 a+0; 451 a-", [1, 1, 1, 1]),
      ("T088 within 45 points it is the second", "0 a+0; 50 a-; 200 a+45; 250 a-", [1, 1, 2, 2]),
      ("T088 beyond 45 points the first", "0 a+0; 50 a-; 200 a+46; 250 a-", [1, 1, 1, 1]),
      (
        "T089 on another target it is the first, and the first target's row goes on",
        "0 a+0; 50 a-; 100 a+0,1; 150 a-; 200 a+0; 250 a-", [1, 1, 1, 1, 2, 2]
      ),
      (
        "T090 T091 a finger that strays is 0 from then on, also when it comes back",
        "0 a+0; 10 a>15; 20 a>21; 30 a>0; 40 a-", [1, 1, 0, 0, 0]
      ),
      (
        "T092 held for 750 ms it is 0; the next tap is 1",
        "0 a+0; 750 a-; 800 a+0; 850 a-; 2000 a+0; 2749 a-", [1, 0, 1, 1, 1, 1]
      ),
      ("T093 20 points of jitter are a tap", "0 a+0; 10 a>20; 40 a-", [1, 1, 1]),
      (
        "T094 after a drag a tap is the first, whatever was before",
        "0 a+0; 50 a-; 100 a+100; 120 a>140; 140 a-; 200 a+0; 250 a-", [1, 1, 1, 0, 0, 1, 1]
      ),
      (
        "T095 after a cancelled one a tap is the first", "0 a+0; 20 a!; 60 a+0; 110 a-",
        [1, 0, 1, 1]
      ),
      (
        "T095 an interruption forgets the taps before", "0 a+0; 50 a-; !; 100 a+0; 150 a-",
        [1, 1, 1, 1]
      ),
      (
        "T096 two fingers that tap twice are 2 each, paired with the nearest",
        "0 a+0 b+40; 50 a- b-; 200 b+1 a+41; 250 a- b-", [1, 1, 1, 1, 2, 2, 2, 2]
      ),
      (
        "T096 the nearest tap is continued, not the first that is near enough",
        "0 a+0 b+40; 50 a- b-; 100 a+-10; 150 a-; 200 a+30; 250 a-", [1, 1, 1, 1, 2, 2, 2, 2]
      ),
    ])
  func counts(_ rule: String, steps: String, expected: [Int]) {
    var tests = TapCounterTests()
    tests.play(steps)
    #expect(tests.counts == expected)
  }

  @Test("T097 who waits for multiTapInterval tells a single tap from a double one")
  mutating func recipe() {
    let interval = 350
    var actions: [String] = []
    var pending: Int?
    for start in [0, 1000, 1200] {
      if let due = pending, due <= start {
        actions.append("single")
        pending = nil
      }
      play("\(start) a+0; \(start + 50) a-")
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
