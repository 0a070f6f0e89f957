// SPDX-License-Identifier: Apache-2.0

/// The detectors of one kind.
///
/// A value, but in Embedded Swift, see ``ErasedPool``.
protocol AnyPool: Sendable {
  /// Has a detector for each of `wanted`, and no others; those that stay keep what they have seen.
  mutating func reconcile(
    _ wanted: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, MotionConfiguration) -> Void)

  /// Hands `input` to every detector.
  mutating func process(
    _ input: DetectorInput, _ emit: (MotionFinding, MotionConfiguration) -> Void)

  /// The gauge of the first detector.
  func gauge(at reading: Reading) -> MotionGauge?
}

#if hasFeature(Embedded)
  /// A pool of any type.
  ///
  /// Embedded Swift has `any` of classes alone, so a copy shares the pool: a program there has one
  /// pipeline, and does not copy it.
  typealias ErasedPool = any AnyPoolBox

  protocol AnyPoolBox: AnyObject, Sendable {
    func reconcile(
      _ wanted: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
      _ emit: (MotionFinding, MotionConfiguration) -> Void)
    func process(_ input: DetectorInput, _ emit: (MotionFinding, MotionConfiguration) -> Void)
    func gauge(at reading: Reading) -> MotionGauge?
  }

  /// Not checked by the compiler to be sendable: programs without threads have it alone.
  final class PoolBox<Pool: AnyPool>: AnyPoolBox, @unchecked Sendable {
    private var pool: Pool

    init(_ pool: Pool) { self.pool = pool }

    func reconcile(
      _ wanted: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
      _ emit: (MotionFinding, MotionConfiguration) -> Void
    ) {
      pool.reconcile(wanted, isExplaining: isExplaining, at: moment, emit)
    }

    func process(
      _ input: DetectorInput, _ emit: (MotionFinding, MotionConfiguration) -> Void
    ) {
      pool.process(input, emit)
    }

    func gauge(at reading: Reading) -> MotionGauge? { pool.gauge(at: reading) }
  }

  /// `pool` without its type.
  func erased(_ pool: some AnyPool) -> ErasedPool { PoolBox(pool) }
#else
  /// A pool of any type.
  ///
  /// A value, so that a reading counts no references to it; of three words at most, so that it
  /// needs no box.
  typealias ErasedPool = any AnyPool

  /// `pool` without its type.
  func erased(_ pool: some AnyPool) -> ErasedPool { pool }
#endif

/// Detectors of one kind that have nothing in common.
struct DetectorPool<Detector: MotionDetector>: AnyPool {
  private var configurations: [MotionConfiguration] = []
  /// The detector of each configuration.
  private var detectors: [Detector] = []

  mutating func reconcile(
    _ wanted: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    for index in configurations.indices.reversed() where !wanted.contains(configurations[index]) {
      let configuration = configurations.remove(at: index)
      var detector = detectors.remove(at: index)
      // A stream that has not begun has nothing to cancel.
      guard let moment else { continue }
      detector.process(.interruption(at: moment)) { emit($0, configuration) }
    }
    for configuration in wanted.subtracting(configurations) {
      configurations.append(configuration)
      detectors.append(
        Detector(Detector.Configuration(configuration), isExplaining: isExplaining))
    }
  }

  mutating func process(
    _ input: DetectorInput, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    Detector.process(input, by: &detectors) { emit($0, configurations[$1]) }
  }

  func gauge(at reading: Reading) -> MotionGauge? {
    detectors.first?.gauge(at: reading)
  }
}
