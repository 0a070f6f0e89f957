// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Recognizes fingers that rest, if wanted after taps; then follows them until one lifts.
struct PressRecognizer: Sendable {
  private let taps: Int
  private let slop: Double
  /// In nanoseconds.
  private let duration: Int64
  private var state: State

  private enum State: Sendable {
    /// Taps, and then the touch that is to rest.
    case before(TapSeries)
    /// It began.
    case pressing
  }

  init(taps: Int, fingers: Int, _ configuration: TouchConfiguration) {
    self.taps = taps
    slop = configuration.pressSlop
    duration = configuration.pressDuration.wholeNanoseconds
    state = .before(TapSeries(fingers: fingers, configuration))
  }

  var deadline: Timestamp? {
    switch state {
    case .before(let series): restingUntil(series) ?? series.deadline
    case .pressing: nil
    }
  }

  /// The moment when it begins if nothing changes, once the fingers rest.
  private func restingUntil(_ series: TapSeries) -> Timestamp? {
    guard series.taps == taps else { return nil }
    return series.completeSince?.advanced(byNanoseconds: duration)
  }

  var wantsFingers: Bool {
    switch state {
    case .before: true
    case .pressing: false
    }
  }

  mutating func process(
    _ input: GestureInput, _ fingers: Fingers, at now: Timestamp
  ) -> GestureEvent.Phase? {
    switch (state, input) {
    case (.before(let series), .deadline) where restingUntil(series) != nil:
      state = .pressing
      return .began
    case (.before(let series), .moved) where restingUntil(series) != nil:
      return fingers.strayed(beyond: slop) ? .failed : nil
    case (.before(let series), .ended) where restingUntil(series) != nil:
      return .failed
    case (.before(var series), .began), (.before(var series), .moved),
      (.before(var series), .ended), (.before(var series), .cancelled),
      (.before(var series), .deadline):
      let outcome = series.process(input, fingers, at: now)
      state = .before(series)
      switch outcome {
      case .goesOn, .tapped: return nil
      case .failed: return .failed
      }
    case (.pressing, .moved):
      return .changed
    case (.pressing, .ended):
      return .ended
    case (.pressing, .cancelled):
      return .cancelled
    case (.pressing, .began), (.pressing, .deadline):
      return nil  // It wants no more fingers and has no deadline.
    }
  }
}
