// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@Suite struct EndedShakesTests {
  @Test("shakes that ended come with their measurements; nothing else comes")
  func shakes() async {
    let (events, source) = AsyncStream<MotionEvent>.makeStream()
    let time = Timestamp(nanoseconds: 5)
    func measured(_ swings: Int) -> ShakeMeasurements {
      ShakeMeasurements(lastSwing: time, swings: swings, peak: 30, direction: [0, 1, 0])
    }
    func put(
      _ kind: MotionKind, _ phase: MotionEvent.Phase, _ measurements: MotionMeasurements? = nil
    ) {
      source.yield(MotionEvent(kind, phase, at: time, measurements: measurements))
    }
    put(.shake, .began)
    put(.shake, .ended, MotionMeasurements(measured(4)))
    // What an open or a void shake measured is no shake.
    put(.shake, .began, MotionMeasurements(measured(5)))
    put(.shake, .cancelled(.tooLong), MotionMeasurements(measured(6)))
    put(.still, .began)
    put(.still, .ended, MotionMeasurements(StillMeasurements(start: time)))
    put(.flip, .recognized)
    put(.shake, .began)
    put(.shake, .ended, MotionMeasurements(measured(7)))
    source.finish()
    var shakes: [ShakeMeasurements] = []
    for await shake in events.shakes { shakes.append(shake) }
    #expect(shakes == [measured(4), measured(7)])
    #expect(shakes.first?.axis == .y)
  }
}
