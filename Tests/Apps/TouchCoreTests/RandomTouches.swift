// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import TouchCore

/// Touches that no hand makes, and some that a hand might.
///
/// Fingers go down, rest, stray, swipe and tap in a row; frames repeat, go back in time, name
/// unknown fingers and hold several things about one finger.
struct RandomTouches {
  /// Frames, and interruptions each after a time, on a clock that starts at 0.
  private(set) var steps: [TouchStep] = []
  private var now: Int64 = 0
  private var places: [Int32: Point] = [:]

  init(_ random: inout SeededGenerator) {
    let length = Int.random(in: 5...40, using: &random)
    // Few fingers make taps in a row likely, many make conflicts.
    let fingers = Int32.random(in: 1...4, using: &random)
    while steps.count < length {
      pass(&random)
      let count = Int.random(in: 0..<8, using: &random) == 0 ? 3 : 1
      switch Int.random(in: 0..<60, using: &random) {
      case 0:
        steps += [.time(Timestamp(nanoseconds: now)), .interruption]
        places = [:]
      case 1:
        // Late; it may only be dropped.
        let late = now - Int64.random(in: 0..<1_000_000_000, using: &random)
        steps.append(frame(at: late, [change(fingers, &random)]))
      default:
        steps.append(frame(at: now, (0..<count).map { _ in change(fingers, &random) }))
      }
    }
    steps += [.time(Timestamp(nanoseconds: now + 3_000_000_000)), .interruption]
  }

  private mutating func pass(_ random: inout SeededGenerator) {
    // Around the limits in time, and exactly on them.
    let spans: [Int64] = [0, 1, 8, 16, 50, 100, 349, 350, 499, 500, 750]
    let span = spans.randomElement(using: &random) ?? 0
    now += span * 1_000_000
    if Int.random(in: 0..<4, using: &random) == 0 {
      now += Int64.random(in: 0..<30_000_000, using: &random)
    }
  }

  private func frame(at time: Int64, _ changes: [TouchChange]) -> TouchStep {
    .frame(TouchFrame(timestamp: Timestamp(nanoseconds: time), changes: changes))
  }

  private mutating func change(
    _ fingers: Int32, _ random: inout SeededGenerator
  ) -> TouchChange {
    let finger = Int32.random(in: 0..<fingers, using: &random)
    let kind: TouchChange.Kind
    switch (places[finger], Int.random(in: 0..<24, using: &random)) {
    case (_, 0): kind = .cancel
    case (_, 1): kind = .move(Point(x: .nan, y: 0))
    case (_, 2), (nil, 3...22): kind = .down(land(finger, &random))
    case (nil, _), (_, 3...10): kind = .up
    case (let place?, _): kind = .move(move(finger, from: place, &random))
    }
    switch kind {
    case .up, .cancel: places[finger] = nil
    case .down, .move: break
    }
    return TouchChange(finger, kind)
  }

  private mutating func land(_ finger: Int32, _ random: inout SeededGenerator) -> Point {
    let place = Point(
      x: Double(Int.random(in: 0..<4, using: &random)) * 22.5,
      y: Double(Int.random(in: 0..<2, using: &random)) * 30)
    places[finger] = place
    return place
  }

  private mutating func move(
    _ finger: Int32, from place: Point, _ random: inout SeededGenerator
  ) -> Point {
    let ways = [-30.0, -10, -5, 0, 5, 10, 20, 30, 45]
    let point = Point(
      x: place.x + (ways.randomElement(using: &random) ?? 0),
      y: place.y + ([0, 0, 0, 5, 15, -30].randomElement(using: &random) ?? 0))
    places[finger] = point
    return point
  }
}
