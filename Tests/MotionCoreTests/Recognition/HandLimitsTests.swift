// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import TestSupport
import Testing

/// What no hand can do is no shake, and what a sensor does not show counts against none.
@Suite struct HandLimitsTests {
  /// What is found in 4 s of the motion `reading` (m/s², with gravity), sampled at `rate` Hz.
  private func findings(
    rate: Double = 100, clippedAt limit: Double = .infinity, _ shake: ShakeConfiguration = .init(),
    _ reading: (Double) -> SIMD3<Double>
  ) -> (words: [String], rejected: [ShakeShortcoming]) {
    var pipeline = MotionPipeline([.shake(shake)], isExplaining: true)
    var found: (words: [String], rejected: [ShakeShortcoming]) = ([], [])
    let readings = sampled(4, rate: rate, clippedAt: limit, reading)
    for step in readings.map(StreamStep.reading) + [.interruption] {
      for finding in pipeline.findings(at: step) {
        switch finding {
        case .event(let event): found.words.append(event.word)
        case .rejection(.shake(let rejection)): found.rejected.append(rejection.shortcoming)
        case .state: break
        }
      }
    }
    return found
  }

  private static let shake = ["began", "ended"]

  /// Swings along x from 1 s on.
  private func swings(
    _ time: Double, _ amplitude: Double = 25, _ frequency: Double = 5,
    lasting duration: Double = 0.8
  ) -> SIMD3<Double> {
    MotionCoreTests.swings(time, amplitude, frequency, lasting: duration)
  }

  /// A shake from 1 s on, before which the device flies for `flight` seconds, up to `pause` before.
  private func landing(_ time: Double, flight: Double, pause: Double = 0.1) -> SIMD3<Double> {
    let isFlying = (1 - pause - flight..<1 - pause).contains(time)
    return swings(time) + (isFlying ? .zero : gravity)
  }

  @Test(
    "what follows a flight by up to a second neither begins nor ends",
    arguments: [25.0, 50, 100, 400])
  func flight(rate: Double) throws {
    let fallen = findings(rate: rate) { landing($0, flight: 0.3) }
    #expect(fallen.words == [])
    guard case .flight(let seconds, 0.1)? = fallen.rejected.first else {
      throw Unexpected(fallen.rejected)
    }
    #expect(abs(seconds - 0.3) <= 2.5 / rate)
    // As long as the middle of a swing, or long ago.
    #expect(findings(rate: rate) { landing($0, flight: 0.06) }.words == Self.shake)
    #expect(
      findings(rate: rate) { time in
        swings(time - 1) + ((0.3..<0.6).contains(time) ? .zero : gravity)
      }.words == Self.shake)
  }

  @Test("a source without gravity does not fly", arguments: [25.0, 100])
  func withoutGravity(rate: Double) {
    #expect(findings(rate: rate) { swings($0 - 0.5) }.words == Self.shake)
  }

  /// A ringing of 12 Hz.
  private func blow(_ time: Double) -> SIMD3<Double> {
    gravity + swings(time, 60, 12, lasting: 0.4)
  }

  @Test("a blow rings faster than a hand goes there and back", arguments: [50.0, 100, 400])
  func fast(rate: Double) {
    let found = findings(rate: rate) { blow($0) }
    #expect(!found.words.contains("ended"))
    #expect(
      found.rejected.contains { if case .fast(0.2..., 0.2) = $0 { true } else { false } },
      "\(found.rejected)")
  }

  @Test(
    "a fast shake is one wherever the readings fall", arguments: [50.0, 66, 100], [0, 0.004, 0.011])
  func eightHertz(rate: Double, shift: Double) {
    let found = findings(rate: rate) { gravity + swings($0 + shift, 40, 8) }
    #expect(found.words == Self.shake, "\(found.rejected)")
  }

  /// A shake of `duration` seconds with a knock of 10 ms in it.
  private func knocked(_ time: Double, at knock: Double, lasting duration: Double) -> SIMD3<Double>
  {
    let isKnock = (knock..<knock + 0.0095).contains(time)
    return gravity + swings(time, 20, 4, lasting: duration) + [isKnock ? 120 : 0, 0, 0]
  }

  @Test(
    "a spike among few swings is a blow; among many it is a knock on the way; clipped it is unknown"
  )
  func spike() {
    let blow = findings { knocked($0, at: 1.27, lasting: 0.5) }
    #expect(blow.words != Self.shake)
    #expect(
      blow.rejected.contains { if case .spike(2.8..., 2.8) = $0 { true } else { false } },
      "\(blow.rejected)")
    #expect(findings { knocked($0, at: 1.77, lasting: 1) }.words == Self.shake)
    #expect(findings(clippedAt: 20) { knocked($0, at: 1.27, lasting: 0.5) }.words == Self.shake)
  }

  @Test("one large swing between two small ones is a stroke")
  func wholeSwings() {
    let stroke = findings { time in
      let size = time < 1.1 ? 22.0 : time < 1.2 ? 55 : 22
      return gravity + size / 25 * swings(time, lasting: 0.3)
    }
    #expect(!stroke.words.contains("ended"))
    #expect(
      stroke.rejected.contains { if case .wholeSwings(..<2.5, _) = $0 { true } else { false } },
      "\(stroke.rejected)")
  }

  @Test("limits do not depend on the sensitivity", arguments: [0.25, 0.5, 1])
  func sensitivity(_ value: Double) throws {
    let shake = ShakeConfiguration(sensitivity: try #require(Sensitivity(value)))
    #expect(findings(shake) { landing($0, flight: 0.3) }.words == [])
    #expect(!findings(shake) { blow($0) }.words.contains("ended"))
  }

  @Test(
    "a recording that begins in mid-shake loses nothing", arguments: [25.0, 50, 100],
    [0.0, 0.25, 0.5, 0.75])
  func midShake(rate: Double, phase: Double) {
    let found = findings(rate: rate) { gravity + swings($0 + 1 + phase / 5, lasting: 0.9) }
    #expect(found.words == Self.shake, "\(found.rejected)")
  }

  @Test("the length of a shake that was too long is told once it is over")
  func long() throws {
    let found = findings { gravity + swings($0, lasting: 2) }
    #expect(found.words == ["began", "cancelled tooLong"])
    guard case .long(let seconds, window: 1)? = found.rejected.first else {
      throw Unexpected(found.rejected)
    }
    #expect((1.7...2).contains(seconds))
    #expect(found.rejected.count == 1)
  }

  @Test("a long shake ends if it is beyond doubt, and nothing begins until it stops")
  func ends() {
    let ends = ShakeConfiguration(long: .ends)
    let shake = findings(ends) { gravity + swings($0, lasting: 2) }
    #expect(shake.words == Self.shake)
    #expect(shake.rejected.isEmpty)
    // Some suffice if they stop, but not if they go on.
    func words(_ frequency: Double, lasting duration: Double) -> [String] {
      findings(ends) { gravity + swings($0, 12, frequency, lasting: duration) }.words
    }
    let doubtful = stride(from: 1.5, through: 3.5, by: 0.05).filter {
      words($0, lasting: 1) == Self.shake && words($0, lasting: 2).last == "cancelled tooLong"
    }
    #expect(!doubtful.isEmpty)
    // What went on before it goes on.
    let running = findings(ends) { time in
      gravity + swings(time, 9, 3.5, lasting: 2) + [
        0, 0, time < 1 ? 2.9 * sin(2 * .pi * 2.5 * time) : 0,
      ]
    }
    #expect(running.words == ["began", "cancelled tooLong"])
  }

  @Test("only a shake that goes on says so")
  func ongoing() {
    func isOngoing(_ duration: Double) -> [Bool] {
      sampled(4) { gravity + swings($0, lasting: duration) }
        .motionEvents(detecting: [.shake(ShakeConfiguration(long: .ends))])
        .compactMap { $0.measurements?[ShakeMeasurements.self]?.isOngoing }
    }
    #expect(isOngoing(0.8) == [false])
    #expect(isOngoing(2) == [true])
  }
}
