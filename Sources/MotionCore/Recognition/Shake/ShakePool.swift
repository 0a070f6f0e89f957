/// The detectors of shakes of one stream, one for each configuration.
///
/// The signal does not depend on the configuration: it is computed once for all watches that began with the same
/// reading. One that joins later begins with a signal of its own, so that its events are those of a detector
/// alone. An interruption, after which all begin anew, brings all together.
struct ShakePool: Sendable {
  private var groups: [ShakeGroup] = []
  /// The gains of all signals, as all take the same readings.
  private var gains = FilterGains()

  /// Has a watch for each of `wanted`, and no others; those that stay keep what they have seen.
  mutating func reconcile(
    _ wanted: [ShakeConfiguration], isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, ShakeConfiguration) -> Void
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
      .map { ShakeWatch($0, isExplaining: isExplaining) }
    if let last = groups.indices.last, !groups[last].signal.hasBegun {
      groups[last].watches += joining
    } else if !joining.isEmpty {
      groups.append(ShakeGroup(joining))
    }
    // An interruption by a reading must not allocate: there is room for all to come together.
    guard !groups.isEmpty else { return }
    groups[0].watches.reserveCapacity(groups.reduce(0) { $0 + $1.watches.count })
  }

  /// Hands `input` to every watch.
  mutating func handle(
    _ input: DetectorInput, _ emit: (MotionFinding, ShakeConfiguration) -> Void
  ) {
    switch input {
    case .reading(let reading):
      for group in groups.indices { groups[group].take(reading, &gains, emit) }
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
}

extension ShakePool {
  /// The gauge of the swing under way; nil without watches.
  var gauge: MotionGauge? { groups.first?.signal.gauge }
}

/// A signal, and all that watch it.
private struct ShakeGroup: Sendable {
  /// The signal since the first reading, or since an interruption.
  var signal = ShakeSignal()
  var watches: [ShakeWatch]
  /// A Boolean value that indicates whether a motion of any watch began and is not over.
  private var isOpen = false

  /// A group that has seen nothing yet.
  init(_ watches: [ShakeWatch]) {
    self.watches = watches
  }

  mutating func take(
    _ reading: Reading, _ gains: inout FilterGains,
    _ emit: (MotionFinding, ShakeConfiguration) -> Void
  ) {
    if signal.advance(to: reading, &gains) || isOpen { judge(emit) }
  }

  mutating func interrupt(
    at moment: Timestamp, where isConcerned: (ShakeConfiguration) -> Bool,
    _ emit: (MotionFinding, ShakeConfiguration) -> Void
  ) {
    for index in watches.indices where isConcerned(watches[index].configuration) {
      watches[index].interrupt(at: moment, emit)
    }
  }

  private mutating func judge(_ emit: (MotionFinding, ShakeConfiguration) -> Void) {
    isOpen = false
    for index in watches.indices {
      watches[index].judge(signal, emit)
      if !watches[index].isWatching { isOpen = true }
    }
  }
}
