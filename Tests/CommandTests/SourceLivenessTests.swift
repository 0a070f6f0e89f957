import MotionCore
import Testing

@testable import MotionIIO
@testable import motiond

@Suite struct SourceLivenessTests {
  private let reading = AccelerometerEvent.reading(
    Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: .zero))

  @Test("a source that streams must be heard between two checks")
  func streaming() {
    var liveness = SourceLiveness()
    func check() -> Bool { liveness.check() }
    liveness.take(.started(.example))
    #expect(check())
    #expect(!check())
    liveness.take(reading)
    #expect(check())
    liveness.take(.time(Timestamp(nanoseconds: 1)))
    #expect(check())
    #expect(!check())
  }

  @Test("nothing is expected before it starts, once it is lost, and once it is stopped")
  func idle() {
    var liveness = SourceLiveness()
    func check() -> Bool { liveness.check() }
    liveness.take(reading)
    for _ in 0..<3 { #expect(check()) }
    liveness.take(.started(.example))
    liveness.take(.lost(.noAccelerometer(uri: "local:")))
    for _ in 0..<3 { #expect(check()) }
    liveness.take(.started(.example))
    liveness.take(.paused)
    liveness.take(.recognized(.freeFall, at: Timestamp(nanoseconds: 0)))
    for _ in 0..<3 { #expect(check()) }
    liveness.take(.started(.example))
    liveness.stop()
    for _ in 0..<3 { #expect(check()) }
  }
}

extension AccelerometerInfo {
  fileprivate static let example = AccelerometerInfo(
    id: "iio:device0", axes: ["x", "y", "z"], rates: [], hasBuffer: true)
}
