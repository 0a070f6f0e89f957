// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

/// Changes of orientation drawn along time, and the findings of them.
@Suite struct OrientationDetectorTests {
  private static let orientation = MotionPipeline([.orientation()])

  @Test(
    "a change is recognized half a second after the turn; the first orientation is not reported",
    arguments: [10.0, 25, 50, 100, 200])
  func changes(rate: Double) throws {
    try Diagram(
      "all faces",
      """
      motion:      PPPPPPPPPPPPPPPLLLLLLLLLLLLLLLUUUUUUUUUUUUUUUBBBBBBBBBBBBBBBRRRRRRRRRRRRRRRDDDDDDDDDDDDDDD
      orientation: .......................rrrrr..........rrrrr..........rrrrr..........rrrrr..........rrrrr..
      """
    ).verify(Self.orientation, rate: rate)
  }

  @Test(
    "a short turn, a pose between two faces, a walk, a shake and a fall are none",
    arguments: [25.0, 100, 400])
  func none(rate: Double) throws {
    for motion in [
      "PPPPPPPPPPPPPPPLLLLPPPPPPPPPPPPPPPPPPP", "PPPPPPPPPPwwwwwwwwwwwwwwwwwwwwPPPPPPPP",
      "PPPPPPPPPPSSSSSSSS--------------------", "UUUUUUUUUUffffff----------------------",
    ] {
      try Diagram("none", "motion: \(motion)").verify(Self.orientation, rate: rate)
    }
  }

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

  @Test("JSON has from, to, and the orientation of the screen")
  func line() {
    func line(_ screen: DeviceOrientation?) -> String {
      MotionEvent(
        .orientation, .recognized, at: Timestamp(nanoseconds: 9),
        measurements: MotionMeasurements(
          OrientationMeasurements(from: .faceUp, to: .faceDown, screen: screen))
      ).jsonLine(source: "-")
    }
    let start = """
      {"source":"-","motion":"orientation","phase":"recognized","timestamp_ns":9,\
      "from":"faceUp","to":"faceDown"
      """
    #expect(line(.portrait) == start + ",\"screen\":\"portrait\"}")
    #expect(line(nil) == start + ",\"screen\":\"unknown\"}")
  }
}
