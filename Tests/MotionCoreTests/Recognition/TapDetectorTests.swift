// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

/// What is measured of taps, and which of them count.
@Suite struct TapDetectorTests {
  @Test("putting the device down is no tap", arguments: [100.0, 200, 400])
  func putDown(rate: Double) {
    let putDown = SampleLibrary.putDown.recording(rate: rate).readings
    #expect(putDown.motionEvents(detecting: [.tap(), .doubleTap()]).isEmpty)
  }

  private func measured(
    _ amplitudes: [Double], rate: Double = 200, detecting wanted: MotionConfiguration
  ) -> [TapMeasurements] {
    let script = MotionScript(
      "taps", duration: 3, attitude: [0, 0.8, 0.6],
      amplitudes.enumerated().map { .knock(at: 1 + 0.25 * Double($0), amplitude: $1) })
    return script.recording(rate: rate).readings.motionEvents(detecting: [wanted]).compactMap {
      $0.measurements?[TapMeasurements.self]
    }
  }

  @Test("start, gap, peak, direction, and whether the rate was too low for them")
  func measurements() throws {
    let tap = try #require(measured([25, 15], detecting: .doubleTap()).first)
    #expect((0.995...1.011).contains(Double(tap.start.nanoseconds) * 1e-9))
    #expect(abs((tap.gap?.seconds ?? 0) - 0.25) < 0.006)
    #expect((10...25).contains(tap.peak))
    #expect(tap.direction.z > 0.95)
    #expect(tap.axis == .z)
    #expect(!tap.isCoarse)
    #expect(measured([25, 15], rate: 100, detecting: .doubleTap()).map(\.isCoarse) == [true])
    #expect(measured([25], detecting: .tap()).map(\.gap) == [nil])
  }

  @Test("the two of a double tap are alike")
  func likeness() {
    #expect(measured([25, 12], detecting: .doubleTap()).count == 1)
    #expect(measured([30, 7], detecting: .doubleTap()).isEmpty)
  }

  @Test("the gentler a tap, the higher the sensitivity that finds it")
  func sensitivity() {
    func count(_ amplitude: Double, _ sensitivity: Sensitivity) -> Int {
      measured([amplitude], detecting: .tap(sensitivity: sensitivity)).count
    }
    let counts = [Sensitivity.low, .medium, .high].map { sensitivity in
      stride(from: 2.0, through: 12, by: 0.5).count { count($0, sensitivity) == 1 }
    }
    #expect(counts[0] < counts[1] && counts[1] < counts[2])
    #expect(counts[0] > 0)
  }
}
