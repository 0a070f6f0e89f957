/// The detectors that are wanted, of all kinds: one for each configuration.
///
/// The only place where kinds of motions meet: detectors know nothing of each other, and the bank
/// reports of their findings what the relations between kinds admit, see ``Arbiter``.
///
/// A value: a copy shares the pools until either of the two changes, and ``pools()`` is the only
/// way to change them. That makes it sendable although pools are classes: whoever changes pools
/// holds the only reference to them, and whoever shares them reads only.
struct DetectorBank: @unchecked Sendable {
  private var storage = Storage([])
  private var arbiter = Arbiter()

  private final class Storage {
    var pools: [any AnyPool]
    /// The configurations that they have a detector for.
    var configurations: Set<MotionConfiguration>

    init(_ pools: [any AnyPool], for configurations: Set<MotionConfiguration> = []) {
      (self.pools, self.configurations) = (pools, configurations)
    }
  }

  /// The pools, which are this bank's own from now on.
  @inline(__always)
  private mutating func pools() -> Storage {
    if !isKnownUniquelyReferenced(&storage) {
      storage = Storage(storage.pools.map { $0.copy() }, for: storage.configurations)
    }
    return storage
  }

  /// Has a detector for each of `wanted`, and no others; those that stay keep what they have seen.
  ///
  /// - Parameters:
  ///   - wanted: the configurations
  ///   - isExplaining: true if new detectors are to report rejections
  ///   - moment: the time of the stream, at which motions of detectors that go are cancelled
  ///   - emit: called for each of those cancellations
  mutating func reconcile(
    _ wanted: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    let judges = Arbiter.needed(for: wanted)
    let hidden = judges.subtracting(wanted)
    // A detector that is reported from now on begins anew, and so does one that was until now.
    let fresh = hidden.symmetricDifference(arbiter.hidden).intersection(
      wanted.union(hidden).intersection(storage.configurations))
    let all = wanted.union(hidden)
    if !fresh.isEmpty {
      install(all.subtracting(fresh), isExplaining: isExplaining, at: moment, emit)
    }
    install(all, isExplaining: isExplaining, at: moment, emit)
    arbiter.reconcile(wanted, judges, fresh: fresh)
  }

  /// Has a detector for each of `configurations`.
  private mutating func install(
    _ configurations: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    let own = pools()
    own.configurations = configurations
    var former = own.pools[...]
    var present: [any AnyPool] = []
    // In the order of the registry, so that findings at one reading have an order, too.
    for description in MotionRegistry.all {
      let configurations = configurations.filter { $0.kind == description.kind }
      let isPresent = former.first?.kind == description.kind
      guard isPresent || !configurations.isEmpty else { continue }
      let pool = (isPresent ? former.popFirst() : nil) ?? description.pool(description.kind)
      pool.reconcile(configurations, isExplaining: isExplaining, at: moment) {
        arbiter.pass($0, of: $1, emit)
      }
      if !configurations.isEmpty { present.append(pool) }
    }
    own.pools = present
  }

  /// Hands `input` to every detector.
  mutating func process(
    _ input: DetectorInput, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    for pool in pools().pools { pool.process(input) { arbiter.pass($0, of: $1, emit) } }
    if case .interruption = input { arbiter.interrupt() }
  }

  /// The gauge of each kind that has one; of several detectors of a kind, that of the first.
  func gauges(at reading: Reading) -> [MotionKind: MotionGauge] {
    var gauges: [MotionKind: MotionGauge] = [:]
    for pool in storage.pools { gauges[pool.kind] = pool.gauge(at: reading) }
    return gauges
  }
}

/// The detectors of one kind.
protocol AnyPool: AnyObject {
  /// The kind.
  var kind: MotionKind { get }

  /// Has a detector for each of `wanted`, and no others; those that stay keep what they have seen.
  func reconcile(
    _ wanted: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, MotionConfiguration) -> Void)

  /// Hands `input` to every detector.
  func process(_ input: DetectorInput, _ emit: (MotionFinding, MotionConfiguration) -> Void)

  /// The gauge of the first detector.
  func gauge(at reading: Reading) -> MotionGauge?

  /// A pool whose detectors have seen the same.
  func copy() -> any AnyPool
}

/// Detectors of one kind that have nothing in common.
final class DetectorPool<Detector: MotionDetector>: AnyPool {
  let kind: MotionKind
  private var configurations: [MotionConfiguration] = []
  /// The detector of each configuration.
  private var detectors: [Detector] = []

  /// A pool without detectors.
  init(_ kind: MotionKind) {
    self.kind = kind
  }

  func copy() -> any AnyPool {
    let pool = DetectorPool(kind)
    (pool.configurations, pool.detectors) = (configurations, detectors)
    return pool
  }

  func reconcile(
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

  func process(
    _ input: DetectorInput, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    Detector.process(input, by: &detectors) { emit($0, configurations[$1]) }
  }

  func gauge(at reading: Reading) -> MotionGauge? {
    detectors.first?.gauge(at: reading)
  }
}
