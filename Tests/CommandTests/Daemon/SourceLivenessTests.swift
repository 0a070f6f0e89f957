// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionSensors
@testable import motiond

@Suite struct SourceLivenessTests {
  private let reading = AccelerometerEvent.readings([
    Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: .zero)
  ])

  @Test("a source that streams must be heard between two checks")
  func streaming() {
    var liveness = SourceLiveness()
    func check() -> Bool { liveness.check() }
    liveness.process(.started(.example))
    #expect(check())
    #expect(!check())
    liveness.process(reading)
    #expect(check())
    liveness.process(.time(Timestamp(nanoseconds: 1)))
    #expect(check())
    #expect(!check())
  }

  @Test("nothing is expected before it starts, once it is lost, and once it is stopped")
  func idle() {
    var liveness = SourceLiveness()
    func check() -> Bool { liveness.check() }
    liveness.process(reading)
    for _ in 0..<3 { #expect(check()) }
    liveness.process(.started(.example))
    liveness.process(.lost(.noAccelerometer(uri: "local:")))
    for _ in 0..<3 { #expect(check()) }
    liveness.process(.started(.example))
    liveness.process(.paused)
    liveness.process(.recognized(.freeFall, at: Timestamp(nanoseconds: 0)))
    for _ in 0..<3 { #expect(check()) }
    liveness.process(.started(.example))
    liveness.stop()
    for _ in 0..<3 { #expect(check()) }
  }
}

extension AccelerometerInfo {
  fileprivate static let example = AccelerometerInfo(
    id: "iio:device0", axes: ["x", "y", "z"], rates: [], hasBuffer: true)
}
