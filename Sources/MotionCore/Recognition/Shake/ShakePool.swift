/// The detectors of shakes of one stream, one for each configuration.
///
/// The signal does not depend on the configuration: it is computed once for all watches that began
/// with the same reading. One that joins later begins with a signal of its own, so that its events
/// are those of a detector alone. An interruption, after which all begin anew, brings all together.
final class ShakePool: AnyPool {
  let kind: MotionKind
  private var groups: [ShakeGroup] = []
  /// The gains of all signals, as all process the same readings.
  private var gains = FilterGains()

  /// A pool without watches.
  init(_ kind: MotionKind) {
    self.kind = kind
  }

  func copy() -> any AnyPool {
    let pool = ShakePool(kind)
    (pool.groups, pool.gains) = (groups, gains)
    return pool
  }

  func reconcile(
    _ wanted: [MotionConfiguration], isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    for group in groups.indices {
      // A stream that has not begun has nothing to cancel.
      if let moment {
        groups[group].interrupt(at: moment, where: { !wanted.contains($0) }, emit)
      }
      groups[group].watches.removeAll { !wanted.contains($0.configuration) }
    }
    groups.removeAll { $0.watches.isEmpty }
    let present = groups.flatMap { $0.watches.map { $0.configuration } }
    let joining = wanted.filter { !present.contains($0) }
      .map {
        (configuration: $0, watch: ShakeWatch(ShakeConfiguration($0), isExplaining: isExplaining))
      }
    if let last = groups.indices.last, !groups[last].signal.hasBegun {
      groups[last].watches += joining
    } else if !joining.isEmpty {
      groups.append(ShakeGroup(joining))
    }
    // An interruption by a reading must not allocate: there is room for all to come together.
    guard !groups.isEmpty else { return }
    groups[0].watches.reserveCapacity(groups.reduce(0) { $0 + $1.watches.count })
  }

  func process(
    _ input: DetectorInput, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    switch input {
    case .reading(let reading):
      for group in groups.indices { groups[group].process(reading, &gains, emit) }
    case .interruption(let moment):
      for group in groups.indices {
        groups[group].interrupt(at: moment, where: { _ in true }, emit)
      }
      guard !groups.isEmpty else { return }
      for group in groups.indices.dropFirst() { groups[0].watches += groups[group].watches }
      groups.removeLast(groups.count - 1)
      groups[0].signal = ShakeSignal()
    }
  }

  /// The gauge of the swing under way; nil without watches.
  func gauge(at reading: Reading) -> MotionGauge? { groups.first?.signal.gauge }
}

/// A signal, and all that watch it.
private struct ShakeGroup: Sendable {
  /// The signal since the first reading, or since an interruption.
  var signal = ShakeSignal()
  var watches: [(configuration: MotionConfiguration, watch: ShakeWatch)]
  /// A Boolean value that indicates whether a motion of any watch began and is not over.
  private var isOpen = false

  /// A group that has seen nothing yet.
  init(_ watches: [(configuration: MotionConfiguration, watch: ShakeWatch)]) {
    self.watches = watches
  }

  mutating func process(
    _ reading: Reading, _ gains: inout FilterGains,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    if signal.advance(to: reading, &gains) || isOpen { judge(emit) }
  }

  mutating func interrupt(
    at moment: Timestamp, where isConcerned: (MotionConfiguration) -> Bool,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    for index in watches.indices where isConcerned(watches[index].configuration) {
      let configuration = watches[index].configuration
      watches[index].watch.interrupt(at: moment) { emit($0, configuration) }
    }
  }

  private mutating func judge(_ emit: (MotionFinding, MotionConfiguration) -> Void) {
    isOpen = false
    for index in watches.indices {
      let configuration = watches[index].configuration
      watches[index].watch.judge(signal) { emit($0, configuration) }
      if !watches[index].watch.isWatching { isOpen = true }
    }
  }
}
