// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

/// Twists made from scripts: no recordings of real ones with gravity were at hand.
@Suite struct TwistDetectorTests {
  /// Held in the hand, and turned to `attitude` and back, each way within `duration` seconds.
  private func turned(
    to attitude: SIMD3<Double>, in duration: Double, pause: Double = 0.02,
    from start: SIMD3<Double> = [0, 0.8, 0.6]
  ) -> MotionScript {
    MotionScript(
      "turned", duration: 4, attitude: start,
      [
        .turn(start: 1.5, duration: duration, attitude: attitude),
        .turn(start: 1.5 + duration + pause, duration: duration, attitude: start),
      ])
  }

  private func twists(
    _ script: MotionScript, _ sensitivity: Sensitivity = .medium, rate: Double = 100
  ) -> [TwistMeasurements] {
    script.recording(rate: rate).readings
      .motionEvents(detecting: [.twist(sensitivity: sensitivity)])
      .compactMap { $0.measurements?[TwistMeasurements.self] }
  }

  @Test("a turn of 70° there and back is a twist", arguments: [25.0, 50, 100, 200, 400])
  func found(rate: Double) throws {
    let found = twists(.twist, rate: rate)
    let twist = try #require(found.first)
    #expect(found.count == 1)
    #expect((55...75).contains(twist.angle))
    #expect((0.25...0.55).contains(twist.duration.seconds))
  }

  @Test("either side counts, and lying flat")
  func sides() {
    #expect(twists(turned(to: [-0.564, 0.8, 0.205], in: 0.22)).count == 1)
    #expect(twists(turned(to: [0.95, 0, 0.31], in: 0.22, from: [0, 0, 1])).count == 1)
  }

  @Test("a turn that is slow, small, one way, or about another axis is not a twist")
  func others() {
    #expect(twists(turned(to: [0.564, 0.8, 0.205], in: 0.55)).isEmpty)
    #expect(twists(turned(to: [0.3, 0.8, 0.52], in: 0.2)).isEmpty)
    #expect(twists(turned(to: [0.564, 0.8, 0.205], in: 0.22, pause: 3)).isEmpty)
    #expect(twists(turned(to: [0, 0, 1], in: 0.22)).isEmpty)
  }

  @Test("a turn that is farther or faster than a wrist turns is not a twist")
  func beyondHands() {
    #expect(twists(turned(to: [0.94, 0, -0.34], in: 0.25, from: [0, 0, 1])).isEmpty)
    #expect(twists(turned(to: [0.95, 0, 0.31], in: 0.05, pause: 0, from: [0, 0, 1])).isEmpty)
  }

  @Test("a turn about an axis that is nearly vertical cannot be seen")
  func vertical() {
    #expect(twists(turned(to: [0.34, 0.94, 0], in: 0.22, from: [0, 0.94, 0.34])).isEmpty)
  }

  @Test("a higher sensitivity accepts a smaller turn")
  func sensitivity() {
    let small = turned(to: [0.46, 0.8, 0.386], in: 0.2)
    #expect(twists(small, .low).isEmpty)
    #expect(twists(small, .high).count == 1)
  }
}
