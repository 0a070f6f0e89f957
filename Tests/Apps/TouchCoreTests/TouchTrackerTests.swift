// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing
import TouchCore

/// Frames made lawful, case by case; what must hold of any input is in `TouchVerifierTests`.
@Suite struct TouchTrackerTests {
  private var scene = Scene()

  /// The frames as `milliseconds finger phase x`, without those that do nothing.
  private var lines: [[String]] {
    scene.frames.map { frame in
      frame.contacts.filter { $0.phase != .stationary }.map {
        let letter = Character(UnicodeScalar(UInt8(ascii: "a") + UInt8($0.finger)))
        return "\(frame.timestamp.text) \(letter) \($0.phase) \(Int($0.location.x))"
      }
    }
  }

  private func contact(_ finger: Character, _ frame: Int) throws -> Contact {
    try #require(scene.frames[frame].contacts.first { $0.finger == finger.finger })
  }

  @Test("T002 a finger begins, moves and ends")
  mutating func grammar() {
    scene.at(0, ("a", .down(1)))
    scene.at(10, ("a", .move(2)))
    scene.at(20, ("a", .up))
    #expect(lines == [["0 a began 1"], ["10 a moved 2"], ["20 a ended 2"]])
    #expect(scene.tracker.contacts.isEmpty)
  }

  @Test("T004 a move has the place before; the end is where the finger was last")
  mutating func places() throws {
    scene.at(0, ("a", .down(1)))
    scene.at(10, ("a", .move(2)))
    scene.at(20, ("a", .move(5)))
    scene.at(30, ("a", .up))
    #expect(try contact("a", 2).previousLocation == Point(x: 2, y: 0))
    #expect(try contact("a", 2).location == Point(x: 5, y: 0))
    #expect(try contact("a", 3).location == Point(x: 5, y: 0))
    #expect(try contact("a", 3).previousLocation == Point(x: 5, y: 0))
  }

  @Test("T010 a finger that stands still has the timestamp of its own last change")
  mutating func stationary() throws {
    scene.at(0, ("a", .down(1)))
    scene.at(5, ("b", .down(9)))
    scene.at(10, ("a", .move(2)))
    let resting = try contact("b", 2)
    #expect(resting.phase == .stationary)
    #expect(resting.timestamp == .at(5))
    #expect(try contact("a", 2).timestamp == .at(10))
    #expect(scene.frames[2].contacts.count == 2)
  }

  @Test("T107 an interruption cancels each finger once, at the latest time known")
  mutating func interruption() {
    scene.at(0, ("a", .down(1)), ("b", .down(2)), ("c", .down(3)))
    scene.pass(to: 40)
    scene.process(.interruption)
    scene.process(.interruption)
    scene.at(50, ("a", .move(7)))
    #expect(
      lines == [
        ["0 a began 1", "0 b began 2", "0 c began 3"],
        ["40 a cancelled 1", "40 b cancelled 2", "40 c cancelled 3"],
      ])
    #expect(scene.tracker.statistics.unknown == 1)
  }

  @Test("T107 after an interruption the clock may start anew")
  mutating func newEpoch() {
    scene.at(100, ("a", .down(1)))
    scene.process(.interruption)
    scene.at(0, ("a", .down(2)))
    #expect(lines.last == ["0 a began 2"])
    #expect(scene.tracker.statistics == TouchStatistics())
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
    scene.at(10, ("a", .up))
    scene.at(20, ("r", .move(5)))
    #expect(scene.tracker.contacts.count == 15)
    scene.at(30, ("r", .up), ("r", .down(1)))
    #expect(scene.tracker.contacts.count == 16)
  }

  @Test("T100 a frame that goes back in time is dropped and counted; an equal time is kept")
  mutating func late() {
    scene.at(10, ("a", .down(1)))
    scene.at(9, ("a", .move(5)))
    scene.at(10, ("a", .move(6)))
    #expect(lines == [["10 a began 1"], ["10 a moved 6"]])
    #expect(scene.tracker.statistics.late == 1)
  }

  @Test("T100 a frame that is only earlier than the time announced is stamped with that time")
  mutating func overtaken() {
    scene.at(10, ("a", .down(1)))
    scene.pass(to: 30)
    scene.at(20, ("a", .up))
    #expect(lines.last == ["30 a ended 1"])
    #expect(scene.tracker.statistics.late == 0)
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

  @Test("T102 a finger that goes down twice is cancelled, then begins")
  mutating func downTwice() throws {
    scene.at(0, ("a", .down(1)))
    scene.at(10, ("a", .down(7)))
    #expect(lines == [["0 a began 1"], ["10 a cancelled 1"], ["10 a began 7"]])
    #expect(try contact("a", 1).id < contact("a", 2).id)
  }

  @Test("T103 what unknown fingers do is dropped and counted")
  mutating func unknown() {
    scene.at(0, ("a", .move(1)), ("b", .up), ("c", .cancel))
    #expect(lines.isEmpty)
    #expect(scene.tracker.statistics.unknown == 3)
  }

  @Test("T104 down and up in one frame are two frames of one timestamp, for each finger")
  mutating func shortTap() {
    scene.at(0, ("a", .down(1)), ("a", .up), ("b", .down(2)))
    #expect(lines == [["0 a began 1", "0 b began 2"], ["0 a ended 1"]])
    scene.at(10, ("b", .move(3)), ("b", .up), ("b", .down(8)), ("b", .move(9)))
    #expect(
      lines.dropFirst(2) == [
        ["10 b moved 3"], ["10 b ended 3"], ["10 b began 8"], ["10 b moved 9"],
      ])
  }

  @Test("T105 several moves in a frame are one, to the last place")
  mutating func moves() throws {
    scene.at(0, ("a", .down(1)))
    scene.at(10, ("a", .move(2)), ("a", .move(3)))
    #expect(lines.last == ["10 a moved 3"])
    #expect(try contact("a", 1).previousLocation == Point(x: 1, y: 0))
  }

  @Test("T106 a move to where the finger is, or back there, does not count")
  mutating func noMove() throws {
    scene.at(0, ("a", .down(1)))
    scene.at(10, ("a", .move(1)))
    scene.at(20, ("a", .move(5)), ("a", .move(1)))
    #expect(lines == [["0 a began 1"]])
    scene.at(30, ("b", .down(2)))
    #expect(try contact("a", 1).timestamp == .at(0))
  }
}
