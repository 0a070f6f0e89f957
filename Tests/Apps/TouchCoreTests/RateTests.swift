// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing
import TouchCore

/// One movement, measured by panels of several rates.
///
/// Fingers go down at multiples of 100 ms, when all those panels look: where a finger went before a
/// panel saw it is unknown.
struct Movement: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Of each finger: where it is when, in milliseconds, with straight ways between; it goes down at
  /// the first and lifts at the last.
  let ways: [[(time: Double, x: Double, y: Double)]]
  /// What is to be recognized.
  let winners: [String]

  init(
    _ title: String, _ ways: [[(time: Double, x: Double, y: Double)]], _ winners: [String]
  ) {
    (testDescription, self.ways, self.winners) = (title, ways, winners)
  }

  /// The frames of a panel that measures `rate` times a second.
  func frames(rate: Double) -> [TouchFrame] {
    let end = ways.compactMap { $0.last?.time }.max() ?? 0
    let period = 1000 / rate
    return (0...Int(end / period) + 1).map { index in
      let time = Double(index) * period
      return TouchFrame(
        timestamp: .at(time),
        changes: ways.enumerated().compactMap { change(Int32($0), $1, time, period) })
    }
  }

  private func change(
    _ finger: Int32, _ way: [(time: Double, x: Double, y: Double)], _ time: Double,
    _ period: Double
  ) -> TouchChange? {
    guard let first = way.first, let last = way.last, time >= first.time else { return nil }
    guard time < last.time else {
      return time - period < last.time ? TouchChange(finger, .up) : nil
    }
    let next = way.firstIndex { $0.time > time } ?? way.endIndex - 1
    let (from, to) = (way[next - 1], way[next])
    let share = (time - from.time) / (to.time - from.time)
    let place = Point(x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y))
    return TouchChange(finger, time - period < first.time ? .down(place) : .move(place))
  }
}

@Suite struct RateTests {
  static let movements = [
    Movement("tap", [[(0, 0, 0), (110, 3, 0)]], ["single ended"]),
    Movement(
      "two taps", [[(0, 0, 0), (110, 3, 0)], [(300, 5, 5), (380, 5, 5)]], ["double ended"]),
    Movement("flick", [[(0, 0, 0), (210, 200, 10)]], ["swipe ended"]),
    Movement("slow drag", [[(0, 0, 0), (900, 60, 0)]], ["pan began", "pan ended"]),
    Movement("steep drag", [[(0, 0, 0), (400, 0, 100)]], ["pan began", "pan ended"]),
    Movement(
      "hold, then drag", [[(0, 0, 0), (700, 2, 0), (900, 90, 0)]], ["press began", "press ended"]),
    Movement(
      "spread", [[(0, 0, 0), (100, 1, 0), (500, -80, 0)], [(100, 60, 0), (500, 140, 0)]],
      ["pinch began", "pinch ended"]),
  ]

  @Test(
    "G075 the same movement is the same gesture at any rate, to a frame",
    arguments: movements, [30.0, 60, 120, 240])
  func rates(_ movement: Movement, _ rate: Double) throws {
    let (exact, came) = (play(movement, 1000), play(movement, rate))
    #expect(came.map(\.word) == movement.winners)
    #expect(exact.map(\.word) == movement.winners)
    for (exact, came) in zip(exact, came) {
      #expect(abs(came.time.seconds(since: exact.time)) <= 1 / rate + 0.001, "\(came)")
    }
  }

  private func play(_ movement: Movement, _ rate: Double) -> [(word: String, time: Timestamp)] {
    var scene = Scene()
    let single = scene.add("single", .tap())
    let double = scene.add("double", .tap(taps: 2))
    let pan = scene.add("pan", .pan(fingers: 1...1))
    let swipe = scene.add("swipe", .swipe([.left, .right]))
    scene.add("press", .press())
    scene.add("pinch", .pinch)
    scene.add("rotation", .rotation)
    scene.bank.require(single, toFail: double)
    scene.bank.require(pan, toFail: swipe)
    for frame in movement.frames(rate: rate) { scene.process(.frame(frame)) }
    scene.pass(to: 3000)
    return scene.events.filter { $0.phase != .failed && $0.phase != .changed }.map {
      ("\(scene.name($0.gesture)) \($0.phase)", $0.timestamp)
    }
  }
}
