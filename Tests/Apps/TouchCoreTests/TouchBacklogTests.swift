// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

@testable import TouchCore

@Suite("A backlog of touches") struct TouchBacklogTests {
  @Test("frames pass as long as there is room, the time and interruptions always")
  func room() {
    var backlog = TouchBacklog(limit: 4)
    let steps: [TouchStep] = [
      frame(0, .down(.zero)), frame(1, .move(Point(x: 1, y: 0))), frame(2, .move(.zero)),
      frame(3, .up), .time(Timestamp(nanoseconds: 5)), .interruption,
    ]
    #expect(steps.map { backlog.add($0) } == steps)
  }

  @Test("what finds no room cancels the fingers that were let in, once, and leaves the others out")
  func full() {
    var backlog = TouchBacklog(limit: 4)
    for time in 0..<4 {
      #expect(backlog.add(frame(time, time == 0 ? .down(.zero) : .move(.zero))) != nil)
    }
    #expect(backlog.add(frame(4, .move(.zero))) == frame(4, .cancel))
    #expect(backlog.add(frame(5, .move(.zero))) == nil)
    #expect(backlog.add(frame(6, .up)) == nil)
    for _ in 0..<5 { backlog.removeOne() }
    #expect(backlog.add(frame(7, .move(.zero))) == nil)
    #expect(backlog.add(frame(8, .down(.zero))) == frame(8, .down(.zero)))
  }

  @Test("a finger that is put down while half of the room is used is left out until it lifts")
  func crowded() {
    var backlog = TouchBacklog(limit: 4)
    #expect(backlog.add(frame(0, .down(.zero))) != nil)
    #expect(backlog.add(frame(1, .move(.zero))) != nil)
    let second = TouchChange(1, .down(.zero))
    let both = TouchFrame(
      timestamp: Timestamp(nanoseconds: 2), changes: [TouchChange(0, .move(.zero)), second])
    #expect(backlog.add(.frame(both)) == frame(2, .move(.zero)))
    for _ in 0..<3 { backlog.removeOne() }
    let move = TouchFrame(
      timestamp: Timestamp(nanoseconds: 3), changes: [TouchChange(1, .move(.zero))])
    #expect(backlog.add(.frame(move)) == nil)
    let next = TouchFrame(timestamp: Timestamp(nanoseconds: 4), changes: [second])
    #expect(backlog.add(.frame(next)) == .frame(next))
  }

  @Test("interruptions without a touch between them are one")
  func interruptions() {
    var backlog = TouchBacklog(limit: 4)
    #expect(backlog.add(.interruption) == .interruption)
    #expect(backlog.add(.interruption) == nil)
    #expect(backlog.add(frame(0, .down(.zero))) != nil)
    #expect(backlog.add(.interruption) == .interruption)
    #expect(backlog.add(frame(1, .move(.zero))) == nil)
  }

  @Test(
    "whatever comes, and however slowly it is taken: each finger is whole, and few frames wait",
    arguments: 0..<20 as Range<UInt64>)
  func random(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var backlog = TouchBacklog(limit: 8)
    var waiting: [TouchStep] = []
    var fingers: Set<Int32> = []
    for step in (0..<20).flatMap({ _ in RandomTouches(&random).steps }) {
      while !waiting.isEmpty, Int.random(in: 0..<2, using: &random) == 0 {
        waiting.removeFirst()
        backlog.removeOne()
      }
      guard let step = backlog.add(step) else { continue }
      waiting.append(step)
      switch step {
      case .frame(let frame):
        for change in frame.changes {
          switch change.kind {
          case .down: fingers.insert(change.finger)
          case .move: #expect(fingers.contains(change.finger))
          case .up, .cancel: #expect(fingers.remove(change.finger) != nil)
          }
        }
      case .time: break
      case .interruption: fingers = []
      }
      let frames = waiting.count { if case .frame = $0 { true } else { false } }
      #expect(frames <= 9)
    }
  }

  private func frame(_ time: Int, _ kind: TouchChange.Kind) -> TouchStep {
    .frame(
      TouchFrame(
        timestamp: Timestamp(nanoseconds: Int64(time)), changes: [TouchChange(0, kind)]))
  }
}
