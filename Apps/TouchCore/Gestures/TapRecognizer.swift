import MotionCore

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
