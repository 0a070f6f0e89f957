// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import Testing

/// How sure the beginning of a shake is.
@Suite struct ShakeConfidenceTests {
  /// The confidence of the beginnings in swings along x from 1 s on.
  private func confidences(
    _ amplitude: Double, _ frequency: Double, lasting duration: Double = 0.8,
    _ configuration: ShakeConfiguration = ShakeConfiguration()
  ) -> [Double?] {
    sampled(4, rate: 100) { time in
      gravity + swings(time, amplitude, frequency, lasting: duration)
    }
    .motionEvents(detecting: [.shake(configuration)])
    .filter { $0.phase == .began }.map(\.confidence)
  }

  @Test("each beginning tells it, from 0 to 1, and no other event")
  func everyBeginning() throws {
    for amplitude in [12.0, 20, 60, 120] {
      for frequency in [2.5, 4, 6] {
        for confidence in confidences(amplitude, frequency) {
          #expect((0...1).contains(try #require(confidence)))
        }
      }
    }
    let events = sampled(4, rate: 100) { gravity + swings($0, 25, 5, lasting: 0.8) }
      .motionEvents(detecting: [.shake()])
    #expect(events.map { $0.confidence != nil } == [true, false])
  }

  @Test("a fast beginning is surer than a slow one")
  func fast() throws {
    let (fast, slow) = (confidences(30, 6), confidences(30, 2.5))
    #expect(try #require(fast.first ?? nil) > 0.1 + (try #require(slow.first ?? nil)))
  }

  @Test("with more swings a beginning is surer")
  func swingsToBegin() throws {
    let all = (2...4).map { confidences(30, 5, ShakeConfiguration(swingsToBegin: $0)).first ?? nil }
    #expect(all.compactMap(\.self).count == 3)
    #expect(all.compactMap(\.self) == all.compactMap(\.self).sorted())
  }
}
