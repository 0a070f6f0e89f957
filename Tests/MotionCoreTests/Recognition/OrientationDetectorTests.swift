// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

/// What is found of changes of orientation, and of flips.
@Suite struct OrientationDetectorTests {
  private static let orientation = MotionPipeline([.orientation()])

  private func findings(_ script: MotionScript) -> [MotionFinding] {
    var pipeline = Self.orientation
    var findings = script.recording(rate: 50).readings.flatMap {
      pipeline.findings(at: .reading($0))
    }
    findings += pipeline.findings(at: .interruption)
    return findings
  }

  @Test("the last that was not flat is kept; each state is reported, and none after the end")
  func states() {
    let script = MotionScript(
      "upright, on its side, flat", duration: 9, attitude: [0, 1, 0],
      [
        .turn(start: 3, duration: 0.4, attitude: [-1, 0, 0]),
        .turn(start: 6, duration: 0.4, attitude: [0, 0, 1]),
      ])
    let found = findings(script).map { finding in
      switch finding {
      case .event(let event):
        guard let change = event.measurements?[OrientationMeasurements.self] else {
          return "\(event)"
        }
        let screen = change.screen.map { " for \($0)" } ?? ""
        return "\(change.from) to \(change.to)\(screen)"
      case .state(let state): return state.field?.text ?? "nil"
      case .rejection: return "\(finding)"
      }
    }
    #expect(
      found == [
        "portrait", "portrait to landscapeRight for landscapeRight", "landscapeRight",
        "landscapeRight to faceUp for landscapeRight", "faceUp", "nil",
      ])
  }

  @Test("sensitivity is the width of the cones")
  func sensitivity() {
    func changes(_ sensitivity: Sensitivity, _ degrees: Int) -> Int {
      // 33 and 38 degrees from the x axis.
      let side: SIMD3<Double> = degrees == 33 ? [0.8387, 0.5446, 0] : [0.788, 0.6157, 0]
      let script = MotionScript(
        "turned", duration: 5, attitude: [0, 1, 0],
        [.turn(start: 2, duration: 0.5, attitude: side)])
      return script.recording(rate: 50).readings.motionEvents(
        detecting: [.orientation(sensitivity: sensitivity)]
      ).count
    }
    #expect(changes(.low, 33) == 0)
    #expect(changes(.medium, 33) == 1)
    #expect(changes(.medium, 38) == 0)
    #expect(changes(.high, 38) == 1)
  }

  @Test("a flip tells the side and how long it took; the face is a state")
  func flipMeasurements() {
    var pipeline = MotionPipeline([.flip()])
    let readings = MotionScript.turnOver.recording(rate: 50).readings
    var findings = readings.flatMap { pipeline.findings(at: .reading($0)) }
    findings += pipeline.findings(at: .interruption)
    let faces = findings.compactMap { finding -> MotionState? in
      if case .state(let face) = finding { face } else { nil }
    }
    #expect(
      faces == [
        .face(.faceUp), .face(nil), .face(.faceDown), .face(nil), .face(.faceUp), .face(nil),
      ])
    let flips = findings.compactMap { $0.event?.measurements?[FlipMeasurements.self] }
    #expect(flips.map(\.to) == [.faceDown, .faceUp])
    #expect(flips.allSatisfy { (0.3...0.7).contains($0.duration.seconds) })
  }
}
