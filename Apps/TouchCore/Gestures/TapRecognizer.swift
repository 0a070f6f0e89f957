// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Taps of several fingers in a row: what a tap and a press after taps have in common.
struct TapSeries: Sendable {
  private let fingersEach: Int
  private let slop, reach: Double
  /// In nanoseconds.
  private let duration, interval: Int64
  private var state = State.idle
  /// The number of complete taps.
  private(set) var taps = 0
  /// The middle of the beginnings of the first tap's fingers, and of the last one's.
  private(set) var first, last: Point?

  private enum State: Sendable {
    /// No finger has come.
    case idle
    /// Fewer fingers than needed are down.
    case landing(since: Timestamp)
    /// As many as needed are down, since `complete`.
    case touching(since: Timestamp, complete: Timestamp)
    /// Some of them have lifted.
    case lifting(since: Timestamp)
    /// All have lifted.
    case between(end: Timestamp)
  }

  enum Outcome {
    case goesOn
    case tapped
    case failed
  }

  init(fingers: Int, _ configuration: TouchConfiguration) {
    fingersEach = fingers
    slop = configuration.tapSlop
    reach = configuration.multiTapDistance
    duration = configuration.tapDuration.wholeNanoseconds
    interval = configuration.multiTapInterval.wholeNanoseconds
  }

  /// The moment since which as many fingers as needed rest, if they do.
  var completeSince: Timestamp? {
    switch state {
    case .idle, .landing, .lifting, .between: nil
    case .touching(_, let complete): complete
    }
  }

  var deadline: Timestamp? {
    switch state {
    case .idle: nil
    case .landing(let since), .touching(let since, _), .lifting(let since):
      since.advanced(byNanoseconds: duration)
    case .between(let end): end.advanced(byNanoseconds: interval)
    }
  }

  mutating func process(_ input: GestureInput, _ fingers: Fingers, at now: Timestamp) -> Outcome {
    switch (state, input) {
    case (.idle, .began), (.between, .began):
      return land(fingers, since: now, at: now)
    case (.landing(let since), .began):
      return land(fingers, since: since, at: now)
    case (.touching, .began), (.lifting, .began):
      return .failed  // One finger too many, or one that did not touch with the others.
    case (.landing, .moved), (.touching, .moved), (.lifting, .moved):
      return fingers.strayed(beyond: slop) ? .failed : .goesOn
    case (.landing, .ended):
      return .failed  // It does not overlap with those still to come.
    case (.touching(let since, _), .ended), (.lifting(let since), .ended):
      guard fingers.isEmpty else {
        state = .lifting(since: since)
        return .goesOn
      }
      taps += 1
      state = .between(end: now)
      return .tapped
    case (.landing, .cancelled), (.touching, .cancelled), (.lifting, .cancelled),
      (.landing, .deadline), (.touching, .deadline), (.lifting, .deadline), (.between, .deadline):
      return .failed
    case (.idle, .moved), (.idle, .ended), (.idle, .cancelled), (.idle, .deadline),
      (.between, .moved), (.between, .ended), (.between, .cancelled):
      return .goesOn  // No finger is down.
    }
  }

  private mutating func land(
    _ fingers: Fingers, since: Timestamp, at now: Timestamp
  ) -> Outcome {
    guard fingers.count == fingersEach else {
      state = .landing(since: since)
      return .goesOn
    }
    let start = fingers.start
    if let last, start.distance(to: last) > reach { return .failed }
    first = first ?? start
    last = start
    state = .touching(since: since, complete: now)
    return .goesOn
  }
}

/// Recognizes one or more taps of one or more fingers, at the last lift.
struct TapRecognizer: Sendable {
  private let taps: Int
  private var series: TapSeries

  init(taps: Int, fingers: Int, _ configuration: TouchConfiguration) {
    self.taps = taps
    series = TapSeries(fingers: fingers, configuration)
  }

  var deadline: Timestamp? { series.deadline }
  var place: Point? { series.first }

  mutating func process(
    _ input: GestureInput, _ fingers: Fingers, at now: Timestamp
  ) -> GestureEvent.Phase? {
    switch series.process(input, fingers, at: now) {
    case .goesOn: nil
    case .tapped: series.taps == taps ? .ended : nil
    case .failed: .failed
    }
  }
}
