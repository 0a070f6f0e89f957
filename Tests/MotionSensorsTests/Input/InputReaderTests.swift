// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import LinuxSupport
import MotionCore
import MotionSynthesis
import Synchronization
import SystemPackage
import TestSupport
import TestTraits
import Testing

@testable import MotionSensors

/// A controller as a reader has it: shakes, silence, loss.
@Suite(.waits) struct InputReaderTests {
  /// What the reader of a controller reported, and the motions in it.
  private final class Probe: Sendable {
    private struct State {
      var pipeline = MotionPipeline([.shake()])
      var phases: [MotionEvent.Phase] = []
      var losses: [AccelerometerError] = []
      var readings: [Reading] = []
    }

    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)

    func put(_ event: AccelerometerEvent) {
      state.withLock { state in
        if case .lost(let error) = event { state.losses.append(error) }
        if case .readings(let batch) = event { state.readings += batch }
        var phases: [MotionEvent.Phase] = []
        state.pipeline.process(event) { finding, _ in
          if case .event(let motion) = finding { phases.append(motion.phase) }
        }
        state.phases += phases
      }
      arrived.signal()
    }

    var phases: [MotionEvent.Phase] { state.withLock { $0.phases } }
    var losses: [AccelerometerError] { state.withLock { $0.losses } }
    var readings: [Reading] { state.withLock { $0.readings } }

    /// Waits until `isTrue`.
    func wait(until isTrue: (Probe) -> Bool) -> Bool {
      while !isTrue(self) {
        guard arrived.wait(timeout: Deadline.dispatch) == .success else { return false }
      }
      return true
    }
  }

  /// The readings of the library's first shake, from rest to rest.
  private static let shake = SampleLibrary.shakeToUndo.recording(rate: 250).readings.prefix(750)

  /// Sends `readings` to a DualSense, the first of which is now: what is older counts as kept from
  /// before the reader's start.
  private func send(_ readings: some BidirectionalCollection<Reading>, to node: FakeNode) {
    guard let first = readings.first else { return }
    let offset = bootTime() - first.timestamp.nanoseconds
    for reading in readings {
      let own = reading.acceleration / (Reading.standardGravity / 8192)
      node.sendFrame(
        reading.timestamp.nanoseconds + offset,
        [Int32(own.x), Int32(own.z), Int32(-own.y)],
        clock: UInt32(truncatingIfNeeded: reading.timestamp.nanoseconds / 1000))
    }
  }

  private func read(
    _ body: (FakeNode, Probe) throws -> Void
  ) throws {
    let input = try FakeInput()
    try input.addDualSense()
    let node = FakeNode(room: .max)
    let probe = Probe()
    let reader = AccelerometerReader(
      AccelerometerChoice(.input), of: [InputAccelerometers(in: input.folder) { _ in node }],
      sampling: SamplingOptions()
    ) { probe.put($0) }
    try reader.start(waiting: false)
    try body(node, probe)
    reader.stop()
    #expect(!node.isOpen)
  }

  @Test("a shake of a controller begins and ends, and its readings are what was sent")
  func shake() throws {
    try read { node, probe in
      send(Self.shake, to: node)
      #expect(probe.wait { $0.phases.count >= 2 })
      #expect(probe.phases == [.began, .ended])
      let readings = probe.readings
      for (sent, read) in zip(Self.shake.suffix(700), readings.suffix(700)) {
        let distance = (sent.acceleration - read.acceleration).length
        #expect(distance < 0.01)
      }
    }
  }

  @Test("a controller that is silenced in mid-shake gives no end, and after 2 s likely causes")
  func silenced() throws {
    let began = try #require(
      (1...Self.shake.count).first { count in
        var pipeline = MotionPipeline([.shake()])
        return !pipeline.findings(of: .readings(Self.shake.prefix(count))).isEmpty
      })
    try read { node, probe in
      send(Self.shake.prefix(began + 10), to: node)
      #expect(probe.wait { $0.phases.count >= 2 })
      #expect(probe.phases == [.began, .cancelled(.interrupted)])
      #expect(probe.wait { !$0.losses.isEmpty })
      guard case .stalled(_, let silence, let causes)? = probe.losses.first else {
        Issue.record("\(probe.losses)")
        return
      }
      #expect(silence >= .seconds(2))
      #expect(causes?.contains("Steam") == true)
    }
  }

  @Test("a controller that is unplugged is lost, and looked for again")
  func unplugged() throws {
    try read { node, probe in
      send(Self.shake.prefix(20), to: node)
      #expect(probe.wait { !$0.readings.isEmpty })
      node.state.withLock { $0.error = .operationNotSupportedByDevice }
      #expect(probe.wait { !$0.losses.isEmpty })
      #expect(
        probe.losses.first
          == .removed(device: "DualSense Wireless Controller Motion Sensors (event7)"))
    }
  }
}

extension MotionPipeline {
  fileprivate mutating func findings(of event: AccelerometerEvent) -> [MotionFinding] {
    var findings: [MotionFinding] = []
    process(event) { finding, _ in findings.append(finding) }
    return findings
  }
}
