// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Recognizes fingers that go quickly along one of several directions, as soon as they are there.
///
/// It fails as soon as it is certain: when every direction is out of reach, or time is up.
struct SwipeRecognizer: Sendable {
  private let directions: SwipeDirections
  private let fingersNeeded: Int
  private let length, width: Double
  /// In nanoseconds.
  private let duration: Int64
  private var state = State.idle

  private enum State: Sendable {
    /// No finger has come.
    case idle
    /// Fewer fingers than needed are down.
    case landing(since: Timestamp)
    /// As many as needed are down; by the mean of their ways these directions are still possible.
    case moving(since: Timestamp, way: Point, open: SwipeDirections)
    /// It was one along this direction.
    case done(SwipeDirections, start: Point)
  }

  init(_ directions: SwipeDirections, fingers: Int, _ configuration: TouchConfiguration) {
    self.directions = directions
    fingersNeeded = fingers
    length = configuration.swipeLength
    width = configuration.swipeWidth
    duration = configuration.swipeDuration.wholeNanoseconds
  }

  var deadline: Timestamp? {
    switch state {
    case .idle, .done: nil
    case .landing(let since), .moving(let since, _, _): since.advanced(byNanoseconds: duration)
    }
  }

  var place: Point? {
    switch state {
    case .idle, .landing, .moving: nil
    case .done(_, let start): start
    }
  }

  var measure: GestureEvent.Measure {
    switch state {
    case .idle, .landing, .moving: .none
    case .done(let direction, _): .swipe(direction)
    }
  }

  mutating func process(
    _ input: GestureInput, _ fingers: Fingers, at now: Timestamp
  ) -> GestureEvent.Phase? {
    switch (state, input) {
    case (.idle, .began):
      land(fingers, since: now)
      return nil
    case (.landing(let since), .began):
      land(fingers, since: since)
      return nil
    case (.moving(let since, let way, let open), .moved):
      return move(way + fingers.step, open, fingers, since: since)
    case (.moving, .began), (.landing, .ended), (.moving, .ended), (.landing, .cancelled),
      (.moving, .cancelled), (.landing, .deadline), (.moving, .deadline):
      return .failed
    case (.landing, .moved):
      // A finger that goes ahead of the others does not swipe with them.
      return fingers.strayed(beyond: width) ? .failed : nil
    case (.idle, .moved), (.idle, .ended), (.idle, .cancelled), (.idle, .deadline),
      (.done, .began), (.done, .moved), (.done, .ended), (.done, .cancelled), (.done, .deadline):
      return nil  // No finger has come, or it has come to its end.
    }
  }

  private mutating func land(_ fingers: Fingers, since: Timestamp) {
    state =
      fingers.count == fingersNeeded
      ? .moving(since: since, way: .zero, open: directions) : .landing(since: since)
  }

  private mutating func move(
    _ way: Point, _ before: SwipeDirections, _ fingers: Fingers, since: Timestamp
  ) -> GestureEvent.Phase? {
    var open = before
    for (direction, along, across) in [
      (SwipeDirections.right, way.x, way.y), (.left, -way.x, way.y), (.up, -way.y, way.x),
      (.down, way.y, way.x),
    ] where open.contains(direction) {
      if abs(across) > width || along < -width {
        open.remove(direction)
      } else if along >= length {
        state = .done(direction, start: fingers.start)
        return .ended
      }
    }
    state = .moving(since: since, way: way, open: open)
    return open.isEmpty ? .failed : nil
  }
}
