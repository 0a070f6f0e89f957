// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing
import TouchCore

/// Frames made lawful, case by case; what must hold of any input is in `TouchVerifierTests`.
@Suite struct TouchTrackerTests {
  private var scene = Scene()

  /// The frames as `milliseconds finger phase x`, without fingers that do nothing.
  private var lines: [String] {
    scene.frames.map { frame in
      frame.contacts.filter { $0.phase != .stationary }.map {
        let letter = Character(UnicodeScalar(UInt8(ascii: "a") + UInt8($0.finger)))
        return "\(frame.timestamp.text) \(letter) \($0.phase) \(Int($0.location.x))"
      }.joined(separator: ", ")
    }
  }

  private func contact(_ finger: Character, _ frame: Int) throws -> Contact {
    try #require(scene.frames[frame].contacts.first { $0.finger == finger.finger })
  }

  @Test(
    "The frames of steps, and how many late ones and unknown fingers were dropped",
    arguments: [
      (
        "T002 a finger begins, moves and ends", "0 a+1; 10 a>2; 20 a-",
        ["0 a began 1", "10 a moved 2", "20 a ended 2"], 0, 0
      ),
      (
        "T100 a frame that goes back in time is dropped and counted; an equal time is kept",
        "10 a+1; 9 a>5; 10 a>6", ["10 a began 1", "10 a moved 6"], 1, 0
      ),
      (
        "T100 a frame that is only earlier than the time announced is stamped with that time",
        "10 a+1; 30; 20 a-", ["10 a began 1", "30 a ended 1"], 0, 0
      ),
      (
        "T102 a finger that goes down twice is cancelled, then begins", "0 a+1; 10 a+7",
        ["0 a began 1", "10 a cancelled 1", "10 a began 7"], 0, 0
      ),
      ("T103 what unknown fingers do is dropped and counted", "0 a>1 b- c!", [], 0, 3),
      (
        "T104 down and up in one frame are two frames of one timestamp, for each finger",
        "0 a+1 a- b+2; 10 b>3 b- b+8 b>9",
        [
          "0 a began 1, 0 b began 2", "0 a ended 1", "10 b moved 3", "10 b ended 3",
          "10 b began 8", "10 b moved 9",
        ], 0, 0
      ),
      (
        "T105 several moves in a frame are one, to the last place", "0 a+1; 10 a>2 a>3",
        ["0 a began 1", "10 a moved 3"], 0, 0
      ),
      (
        "T107 an interruption cancels each finger once, at the latest time known",
        "0 a+1 b+2 c+3; 40; !; !; 50 a>7",
        [
          "0 a began 1, 0 b began 2, 0 c began 3",
          "40 a cancelled 1, 40 b cancelled 2, 40 c cancelled 3",
        ], 0, 1
      ),
      (
        "T107 after an interruption the clock may start anew", "100 a+1; !; 0 a+2",
        ["100 a began 1", "100 a cancelled 1", "0 a began 2"], 0, 0
      ),
    ] as [(String, String, [String], Int, Int)])
  func frames(_ rule: String, steps: String, expected: [String], late: Int, unknown: Int) throws {
    var tests = TouchTrackerTests()
    tests.scene.play(steps)
    #expect(tests.lines == expected)
    let statistics = tests.scene.tracker.statistics
    #expect(statistics.late == late && statistics.unknown == unknown)
    #expect(statistics.implausible == 0 && statistics.surplus == 0)
    for (before, frame) in zip(tests.scene.frames, tests.scene.frames.dropFirst()) {
      for contact in frame.contacts {
        let known = before.contacts.first { $0.id == contact.id }
        #expect(contact.previousLocation == known?.location ?? contact.location)
      }
    }
  }

  @Test("T009 at the beginning the previous location is the location")
  mutating func beginning() throws {
    scene.at(0, ("a", .down(3)))
    #expect(try contact("a", 0).previousLocation == Point(x: 3, y: 0))
  }

  @Test("T026 the radius is passed on if it is plausible, and so is the tool")
  mutating func toolAndRadius() throws {
    let radii = [4.5, 0, -1, .nan, .infinity]
    scene.process(
      .frame(
        TouchFrame(
          timestamp: .at(0),
          changes: radii.enumerated().map {
            TouchChange(Int32($0.offset), .down(1), tool: .pen, radius: $0.element)
          })))
    #expect(scene.frames[0].contacts.map(\.radius) == [4.5, 0, 0, 0, 0])
    #expect(scene.frames[0].contacts.allSatisfy { $0.tool == .pen })
  }

  @Test("T061 sixteen fingers are followed, the others ignored until they lift")
  mutating func crowd() {
    let fingers = "abcdefghijklmnopqr"
    for finger in fingers { scene.at(0, (finger, .down(1))) }
    #expect(scene.tracker.contacts.count == 16)
    #expect(scene.tracker.statistics.surplus == 2)
    scene.play("10 a-; 20 r>5")
    #expect(scene.tracker.contacts.count == 15)
    scene.at(30, ("r", .up), ("r", .down(1)))
    #expect(scene.tracker.contacts.count == 16)
  }

  @Test(
    "T101 a place that is no number is dropped and counted",
    arguments: [Double.nan, .infinity, -.infinity, 1.1e6, -1e300])
  mutating func implausible(_ x: Double) {
    var scene = Scene()
    scene.at(0, ("a", .down(1)), ("b", .down(x)))
    scene.at(10, ("a", .move(2, x)), ("b", .move(3)))
    scene.at(20, ("a", .up), ("b", .up))
    #expect(scene.frames.flatMap(\.contacts).map(\.phase) == [.began, .ended])
    #expect(scene.tracker.statistics.implausible == 2)
    #expect(scene.tracker.statistics.unknown == 2)
  }

  @Test("T106 a move to where the finger is, or back there, does not count")
  mutating func noMove() throws {
    scene.play("0 a+1; 10 a>1; 20 a>5 a>1")
    #expect(lines == ["0 a began 1"])
    scene.at(30, ("b", .down(2)))
    #expect(try contact("a", 1).timestamp == .at(0))
  }
}
