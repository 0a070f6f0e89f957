// SPDX-License-Identifier: Apache-2.0

import CAllocations
import Foundation
import MotionCore
import TouchCore

/// What a frame of ten moving fingers costs, from the panel's frame to the gestures' events.
///
/// Tracker, tap counter and all recognizers: on a view with all fingers, and on five views in it
/// with two fingers each. Once the fingers are down nothing may be allocated.
enum TouchBenchmark {
  private static let fingers: Int32 = 10
  private static let rounds = 15
  private static let frames = 10_000
  /// Of a core, at 1000 frames a second.
  private static let goal = 0.01

  static func run() {
    guard Benchmarks.allocations(in: { Array(repeating: 0, count: frames) }) > 0 else {
      Benchmarks.fail("allocations are not counted here")
    }
    var best = Double.infinity
    var expected: Outcome?
    for _ in 0..<rounds {
      var panel = Panel()
      panel.putDown(fingers)
      let before = allocation_count()
      let seconds = Benchmarks.processorSeconds {
        for frame in 1...frames { panel.move(fingers, frame) }
      }
      let count = allocation_count() - before
      guard count == 0 else { Benchmarks.fail("\(count) heap allocations in \(frames) frames") }
      guard expected ?? panel.outcome == panel.outcome else {
        Benchmarks.fail("TouchCore: other events from the same touches")
      }
      expected = panel.outcome
      best = min(best, seconds / Double(frames))
    }
    let share = best * 1000
    print(
      "TouchCore    fingers  recognizers   ns a frame   of a core at 1000 Hz   events  allocations")
    print(
      String(
        format: "%20d %12d %12.0f %20.2f %% %8d %12d", fingers, Panel.recognizers, 1e9 * best,
        100 * share, expected?.events ?? 0, 0))
    print("goal: 1 % of a core, \(share <= goal ? "reached" : "missed")")
  }
}

/// A panel that is played with ten fingers.
private struct Panel {
  private let listener = Listener()
  private var tracker = TouchTracker()
  private var frame = TouchFrame(timestamp: Timestamp(nanoseconds: 0), changes: [])

  static var recognizers: Int { Listener.recognizers }
  var outcome: Outcome { listener.outcome }

  mutating func putDown(_ fingers: Int32) {
    frame.changes = (0..<fingers).map { TouchChange($0, .down(place($0, 0))) }
    take()
    // The gestures begin, and every array has its size.
    for frame in 1...20 { move(fingers, frame) }
  }

  /// Each two fingers turn round each other and drift apart and together.
  mutating func move(_ fingers: Int32, _ step: Int) {
    for index in frame.changes.indices {
      frame.changes[index].kind = .move(place(Int32(index), step))
    }
    take()
  }

  private func place(_ finger: Int32, _ step: Int) -> Point {
    let turn = Double(step) * 0.02 + (finger.isMultiple(of: 2) ? 0 : .pi)
    let radius = 60 + 20 * sin(Double(step) * 0.005)
    return Point(
      x: Double(finger / 2) * 200 + radius * cos(turn) + Double(step % 500) * 0.1,
      y: 100 + radius * sin(turn))
  }

  private mutating func take() {
    frame.timestamp = frame.timestamp.advanced(byNanoseconds: 1_000_000)
    let listener = listener
    tracker.process(frame) { listener.take($0) }
  }
}

/// An app with a view for all fingers, and five views in it for two each.
private final class Listener {
  private static let kinds: [GestureKind] = [
    .tap(), .tap(taps: 2), .tap(taps: 3, fingers: 2), .press(), .press(taps: 1),
    .swipe([.left, .right, .up, .down]), .pan(), .pinch, .rotation,
  ]
  private static let views = 6
  static let recognizers = kinds.count * views

  private(set) var outcome = Outcome()
  private var counter = TapCounter()
  private var bank = GestureBank()
  /// The view of each recognizer; 0 is the one around the others.
  private var views: [GestureID: Int] = [:]

  init() {
    for view in 0..<Self.views {
      let ids = Self.kinds.map { bank.add($0, depth: view == 0 ? 0 : 1) }
      for id in ids { views[id] = view }
      // What moves is dragged, scaled and turned at once.
      for (index, id) in ids.enumerated().suffix(3) {
        for other in ids[(index + 1)...] { bank.allow(id, with: other) }
      }
    }
  }

  func take(_ frame: ContactFrame) {
    for contact in frame.contacts {
      _ = counter.count(contact, target: Int(contact.finger / 2), at: frame.timestamp)
    }
    bank.process(frame) { question in
      switch question {
      case .receives(let id, let contact):
        views[id] == 0 || views[id] == Int(contact.finger) / 2 + 1
      case .begins, .prevents: true
      case .together: false
      }
    } _: {
      outcome.note($0.timestamp, $0.phase.number)
    }
  }
}

extension GestureEvent.Phase {
  fileprivate var number: UInt64 {
    switch self {
    case .began: 1
    case .changed: 2
    case .ended: 3
    case .cancelled: 4
    case .failed: 5
    }
  }
}
