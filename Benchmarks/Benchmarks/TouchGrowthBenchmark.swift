// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ResponderKit
import TouchCore

/// How a hit test grows with the depth of the views, and a tap with the recognizers of a view.
@MainActor
enum TouchGrowthBenchmark {
  private static let rounds = 15
  /// Of the processor's time, of 200 to 100.
  private static let goal = 2.2

  static func run() {
    print("ResponderKit                      µs with 100   µs with 200    times")
    compare("hit test of nested views", repeats: 20) { hitTest(depth: $0) }
    compare("tap with recognizers", repeats: 2) { tap(recognizers: $0) }
    compare("search of an action in vain", repeats: 20) { search(depth: $0) }
  }

  /// Both sizes in turn, so that what else the machine does meets both.
  private static func compare(
    _ name: String, repeats: Int, _ make: (Int) -> () -> Void
  ) {
    var best = [Double.infinity, .infinity]
    let bodies = [make(100), make(200)]
    for _ in 0..<rounds {
      for (index, body) in bodies.enumerated() {
        let seconds = Benchmarks.processorSeconds { for _ in 0..<repeats { body() } }
        best[index] = min(best[index], seconds / Double(repeats))
      }
    }
    let times = best[1] / best[0]
    print(
      name.padding(toLength: 30, withPad: " ", startingAt: 0)
        + String(
          format: "%15.1f %13.1f %8.2f  goal: %.1f, %@", 1e6 * best[0], 1e6 * best[1], times, goal,
          times <= goal ? "reached" : "missed"))
  }

  private static func hitTest(depth: Int) -> () -> Void {
    let (window, _) = nested(depth, in: Application())
    let place = CGPoint(x: 5, y: 5)
    return {
      guard window.hitTest(place, with: nil) != nil else { Benchmarks.fail("no view is hit") }
    }
  }

  private static func search(depth: Int) -> () -> Void {
    let (window, view) = nested(depth, in: Application())
    return {
      // Views do not own what they are in.
      withExtendedLifetime(window) {
        guard view.target(forAction: .copy, withSender: nil) == nil else {
          Benchmarks.fail("a view copies")
        }
      }
    }
  }

  private static func tap(recognizers: Int) -> () -> Void {
    let application = Application()
    let (window, view) = nested(1, in: application)
    var (now, taps): (Int64, Int) = (0, 0)
    for _ in 0..<recognizers {
      let recognizer = TapGestureRecognizer()
      recognizer.addAction { _ in taps += 1 }
      view.addGestureRecognizer(recognizer)
    }
    return {
      let before = taps
      for kind: TouchChange.Kind in [.down(Point(x: 5, y: 5)), .up] {
        now += 50_000_000
        let frame = TouchFrame(
          timestamp: Timestamp(nanoseconds: now), changes: [TouchChange(0, kind)])
        application.receive(.frame(frame), in: window)
      }
      now += 1_000_000_000
      application.receive(.time(Timestamp(nanoseconds: now)))
      guard taps == before + 1 else { Benchmarks.fail("\(taps - before) taps of one") }
    }
  }

  private static func nested(_ depth: Int, in application: Application) -> (Window, View) {
    let frame = CGRect(x: 0, y: 0, width: 1000, height: 1000)
    let window = Window(application: application, frame: frame)
    var inner: View = window
    for _ in 0..<depth {
      let view = View(frame: frame)
      inner.addSubview(view)
      inner = view
    }
    return (window, inner)
  }
}
