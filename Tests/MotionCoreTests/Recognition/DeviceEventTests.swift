// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

/// What a device tells besides readings: motions of its chip, and that no readings come.
@Suite struct DeviceEventTests {
  private typealias Event = SourceEvent<Int, Int>

  private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: milliseconds * 1_000_000)
  }

  private func reading(_ milliseconds: Int64, _ z: Double = 9.8) -> Event {
    .readings([Reading(timestamp: time(milliseconds), acceleration: [0, 0, z])])
  }

  private func events(_ pipeline: inout MotionPipeline, _ inputs: [Event]) -> [MotionEvent] {
    var events: [MotionEvent] = []
    for input in inputs {
      pipeline.process(input) { finding, _ in if let event = finding.event { events.append(event) }
      }
    }
    return events
  }

  @Test("a motion of the chip is reported as the chip's, without measurements, at its own time")
  func chip() {
    var pipeline = MotionPipeline([])
    var heard: [(MotionEvent, MotionConfiguration)] = []
    for kind in MotionRegistry.kinds + [MotionKind(rawValue: "dance")] {
      pipeline.process(Event.recognized(kind, at: time(7))) { finding, configuration in
        if let event = finding.event { heard.append((event, configuration)) }
      }
    }
    for description in MotionRegistry.all {
      let events = heard.filter { $0.0.kind == description.kind }
      // One that is claimed beside others may have another configuration, and is the chip's too.
      #expect(Set(events.map(\.1)) == MotionRegistry.defaults(of: description.kind))
      for configuration in MotionRegistry.defaults(of: description.kind) {
        let phases = events.filter { $0.1 == configuration }.map(\.0.phase)
        #expect(phases == (description.lasts ? [.began, .ended] : [.recognized]))
      }
      for (event, _) in events {
        #expect(event.detector == .chip && event.timestamp == time(7))
        #expect(event.measurements == nil && event.surroundings == nil)
      }
    }
    #expect(MotionRegistry.defaults(of: .tap).count == 2)
    #expect(!heard.contains { $0.0.kind == MotionKind(rawValue: "dance") })
    #expect(
      heard.first { $0.0.kind == .freeFall }?.0.jsonLine(source: "-") == """
        {"source":"-","motion":"freeFall","phase":"began","timestamp_ns":7000000,"detector":"chip"}
        """)
  }

  /// Readings of a fall, which began at 300 ms and goes on.
  private var fall: [Event] {
    (0..<10).map { reading($0 * 10) } + (10..<40).map { reading($0 * 10, 0) }
  }

  @Test("after a pause the next reading goes on with what was open, however late it comes")
  func pause() {
    var pipeline = MotionPipeline([.freeFall()])
    #expect(events(&pipeline, fall).map(\.phase) == [.began])
    #expect(events(&pipeline, [.paused, .time(time(2000)), .moved(at: time(2500))]).isEmpty)
    let landed = events(&pipeline, (250..<310).map { reading($0 * 10) })
    #expect(landed.map(\.phase) == [.ended])
    #expect(pipeline.statistics.breaks == 0)
    // From then on a gap is one again.
    _ = events(&pipeline, [reading(9000)])
    #expect(pipeline.statistics.breaks == 1)
  }

  @Test("what ends a stream ends it in a pause too")
  func lossInPause() {
    for ending in [Event.lost(0), .ended, .interrupted] {
      var pipeline = MotionPipeline([.freeFall()])
      _ = events(&pipeline, fall + [.paused])
      #expect(events(&pipeline, [ending]).map(\.phase) == [.cancelled(.interrupted)])
    }
  }

  @Test("a pause before any reading changes nothing")
  func pauseAtFirst() {
    var pipeline = MotionPipeline([.freeFall()])
    #expect(events(&pipeline, [.paused] + fall).map(\.phase) == [.began])
    #expect(events(&pipeline, [reading(5000)]).map(\.phase) == [.cancelled(.interrupted)])
  }
}
