// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FakeSensor
import LinuxSupport
import MotionCore
import Synchronization
import TestSupport
import Testing

@testable import MotionSensors

/// Waits for the events of a reader.
///
/// Every wait has a deadline, which only a broken reader reaches; nothing is said about how long
/// anything takes.
final class ReaderProbe: Sendable {
  private let events = Mutex<[AccelerometerEvent]>([])
  private let arrived = DispatchSemaphore(value: 0)

  /// Notes an event; a batch counts as an event for each of its readings.
  func put(_ event: AccelerometerEvent) {
    var parts = [event]
    if case .readings(let batch) = event { parts = batch.map { .readings([$0]) } }
    events.withLock { $0 += parts }
    for _ in parts { arrived.signal() }
  }

  /// The next event; on a busy machine the time may come at any moment, so it is left out.
  func next() throws -> AccelerometerEvent {
    while true {
      guard arrived.wait(timeout: Deadline.dispatch) == .success else {
        throw FakeError.timeout("the reader's next event")
      }
      let event = events.withLock { $0.removeFirst() }
      if case .time = event { continue }
      return event
    }
  }

  /// The next time that is reported, which must come before anything else.
  func time() throws -> Timestamp? {
    guard arrived.wait(timeout: Deadline.dispatch) == .success else {
      throw FakeError.timeout("the reader to report the time")
    }
    guard case .time(let now) = events.withLock({ $0.removeFirst() }) else { return nil }
    return now
  }

  /// What is known of the accelerometer that the next event says has started.
  func started() throws -> AccelerometerInfo {
    let event = try next()
    guard case .started(let info) = event else { throw Unexpected(event: event) }
    return info
  }

  /// The error of the next event, which says that the accelerometer is lost.
  func lost() throws -> AccelerometerError {
    let event = try next()
    guard case .lost(let error) = event else { throw Unexpected(event: event) }
    return error
  }

  /// The error of the next event that brings no reading.
  func lostAfterReadings() throws -> AccelerometerError {
    while true {
      switch try next() {
      case .readings: continue
      case .lost(let error): return error
      case let event: throw Unexpected(event: event)
      }
    }
  }

  /// The next `count` readings.
  func readings(_ count: Int) throws -> [Reading] {
    var readings: [Reading] = []
    while readings.count < count {
      let event = try next()
      guard case .readings(let batch) = event else { throw Unexpected(event: event) }
      readings += batch
    }
    return readings
  }

  /// The number of events that were not asked for, time aside.
  var rest: Int {
    events.withLock { events in
      events.count { if case .time = $0 { false } else { true } }
    }
  }

  struct Unexpected: Error {
    let event: AccelerometerEvent
  }
}

extension ReaderTimes {
  /// As the standard ones, but an accelerometer that is lost is looked for almost at once.
  static let eager = ReaderTimes(
    bursts: SamplingMode.gathering, patience: standard.patience,
    longestWait: standard.longestWait, silence: standard.silence,
    longestTurn: standard.longestTurn, stall: standard.stall,
    retryDelays: RetryDelays(first: .milliseconds(10), longest: .milliseconds(100)),
    longestSearch: .milliseconds(100))
}

/// Runs `body` with a reader of a machine that has `devices`, the first of which has `scans`; then
/// stops it, which leaves its buffer off.
func withReader(
  of devices: [FakeDevice], name: String? = nil, rate: Double = 100, mode: SamplingMode = .prompt,
  waiting: Bool = false, _ scans: [[UInt8]] = [],
  _ body: (ReaderProbe, FakeMachine) throws -> Void
) throws {
  try withReader(of: devices, name: name, rate: rate, mode: mode, waiting: waiting, scans) {
    probe, machine, _ in try body(probe, machine)
  }
}

/// The same, with the reader itself.
func withReader(
  of devices: [FakeDevice], name: String? = nil, rate: Double = 100, mode: SamplingMode = .prompt,
  waiting: Bool = false, _ scans: [[UInt8]] = [],
  _ body: (ReaderProbe, FakeMachine, AccelerometerReader) throws -> Void
) throws {
  let machine = try FakeMachine(devices, scans.flatMap { $0 })
  let probe = ReaderProbe()
  let reader = AccelerometerReader(
    AccelerometerChoice(.iio, name: name), of: [IIOAccelerometers()],
    sampling: SamplingOptions(rate: rate, mode: mode),
    times: .eager
  ) { probe.put($0) }
  defer { reader.stop() }
  try reader.start(waiting: waiting)
  try body(probe, machine, reader)
}

/// The trait of tests that show this process a ``FakeMachine``, of which there is one at a time.
struct OneMachine: SuiteTrait, TestTrait, TestScoping {
  private static let turns = Turns()

  /// Whose turn it is: the tests that wait hold no thread.
  private actor Turns {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func begin() async {
      guard isTaken else { return isTaken = true }
      await withCheckedContinuation { waiting.append($0) }
    }

    func end() {
      if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
  }

  var isRecursive: Bool { true }

  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.turns.begin()
    let result: Result<Void, any Error>
    do { result = .success(try await function()) } catch { result = .failure(error) }
    await Self.turns.end()
    try result.get()
  }
}

extension Trait where Self == OneMachine {
  /// One such test at a time.
  static var oneMachine: Self { Self() }
}
