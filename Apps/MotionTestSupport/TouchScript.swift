// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import TouchCore

/// Touches to play in a test: what fingers do, and when.
///
/// ```swift
/// application.play(touches: .tap(at: CGPoint(x: 20, y: 30), count: 2))
/// application.play(touches: .drag(from: .zero, to: CGPoint(x: 200, y: 0)))
/// ```
///
/// Places are in points, in the coordinates of the window. Fingers move evenly, with a frame every
/// 10 ms.
public struct TouchScript: Hashable, Sendable {
  /// The frames, whose timestamps increase.
  public var frames: [TouchFrame]

  /// A script of `frames`, whose timestamps must increase.
  public init(_ frames: [TouchFrame]) {
    self.frames = frames
  }

  /// The frames of a recording, such as one of `touchctl record`.
  public static func recording(_ recording: TouchRecording) -> TouchScript {
    TouchScript(recording.frames)
  }

  /// A finger, or several side by side, 60 points apart, that tap.
  ///
  /// - Parameters:
  ///   - place: the place of the first finger
  ///   - count: the number of taps, 150 ms from one to the next
  ///   - fingers: the number of fingers
  /// - Returns: the script
  public static func tap(at place: CGPoint, count: Int = 1, fingers: Int = 1) -> TouchScript {
    hold(at: place, count: count, fingers: fingers, for: .milliseconds(50))
  }

  /// A finger that rests.
  ///
  /// - Parameters:
  ///   - place: its place
  ///   - duration: the time until it lifts
  /// - Returns: the script
  public static func press(
    at place: CGPoint, for duration: Duration = .seconds(1)
  ) -> TouchScript {
    hold(at: place, count: 1, fingers: 1, for: duration)
  }

  /// A finger that moves from one place to another, and lifts there.
  ///
  /// - Parameters:
  ///   - start: the place where it goes down
  ///   - end: the place where it lifts
  ///   - duration: the time from the one to the other; what goes 40 points in 0.5 s is a swipe to
  ///     recognizers
  /// - Returns: the script
  public static func drag(
    from start: CGPoint, to end: CGPoint, duration: Duration = .seconds(1)
  ) -> TouchScript {
    moving(duration) { [mix(start, end, $0)] }
  }

  /// Two fingers that move apart or together, side by side, and lift.
  ///
  /// - Parameters:
  ///   - center: the place between them
  ///   - scale: their distance at the end as a multiple of that at the beginning
  ///   - distance: that at the beginning, in points
  ///   - duration: the time that it takes
  /// - Returns: the script
  public static func pinch(
    at center: CGPoint, scale: Double, distance: Double = 100, duration: Duration = .seconds(1)
  ) -> TouchScript {
    moving(duration) { part in
      let half = distance / 2 * (1 + (scale - 1) * part)
      return [-half, half].map { CGPoint(x: center.x + $0, y: center.y) }
    }
  }

  /// Two fingers that turn round a place, and lift.
  ///
  /// - Parameters:
  ///   - center: the place between them
  ///   - radians: the angle, clockwise as seen
  ///   - distance: from one finger to the other, in points
  ///   - duration: the time that it takes
  /// - Returns: the script
  public static func rotation(
    at center: CGPoint, by radians: Double, distance: Double = 100, duration: Duration = .seconds(1)
  ) -> TouchScript {
    moving(duration) { part in
      let (x, y) = (cos(radians * part) * distance / 2, sin(radians * part) * distance / 2)
      return [-1.0, 1].map { CGPoint(x: center.x + $0 * x, y: center.y + $0 * y) }
    }
  }

  /// This script, and another after it.
  ///
  /// - Parameters:
  ///   - next: the other
  ///   - pause: from the last frame to the first of the other
  /// - Returns: both as one
  public func then(_ next: TouchScript, after pause: Duration = .seconds(1)) -> TouchScript {
    guard let last = frames.last, let first = next.frames.first else {
      return TouchScript(frames + next.frames)
    }
    let shift = last.timestamp.nanoseconds(since: first.timestamp) + pause.nanoseconds
    return TouchScript(
      frames
        + next.frames.map { frame in
          TouchFrame(
            timestamp: frame.timestamp.advanced(byNanoseconds: shift), changes: frame.changes)
        })
  }

  // MARK: Drawing

  private static let period = Duration.milliseconds(10)

  private static func hold(
    at place: CGPoint, count: Int, fingers: Int, for duration: Duration
  ) -> TouchScript {
    var script = TouchScript([])
    for _ in 0..<count {
      let places = (0..<fingers).map { CGPoint(x: place.x + 60 * Double($0), y: place.y) }
      script = script.then(
        TouchScript([
          frame(at: .zero, places) { .down($0) }, frame(at: duration, places) { _ in .up },
        ]), after: .milliseconds(100))
    }
    return script
  }

  /// Fingers that go down, move for a while and lift together; `places` has them after each part of
  /// it.
  private static func moving(
    _ duration: Duration, _ places: (Double) -> [CGPoint]
  ) -> TouchScript {
    let count = max(1, Int(duration / period))
    var frames = [frame(at: .zero, places(0)) { .down($0) }]
    for step in 1...count {
      frames.append(
        frame(at: period * step, places(Double(step) / Double(count))) { .move($0) })
    }
    frames.append(frame(at: period * (count + 1), places(1)) { _ in .up })
    return TouchScript(frames)
  }

  private static func mix(_ start: CGPoint, _ end: CGPoint, _ part: Double) -> CGPoint {
    CGPoint(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
  }

  private static func frame(
    at time: Duration, _ places: [CGPoint], _ kind: (Point) -> TouchChange.Kind
  ) -> TouchFrame {
    TouchFrame(
      timestamp: Timestamp(nanoseconds: time.nanoseconds),
      changes: places.enumerated().map { index, place in
        TouchChange(Int32(index), kind(Point(x: place.x, y: place.y)))
      })
  }
}
