// SPDX-License-Identifier: Apache-2.0

/// The detectors of one kind, or of several.
///
/// Types combine pools, see ``MotionRegistry/Pools``: a reading reaches each detector without a
/// look at a table, and Embedded Swift needs no class for it.
protocol MotionPool: Sendable {
  /// The kinds that the pool detects, in the order of its findings at one reading.
  static var descriptions: [MotionDescription] { get }

  /// A pool without detectors.
  init()

  /// Keeps a detector for each of `wanted` that is of the pool's kinds, and no others; detectors
  /// that stay remember what they have seen.
  mutating func reconcile(
    _ wanted: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, MotionConfiguration) -> Void)

  /// Hands `reading` to every detector, if such a part of a stream is for them.
  mutating func process(
    _ reading: Reading, _ part: Decimator.Part,
    _ emit: (MotionFinding, MotionConfiguration) -> Void)

  /// Tells every detector that the stream broke off.
  mutating func interrupt(
    at moment: Timestamp, _ emit: (MotionFinding, MotionConfiguration) -> Void)

  /// Adds the gauge of each kind that has one; the first of several detectors of a kind gives it.
  func addGauges(at reading: Reading, to gauges: inout [MotionKind: MotionGauge])
}

extension MotionPool {
  /// These detectors, and then the detectors of one more kind.
  typealias And<Detector: MotionDetector> = PoolPair<Self, DetectorPool<Detector>>
  /// These detectors, and then the detectors of kinds that share something.
  typealias With<Pool: MotionPool> = PoolPair<Self, Pool>
}

/// The detectors of one pool, and then the detectors of another.
struct PoolPair<First: MotionPool, Second: MotionPool>: MotionPool {
  private var first = First()
  private var second = Second()

  static var descriptions: [MotionDescription] { First.descriptions + Second.descriptions }

  mutating func reconcile(
    _ wanted: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    first.reconcile(wanted, isExplaining: isExplaining, at: moment, emit)
    second.reconcile(wanted, isExplaining: isExplaining, at: moment, emit)
  }

  /// Inlined, so that all pairs are one list of calls.
  @inline(__always)
  mutating func process(
    _ reading: Reading, _ part: Decimator.Part,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    first.process(reading, part, emit)
    second.process(reading, part, emit)
  }

  mutating func interrupt(
    at moment: Timestamp, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    first.interrupt(at: moment, emit)
    second.interrupt(at: moment, emit)
  }

  func addGauges(at reading: Reading, to gauges: inout [MotionKind: MotionGauge]) {
    first.addGauges(at: reading, to: &gauges)
    second.addGauges(at: reading, to: &gauges)
  }
}

/// Detectors of one kind that share nothing.
struct DetectorPool<Detector: MotionDetector>: MotionPool {
  private var configurations: [MotionConfiguration] = []
  /// The detector of each configuration.
  private var detectors: [Detector] = []

  static var descriptions: [MotionDescription] { [Detector.description] }

  mutating func reconcile(
    _ wanted: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    for index in configurations.indices.reversed() where !wanted.contains(configurations[index]) {
      let configuration = configurations.remove(at: index)
      var detector = detectors.remove(at: index)
      // A stream that has not begun has nothing to cancel.
      guard let moment else { continue }
      detector.interrupt(at: moment) { emit($0, configuration) }
    }
    for configuration in wanted.subtracting(configurations)
    where configuration.kind == Detector.description.kind {
      configurations.append(configuration)
      detectors.append(
        Detector(Detector.Configuration(configuration), isExplaining: isExplaining))
    }
  }

  /// Inlined, so that a kind that nobody wants costs no call.
  @inline(__always)
  mutating func process(
    _ reading: Reading, _ part: Decimator.Part,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    if part != .single, !detectors.isEmpty { processAll(reading, emit) }
  }

  private mutating func processAll(
    _ reading: Reading, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    detectors.withUnsafeMutableBufferPointer { detectors in
      for index in detectors.indices {
        detectors[index].process(reading) { emit($0, configurations[index]) }
      }
    }
  }

  mutating func interrupt(
    at moment: Timestamp, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    for index in detectors.indices {
      detectors[index].interrupt(at: moment) { emit($0, configurations[index]) }
    }
  }

  func addGauges(at reading: Reading, to gauges: inout [MotionKind: MotionGauge]) {
    gauges[Detector.description.kind] = detectors.first?.gauge(at: reading)
  }
}
