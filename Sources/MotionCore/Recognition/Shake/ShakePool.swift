// SPDX-License-Identifier: Apache-2.0

/// The detectors of shakes of one stream, one for each configuration.
///
/// The signal does not depend on the configuration: the pool computes it once for all watches that
/// began with the same reading. A watch that joins later begins with another signal, and so gets
/// the same events as from a single detector. After an interruption all watches start over,
/// together.
struct ShakePool: MotionPool {
  private var groups: [ShakeGroup] = []

  static var descriptions: [MotionDescription] { [.shake] }

  mutating func reconcile(
    _ wanted: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    for group in groups.indices {
      // A stream that has not begun has nothing to cancel.
      if let moment {
        groups[group].interrupt(at: moment, where: { !wanted.contains($0) }, emit)
      }
      groups[group].remove(where: { !wanted.contains($0) })
    }
    groups.removeAll { $0.isEmpty }
    let joining = wanted.filter { $0.kind == .shake }
      .subtracting(groups.flatMap { $0.configurations })
    if groups.last?.signal.hasBegun ?? true, !joining.isEmpty { groups.append(ShakeGroup()) }
    for configuration in joining {
      groups[groups.count - 1].add(
        configuration, ShakeWatch(ShakeConfiguration(configuration), isExplaining: isExplaining))
    }
    // An interruption by a reading must not allocate: this makes room for all watches in one group.
    guard !groups.isEmpty else { return }
    groups[0].reserveCapacity(groups.reduce(0) { $0 + $1.configurations.count })
  }

  mutating func process(
    _ reading: Reading, _ part: Decimator.Part,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    guard part != .single else { return }
    groups.withUnsafeMutableBufferPointer { groups in
      for group in groups.indices { groups[group].process(reading, emit) }
    }
  }

  mutating func interrupt(
    at moment: Timestamp, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    for group in groups.indices {
      groups[group].interrupt(at: moment, where: { _ in true }, emit)
    }
    guard !groups.isEmpty else { return }
    for group in groups.indices.dropFirst() { groups[0].add(groups[group]) }
    groups.removeLast(groups.count - 1)
    groups[0].signal = ShakeSignal()
  }

  /// Adds the gauge of the swing under way, if there are watches.
  func addGauges(at reading: Reading, to gauges: inout [MotionKind: MotionGauge]) {
    gauges[.shake] = groups.first?.signal.gauge
  }
}

/// A signal, and all watches of it.
private struct ShakeGroup: Sendable {
  /// The signal since the first reading, or since an interruption.
  var signal = ShakeSignal()
  private var gains = FilterGains()
  private(set) var configurations: [MotionConfiguration] = []
  /// The watch of each configuration: a separate array, because changing a watch in a tuple would
  /// copy it.
  private var watches: [ShakeWatch] = []
  /// A Boolean value that indicates whether any watch has a motion that began and is not over.
  private var isOpen = false

  /// A Boolean value that indicates whether the group has no watches.
  var isEmpty: Bool { configurations.isEmpty }

  mutating func add(_ configuration: MotionConfiguration, _ watch: ShakeWatch) {
    configurations.append(configuration)
    watches.append(watch)
  }

  mutating func add(_ group: ShakeGroup) {
    configurations += group.configurations
    watches += group.watches
  }

  mutating func remove(where isRemoved: (MotionConfiguration) -> Bool) {
    for index in configurations.indices.reversed() where isRemoved(configurations[index]) {
      configurations.remove(at: index)
      watches.remove(at: index)
    }
  }

  mutating func reserveCapacity(_ count: Int) {
    configurations.reserveCapacity(count)
    watches.reserveCapacity(count)
  }

  mutating func process(
    _ reading: Reading, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    if signal.advance(to: reading, &gains) || isOpen { judge(emit) }
  }

  mutating func interrupt(
    at moment: Timestamp, where isConcerned: (MotionConfiguration) -> Bool,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    let configurations = configurations
    for index in watches.indices where isConcerned(configurations[index]) {
      watches[index].interrupt(at: moment) { emit($0, configurations[index]) }
    }
  }

  /// Not inlined: most readings have nothing to judge.
  @inline(never)
  private mutating func judge(_ emit: (MotionFinding, MotionConfiguration) -> Void) {
    isOpen = false
    for index in watches.indices {
      watches[index].judge(&signal) { emit($0, configurations[index]) }
      if !watches[index].isWatching { isOpen = true }
    }
  }
}
