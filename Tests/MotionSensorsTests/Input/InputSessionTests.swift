// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import MotionCore
import MotionSynthesis
import SystemPackage
import TestSupport
import Testing

@testable import MotionSensors

/// An open input device as the reader sees it.
@Suite struct InputSessionTests {
  private func session(
    _ node: FakeNode, vendor: UInt16 = 0x054C, name: String = "Motion Sensors",
    hasClock: Bool = true, _ options: SamplingOptions = SamplingOptions()
  ) throws -> InputSession {
    var facts = Self.facts(vendor, name)
    (facts.isAccelerometer, facts.axes, facts.hasClock) = (
      true, InputBits([ABS_X, ABS_Y, ABS_Z]), hasClock
    )
    return try InputSession(node, facts, #require(InputModel(facts)), options, at: 0)
  }

  private static func facts(_ vendor: UInt16, _ name: String) -> InputFacts {
    InputFacts(id: "event7", name: name, address: "aa", vendor: vendor)
  }

  /// Sends frames of `values` each 4 ms.
  private func send(_ node: FakeNode, _ values: [Int32], from first: Int = 0, count: Int) {
    for number in first..<first + count {
      node.sendFrame((number * 4).ms, values, clock: UInt32(number * 4000))
    }
  }

  @Test(
    "axes are turned into ours: x to the right, y to the far edge, z out of the face",
    arguments: [
      (0x054C, [0, 8192, 0], [0, 0, 1]), (0x054C, [0, 0, 8192], [0, -1, 0]),
      (0x054C, [8192, 0, 0], [1, 0, 0]), (0x057E, [8192, 0, 0], [0, 1, 0]),
      (0x057E, [0, 8192, 0], [-1, 0, 0]), (0x057E, [0, 0, 8192], [0, 0, 1]),
    ] as [(UInt16, [Int32], [Double])])
  func directions(vendor: UInt16, raw: [Int32], own: [Double]) throws {
    let node = FakeNode()
    let session = try session(node, vendor: vendor, name: "Pro Controller (IMU)")
    send(node, raw, count: 6)
    _ = try session.read()
    let readings = session.latest.readings
    #expect(!readings.isEmpty)
    for reading in readings {
      for axis in 0..<3 {
        #expect(abs(reading.acceleration[axis] - own[axis] * 9.80665) < 1e-9)
      }
    }
    #expect(session.info.mountProblem == nil)
  }

  @Test("a second of rest shows that it reads gravity")
  func gravity() throws {
    let node = FakeNode(room: .max)
    let session = try session(node)
    #expect(session.info.isChecked == false)
    send(node, [0, 8192, 0], count: 300)
    _ = try session.read()
    #expect(session.info.isChecked == true)
    #expect(session.problem(at: 0) == nil)
  }

  @Test("one that reads no gravity at rest is given up, and not opened again")
  func noGravity() throws {
    let node = FakeNode(room: .max)
    let session = try session(node)
    send(node, [0, 4000, 0], count: 300)
    _ = try session.read()
    let problem = try #require(session.problem(at: 0))
    guard case .unusable(_, let reason) = problem else {
      Issue.record("\(problem)")
      return
    }
    #expect(reason.contains("gravity"))
    var memory = OpeningMemory()
    session.gaveUp(&memory, problem)
    #expect(memory.refusal(of: OpeningMemory.Key(Self.facts(0x054C, "Motion Sensors"))) == reason)
    session.gaveUp(&memory, nil)
  }

  @Test(
    "a Wii Remote has its unit from its rest: zeros of 0x7C to 0x84, and what is far off is refused",
    arguments: [
      ([9, 9, 112], true), ([0, 0, 103], true), ([16, 16, 119], true), ([-16, -16, 87], true),
      ([0, 0, 50], false), ([0, 0, 180], false),
    ] as [([Int32], Bool)])
  func uncalibrated(values: [Int32], isUsable: Bool) throws {
    let node = FakeNode(resolution: 0, maximum: 500, values: values, room: .max)
    let session = try session(
      node, vendor: 0, name: "Nintendo Wii Remote Accelerometer", hasClock: false)
    #expect(session.info.isUncalibrated)
    for number in 0..<400 {
      let flicker = Int32(number % 2)
      node.send(
        (number * 10).ms,
        [
          (EV_ABS, ABS_RX, values[0] + flicker), (EV_ABS, ABS_RY, values[1]),
          (EV_ABS, ABS_RZ, values[2]), (EV_SYN, SYN_REPORT, 0),
        ])
    }
    _ = try session.read()
    #expect((session.problem(at: 0) == nil) == isUsable && session.info.isChecked == isUsable)
    // The batch that shows the unit has it from the next one on.
    node.send(4100.ms, [(EV_ABS, ABS_RX, values[0]), (EV_SYN, SYN_REPORT, 0)])
    _ = try session.read()
    let last = try #require(session.latest.readings.last?.acceleration.length)
    #expect(!isUsable || abs(last - 9.80665) < 0.1, "\(last)")
  }

  @Test("one that was refused is tried again when it is plugged in")
  func pluggedAgain() {
    var memory = OpeningMemory()
    let key = OpeningMemory.Key(id: "aa", name: "pad")
    memory.refuse("no gravity", of: key, id: "event7")
    memory.forgetRefusals(except: [key])
    memory.forgetRefusal(id: "event8")
    #expect(memory.refusal(of: key) != nil)
    var other = memory
    memory.forgetRefusals(except: [])
    #expect(memory.refusal(of: key) == nil)
    // Its removal comes while another one is read, and nothing opens.
    other.forgetRefusal(id: "event7")
    #expect(other.refusal(of: key) == nil)
  }

  @Test("lost events are counted, and the values asked for anew")
  func dropped() throws {
    let node = FakeNode(values: [5, 6, 7])
    let session = try session(node)
    send(node, [0, 8192, 0], count: 3)
    #expect(try !session.read())
    node.send(13.ms, [(EV_SYN, SYN_DROPPED, 0), (EV_ABS, ABS_X, 1), (EV_SYN, SYN_REPORT, 0)])
    let asked = node.state.withLock { $0.asked }
    #expect(try session.read())
    #expect(node.state.withLock { $0.asked } == asked + 3)
    #expect(try !session.read())
  }

  @Test("after a loss a device that then lies still has the values that it has, not those before")
  func droppedAtRest() throws {
    let node = FakeNode(resolution: 0, maximum: 500, values: [0, 0, 103])
    let session = try session(
      node, vendor: 0, name: "Nintendo Wii Remote Accelerometer", hasClock: false)
    node.send(
      bootTime(),
      [
        (EV_SYN, SYN_DROPPED, 0), (EV_ABS, ABS_RX, 1), (EV_SYN, SYN_REPORT, 0), (EV_ABS, ABS_RY, 9),
        (EV_SYN, SYN_REPORT, 0),
      ])
    node.state.withLock { $0.axes[ABS_RX]?.value = 50 }
    #expect(try session.read())
    #expect(
      session.latest.readings.map { Int(($0.acceleration.x / 9.80665 * 103).rounded()) } == [50])
  }

  @Test("a device that is unplugged is removed; another error is told")
  func unplugged() throws {
    for (error, expected) in [
      (
        Errno.operationNotSupportedByDevice,
        AccelerometerError.removed(device: "Motion Sensors (event7)")
      ),
      (.ioError, .failed(action: "read", device: "Motion Sensors (event7)", error: .ioError)),
    ] {
      let node = FakeNode()
      let session = try session(node)
      node.state.withLock { $0.error = error }
      let thrown = #expect(throws: AccelerometerError.self) { try session.read() }
      #expect(thrown == expected)
      session.close()
      #expect(!node.isOpen && session.pollDescriptor == nil)
    }
  }

  @Test("a device that never stops gets the next turn as the others do")
  func endless() throws {
    let node = FakeNode(room: .max)
    let session = try session(node)
    send(node, [0, 8192, 0], count: 20_000)
    _ = try session.read()
    #expect(node.state.withLock { $0.events.count } > 80_000)
  }

  @Test("one that sends more often than its driver's table says is looked at more often")
  func faster() throws {
    let node = FakeNode(room: .max)
    let session = try session(node)
    #expect(session.waiting == .timer(40.ms))
    for number in 0..<400 {
      node.sendFrame(number.ms, [0, 8192, 0], clock: UInt32(number * 1000))
    }
    _ = try session.read()
    guard case .timer(let period) = session.waiting else {
      Issue.record("it waits for the descriptor")
      return
    }
    #expect((11.ms...13.ms).contains(period))
  }

  /// A pad that moves, with so many reports a second; after each `hole` in ms its radio delivers
  /// what it kept in one burst.
  private static let radios = [
    (700, 0), (1000, 0), (2000, 0), (250, 80), (1000, 15), (1000, 80), (1000, 300),
  ]

  @Test(
    "whatever its rate and its radio, readings come on, and a shake begins and ends",
    arguments: radios,
    0..<LongTests.count(2, long: 4))
  func radio(_ radio: (rate: Int, hole: Int), seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let node = FakeNode()
    let session = try session(node)
    let period = 1_000_000_000 / Int64(radio.rate)
    var (now, sent, look) = (Int64(0), Int64(0), Int64(0))
    var (times, hole) = ([Int64](), Int64(1_000_000_000))
    var (pipeline, phases) = (MotionPipeline([.shake()]), [MotionEvent.Phase]())
    while now < 8_000_000_000 {
      now += 250_000
      if hole > 0, radio.hole > 0, now > hole + radio.hole.ms {
        hole += Int64.random(in: 500_000_000...900_000_000, using: &random)
      }
      let isInHole = radio.hole > 0 && now > hole
      // What was kept comes faster than it was measured.
      if !isInHole, (sent + 1) * period <= now {
        sent += 1
        let time = Double(sent) / Double(radio.rate)
        // Three swings of 20 m/s², 4 a second, amid a motion that is too slow for a shake.
        let swing = (4...4.75).contains(time) ? 16_700 * sin((time - 4) * 8 * .pi) : 0
        node.sendFrame(
          now, [Int32(swing), 8192, Int32(800 * sin(time * 3))],
          clock: UInt32(truncatingIfNeeded: sent * period / 1000))
      }
      guard now >= look else { continue }
      _ = try session.read()
      let readings = session.latest.readings
      times += readings.map { $0.timestamp.nanoseconds / 1_000_000 }
      pipeline.process(AccelerometerEvent.readings(readings[...])) { finding, _ in
        if case .event(let event) = finding { phases.append(event.phase) }
      }
      guard case .timer(let wait) = session.waiting else {
        Issue.record("no timer")
        return
      }
      look = now + wait
    }
    let longest = zip(times.dropFirst(), times).map { $0 - $1 }.max() ?? .max
    #expect(longest < 100 + Int64(radio.hole), "\(longest) ms")
    #expect(times.count > 8 * min(radio.rate, 250) / 2, "\(times.count)")
    if radio.hole < 300 { #expect(phases == [.began, .ended]) }
  }

  @Test("it is looked at before the kernel's room for its events is half full")
  func waiting() throws {
    func waiting(_ mode: SamplingMode, hasClock: Bool, name: String) throws -> SessionWaiting {
      try session(
        FakeNode(resolution: 0, maximum: 500), vendor: 0, name: name, hasClock: hasClock,
        SamplingOptions(mode: mode)
      ).waiting
    }
    let remote = "Nintendo Wii Remote Accelerometer"
    #expect(try waiting(.thrifty, hasClock: false, name: remote) == .timer(40.ms))
    // Its rest is told in time though it sends nothing.
    #expect(try waiting(.prompt, hasClock: false, name: remote) == .timer(10.ms))
    #expect(try session(FakeNode(), SamplingOptions(mode: .prompt)).waiting == .descriptor)
    #expect(try session(FakeNode(), vendor: 0).waiting == .timer(12.ms))
  }
}
