// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import MotionBus
import MotionCore
import MotionSynthesis
import TestSupport

/// Many hours of readings in minutes: through all detectors in this process, and through motiond on
/// its standard input, with a client that listens to all kinds, others that come and go, and gaps
/// in the readings.
///
/// Both must report the same events, by the grammar, and take no more memory at the end than after
/// the first hour.
struct Soak {
  /// The simulated time, in hours.
  let hours: Int
  let seed: UInt64

  private static let rate = 100.0
  private static let period: Int64 = 10_000_000
  /// The growth of memory that is tolerated, in kB.
  private static let growth = 2048
  /// The readings that motiond may be behind, so that none of its events waits for long.
  private static let block = 2000

  /// Runs it, and prints what it found.
  ///
  /// - Returns: true if all is as it should be
  func run() throws -> Bool {
    let bus = try PrivateBus()
    let daemon = try DaemonProcess(on: bus.address)
    defer {
      daemon.kill()
      bus.stop()
    }
    let kinds = MotionRegistry.kinds.map(\.rawValue)
    let listener = try LoadClient(bus.address)
    try claim(listener, kinds)
    var expected = Expected()
    var memory: [(daemon: Int, own: Int)] = []
    var random = SeededGenerator(seed: seed)
    var visitor: LoadClient?
    var day = Day(seed: seed)
    try write(RecordingFormat.preamble([]), to: daemon, listener)
    for _ in 0..<hours {
      for _ in 0..<(3600 * Int(Self.rate) / Self.block) {
        var lines = ""
        for _ in 0..<Self.block {
          let reading = day.next()
          lines += RecordingFormat.line(reading)
          expected.add(reading)
        }
        try write(lines, to: daemon, listener)
        // Somebody comes every other minute, claims what he likes, and goes without a word.
        if Int.random(in: 0..<6, using: &random) == 0 {
          visitor?.leave()
          visitor = try LoadClient(bus.address)
          try visitor?.ask(ClaimWish.all.randomElement(using: &random))
        }
        try visitor?.bus.process()
      }
      memory.append((daemon.memory, DaemonProcess.ownMemory))
    }
    visitor?.leave()
    try? daemon.pipe.close()
    expected.finish()
    try wait(for: listener, until: expected.count)
    return judge(daemon, listener, expected, memory)
  }

  private func judge(
    _ daemon: DaemonProcess, _ listener: LoadClient, _ expected: Expected,
    _ memory: [(daemon: Int, own: Int)]
  ) -> Bool {
    let heard = listener.log.events.map(\.event)
    var open: Set<MotionKind> = []
    let wrong = heard.count { event in
      switch event.phase {
      case .began: !open.insert(event.kind).inserted
      case .ended, .cancelled: open.remove(event.kind) == nil
      case .recognized: false
      }
    }
    let shift = daemon.clockShift ?? 0
    var counts: [String: Int] = [:]
    for event in heard { counts[Expected.text(event, shift: 0), default: 0] += 1 }
    var missing = 0
    for event in expected.events {
      let text = Expected.text(event, shift: shift)
      if let count = counts[text], count > 0 { counts[text] = count - 1 } else { missing += 1 }
    }
    let surplus = counts.values.reduce(0, +)
    for (text, count) in counts where count > 0 { print("too many: \(text)") }
    let (first, last) = (memory.first ?? (0, 0), memory.last ?? (0, 0))
    let quarter = max(1, hours / 4)
    let shown = memory.indices.filter { $0 == 0 || ($0 + 1).isMultiple(of: quarter) }
    func text(_ values: [Int]) -> String { values.map(String.init).joined(separator: " ") }
    print(
      """
      \(hours) hours at \(Self.rate) Hz: \(expected.readings) readings, \(expected.count) events; motiond sent \
      \(heard.count): \(missing) missing, \(surplus) too many, \(wrong) against the grammar
      memory in kB after the first hour and each quarter: motiond \(text(shown.map { memory[$0].daemon })); \
      detectors with all their events \(text(shown.map { memory[$0].own }))
      """)
    return missing == 0 && surplus == 0 && wrong == 0 && heard.count > 0
      && last.daemon - first.daemon < Self.growth
  }

  /// Claims `kinds`, as soon as motiond is there.
  private func claim(_ client: LoadClient, _ kinds: [String]) throws {
    let end = Deadline.instant
    var answer: Result<[BusValue], BusError>?
    repeat {
      guard .now < end else { throw LoadProblem("motiond takes no claim") }
      let call = try client.bus.call(
        Motion1.name, Motion1.path, Motion1.interface, "Claim",
        [.dictionary(["motions": .strings(kinds)])])
      answer = nil
      try client.bus.send(call) { answer = $0 }
      while answer == nil { try Attack.turn([client.bus], atMost: 100) }
    } while (try? answer?.get()) == nil
  }

  /// Writes `text`, and lets the client read meanwhile.
  private func write(_ text: String, to daemon: DaemonProcess, _ client: LoadClient) throws {
    var bytes = Array(text.utf8)[...]
    let descriptor = daemon.pipe.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if written > 0 {
        bytes = bytes.dropFirst(written)
        try client.bus.process()
      } else {
        if let ending = daemon.ending { throw LoadProblem(ending) }
        var wishes = [
          pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
          pollfd(fd: client.bus.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&wishes, 2, 100)
        try client.bus.process()
      }
    }
  }

  private func wait(for client: LoadClient, until count: Int) throws {
    let end = ContinuousClock.now + .seconds(30)
    while client.log.events.count < count, ContinuousClock.now < end {
      do { try Attack.turn([client.bus], atMost: 100) } catch { return }
    }
  }
}

/// The events that all detectors find in this process.
private struct Expected {
  private var pipeline = MotionPipeline(
    MotionOptions().configurations(of: Set(MotionRegistry.kinds)))
  private(set) var events: [MotionEvent] = []
  private(set) var readings = 0

  var count: Int { events.count }

  mutating func add(_ reading: Reading) {
    readings += 1
    pipeline.process(reading) { finding, _ in if let event = finding.event { events.append(event) }
    }
  }

  /// Ends the readings, which cancels what is open.
  mutating func finish() {
    pipeline.process(SourceEvent<Never, Never>.ended) { finding, _ in
      if let event = finding.event { events.append(event) }
    }
  }

  /// What is compared of an event.
  static func text(_ event: MotionEvent, shift: Int64) -> String {
    "\(event.kind) \(event.phase) \(event.timestamp.nanoseconds + shift)"
  }
}

/// A day of a device: it lies still for most of the time, and now and then something is done with
/// it.
private struct Day {
  private static let period: Int64 = 10_000_000
  private let scenes: [[SIMD3<Double>]]
  private var random: SeededGenerator
  private var time: Int64 = 0
  private var scene: ArraySlice<SIMD3<Double>> = []
  private var rest = 0
  private var attitude = SIMD3<Double>(0, 0, 9.81)

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    scenes = SampleLibrary.scripts.map {
      $0.value.recording(rate: 100).readings.map(\.acceleration)
    }
  }

  mutating func next() -> Reading {
    time += Self.period
    if let acceleration = scene.popFirst() {
      attitude = acceleration
      if scene.isEmpty { rest = Int.random(in: 100...6000, using: &random) }
      return Reading(timestamp: Timestamp(nanoseconds: time), acceleration: acceleration)
    }
    rest -= 1
    if rest <= 0 {
      scene = (scenes.randomElement(using: &random) ?? [])[...]
      // A gap every now and then.
      if Int.random(in: 0..<8, using: &random) == 0 {
        time += Int64.random(in: 300_000_000...60_000_000_000, using: &random)
      }
    }
    let noise = SIMD3.random(in: -0.02...0.02, using: &random)
    return Reading(timestamp: Timestamp(nanoseconds: time), acceleration: attitude + noise)
  }
}
