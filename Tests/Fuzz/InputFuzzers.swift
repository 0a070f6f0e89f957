// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import MotionCore

@testable import MotionSensors

/// Whatever events an input device sends, and whatever their times, its readings go forward; those
/// of one look are bounded.
func fuzzEvents(_ input: Input) {
  var input = input
  var frames = InputFrames([ABS_X, ABS_Y, ABS_Z], values: [0, 0, 0])
  var timeline = InputTimeline(
    rate: Double(1 + input.number(below: 200)) * 10, wanted: Double(input.number(below: 100)) * 10,
    framesOfReport: 1 + input.number(below: 4), hasClock: input.number(below: 2) == 0)
  var now: Int64 = 1 << 40
  var last: Timestamp?
  while !input.isOver {
    var readings: [Reading] = []
    for _ in 0...input.number(below: 32) {
      var event = input_event()
      let time = input.number(below: 8) == 0 ? input.int64() >> 2 : now
      event.time.tv_sec = Int(time / 1_000_000_000)
      event.time.tv_usec = Int(time % 1_000_000_000 / 1000)
      event.type = UInt16([EV_SYN, EV_SYN, EV_ABS, EV_MSC][input.number(below: 4)])
      event.code = UInt16(input.number(below: 6))
      event.value = Int32(truncatingIfNeeded: input.int64())
      if let frame = frames.process(event) {
        let own = Acceleration(frame.values.map { Double($0) / 8192 * Reading.standardGravity })
        timeline.add(frame, own, to: &readings)
      }
      if frames.isOutdated { frames.set([0, 0, 8192]) }
    }
    now += Int64(input.byte()) * 10_000_000
    timeline.look(at: now, to: &readings)
    precondition(readings.count <= 10_000, "a look without an end")
    for reading in readings {
      precondition(last.map { $0 < reading.timestamp } ?? true, "a reading that goes back")
      last = reading.timestamp
    }
  }
}
