// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionSynthesis
import Testing

/// What is a free fall to the reading, and what is measured of one.
@Suite struct FreeFallDetectorTests {
  @Test("swings through weightlessness are none: every reading of a fall is below 3 m/s²")
  func swings() {
    func began(_ falling: [Double]) -> Bool {
      let lengths = Array(repeating: 9.8, count: 50) + Array(repeating: falling, count: 20).joined()
      return sampled(Double(lengths.count) / 100) { time in
        [0, 0, lengths[Int((time * 100).rounded())]]
      }.motionEvents(detecting: [.freeFall()]).contains { $0.phase == .began }
    }
    #expect(began([1, 2.9]))
    #expect(!began([1, 1, 1, 1, 3.1]))
  }

  /// True if a fall begins in `seconds` of |acceleration|, `lengths` of the time.
  private func falls(
    _ seconds: Double, rate: Double, _ length: (Double) -> Double
  ) -> Bool {
    sampled(seconds, rate: rate) { [0, length($0), 0] }
      .motionEvents(detecting: [.freeFall()]).contains { $0.phase == .began }
  }

  @Test(
    "a stream that begins as the device is let go of, from 0.05 s on",
    arguments: [50.0, 62.5, 100, 200, 400])
  func start(rate: Double) {
    for lead in [0.05, 0.1, 0.2, 0.4, 0.6] {
      for weight in [3.5, 5.3, 9.8] {
        let lead = lead + 1e-9
        #expect(
          falls(lead + 0.5, rate: rate) { $0 < lead ? weight : 0.5 },
          "\(weight) m/s² for \(lead) s")
      }
    }
    #expect(!falls(0.5, rate: rate) { $0 < 0.03 ? 5.3 : 0.5 })
  }

  @Test("a source without gravity does not fall", arguments: [100.0, 400])
  func withoutGravity(rate: Double) {
    // Movements there and back at 2.5 and 5 Hz until 0.8 s, of which the stream misses `share`.
    for share in [0, 0.04, 0.46] {
      for period in [0.4, 0.2] {
        #expect(
          !falls(3, rate: rate) { time in
            time < 0.8 - share * period ? 20 * sin(2 * .pi * (time / period + share)) : 0.3
          }, "\(share) of \(period) s")
      }
    }
  }

  @Test("a longer fall can be asked for, and a sensitivity stands for one")
  func durations() {
    for (sensitivity, milliseconds) in [(Sensitivity.low, 250), (.medium, 200), (.high, 150)] {
      let configuration = FreeFallConfiguration(.freeFall(sensitivity: sensitivity))
      #expect(configuration.nanoseconds == Int64(milliseconds) * 1_000_000)
    }
    func began(_ duration: Duration) -> [MotionEvent] {
      MotionScript.drop.recording(rate: 100).readings.motionEvents(
        detecting: [.freeFall(duration: duration)])
    }
    #expect(began(.milliseconds(500)).isEmpty)
    #expect(began(.milliseconds(400)).count == 2)
  }

  /// The measurements of the fall in `script`.
  private func measured(_ script: MotionScript) throws -> (
    began: FreeFallMeasurements, ended: FreeFallMeasurements
  ) {
    let events = script.recording(rate: 100).readings.motionEvents(detecting: [.freeFall()])
    let falls = events.compactMap { event -> FreeFallMeasurements? in
      event.measurements?[FreeFallMeasurements.self]
    }
    try #require(falls.count == 2)
    return (falls[0], falls[1])
  }

  @Test("a drop tells its duration, the height that bounds it, and its impact")
  func measurements() throws {
    let (began, ended) = try measured(MotionScript.drop)
    #expect(began.start == Timestamp(nanoseconds: 1_000_000_000))
    #expect(began.duration == .milliseconds(200))
    #expect(began.impact == nil)
    #expect(ended.start == began.start)
    #expect((0.44...0.48).contains(ended.duration.seconds))
    #expect((0.95...1.13).contains(ended.maximumHeight))
    #expect((30...60).contains(try #require(ended.impact)))
    #expect(!ended.wasThrown)
  }

  @Test("a throw is told from a drop by the push before it; a soft catch is no impact")
  func thrown() throws {
    let (began, ended) = try measured(
      MotionScript(
        "a throw, and a soft catch", duration: 4, attitude: [0, 0.8, 0.6],
        [
          .swings(
            start: 1, duration: 0.25, frequency: 2, amplitude: 18, direction: [0, 0.8, 0.6]),
          .fall(start: 1.25, duration: 0.8, impact: 5),
        ]))
    #expect(began.wasThrown)
    #expect(ended.push > 20)
    #expect(ended.impact == nil)
  }

  @Test("a root is below the threshold just if its square is below the square of the threshold")
  func squares() {
    let threshold = FreeFallConfiguration(sensitivity: .medium) { _ in nil }.threshold
    let square = threshold * threshold
    #expect(square.squareRoot() == threshold)
    #expect(square.nextDown.squareRoot() < threshold)
  }
}
