// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionEvaluation
import MotionSynthesis
import Testing

/// That cheap sensors change nothing: each fault on each sample.
@Suite struct RobustnessTests {
  private func words(_ readings: [Reading]) -> [String] {
    readings.motionEvents().map(\.word)
  }

  @Test(
    "a sample means the same with the faults of a sensor",
    arguments: SampleLibrary.scripts.map(\.key), Degradation.usual.indices)
  func faults(_ name: String, _ fault: Int) throws {
    let script = try #require(SampleLibrary.scripts.first { $0.key == name }?.value)
    let readings = script.recording(rate: 100).readings
    let fault = Degradation.usual[fault]
    #expect(words(fault.applied(to: readings)) == words(readings), "\(fault.name)")
  }
}
