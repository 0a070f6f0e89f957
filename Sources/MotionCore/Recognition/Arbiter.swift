// SPDX-License-Identifier: Apache-2.0

/// The relation of a kind of motion to other kinds.
///
/// A fall is not a shake, whatever its landing looks like, and the blows of a shake are not taps:
/// where another kind explains a motion, no weights are needed. The default configuration of a kind
/// judges its relations, whether or not a client claims it: the events of a claim do not depend on
/// other claims.
public struct MotionRelation: Sendable {
  /// The effect of a motion on motions of other kinds.
  public enum Effect: Hashable, Sendable {
    /// While the motion is under way, and for this long afterwards, no motion of the other kinds
    /// begins or is recognized.
    case withholds(after: Duration)
    /// The beginning of the motion cancels motions of the other kinds that began less than this
    /// long before, as ``CancellationReason/notAShake``.
    case retracts(within: Duration)
    /// While the motion is under way, no motion of the other kinds begins or is recognized; earlier
    /// ones stand.
    case outranks
  }

  /// The effect.
  public let effect: Effect
  /// The kinds that the relation concerns.
  public let kinds: [MotionKind]

  /// A relation to `kinds`.
  init(_ effect: Effect, _ kinds: [MotionKind]) {
    (self.effect, self.kinds) = (effect, kinds)
  }
}

/// Carries out the relations between kinds: the arbiter decides which findings the pipeline
/// reports.
///
/// It has a state machine for each kind with relations; once each configuration had a finding,
/// further findings allocate nothing.
struct Arbiter: Sendable {
  /// A kind with relations, and the progress of its motion.
  private struct Judge: Sendable {
    let configuration: MotionConfiguration
    let relations: [MotionRelation]
    var state = State.none
  }

  private enum State: Hashable, Sendable {
    /// Nothing of the kind happened since the stream began.
    case none
    /// A motion of the kind is under way.
    case underWay
    /// The last motion was over at this time.
    case over(Timestamp)
  }

  private var judges: [Judge] = []
  /// The configurations that serve only to judge others; the arbiter does not report their
  /// findings.
  private(set) var hidden: Set<MotionConfiguration> = []
  /// The motions under way that may be retracted, with the time of their beginning.
  private var open: [MotionConfiguration: Timestamp] = [:]
  /// The motions under way without a reported beginning, and the retracted ones.
  private var silenced: Set<MotionConfiguration> = []

  /// The configurations that the relations to `wanted` need beside them.
  static func needed(for wanted: Set<MotionConfiguration>) -> Set<MotionConfiguration> {
    var kinds = Set(wanted.map { $0.kind })
    var judges: Set<MotionConfiguration> = []
    // Another kind may judge a kind that judges; the registry is short.
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for description in MotionRegistry.all
      where description.relations.contains(where: { !kinds.isDisjoint(with: $0.kinds) }) {
        kinds.insert(description.kind)
        if judges.insert(description.configuration(MotionOptions())).inserted { isGrowing = true }
      }
    }
    return judges
  }

  /// Follows the relations to `wanted` from now on.
  ///
  /// - Parameters:
  ///   - wanted: the configurations with findings to report
  ///   - judges: the configurations that ``needed(for:)`` returns for them
  ///   - fresh: the configurations with new detectors; the arbiter forgets what it knew of them
  mutating func reconcile(
    _ wanted: Set<MotionConfiguration>, _ judges: Set<MotionConfiguration>,
    fresh: Set<MotionConfiguration>
  ) {
    hidden = judges.subtracting(wanted)
    let former = self.judges
    let present = wanted.union(judges)
    // Also kinds that judge nothing now: what they have seen counts for later kinds.
    self.judges = MotionRegistry.all.compactMap { description in
      let configuration = description.configuration(MotionOptions())
      guard !description.relations.isEmpty, present.contains(configuration) else { return nil }
      let known = former.first { $0.configuration == configuration }
      if let known, !fresh.contains(configuration) { return known }
      return Judge(configuration: configuration, relations: description.relations)
    }
    for configuration in fresh {
      open[configuration] = nil
      silenced.remove(configuration)
    }
    open = open.filter { present.contains($0.key) }
    silenced.formIntersection(present)
    open.reserveCapacity(present.count)
    silenced.reserveCapacity(present.count)
  }

  /// Starts over, after an interruption that cancelled everything.
  mutating func interrupt() {
    for index in judges.indices { judges[index].state = .none }
    open.removeAll(keepingCapacity: true)
    silenced.removeAll(keepingCapacity: true)
  }

  /// Passes a finding on, unless a relation forbids it.
  ///
  /// - Parameters:
  ///   - finding: a detector's finding
  ///   - configuration: the detector's
  ///   - emit: called for each report: first the cancellations of the motions that the finding
  ///     retracts, then the finding
  mutating func pass(
    _ finding: MotionFinding, of configuration: MotionConfiguration,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    let isReported = !hidden.contains(configuration)
    guard case .event(let event) = finding else {
      if isReported { emit(finding, configuration) }
      return
    }
    guard admits(event, of: configuration) else { return }
    if let index = judges.firstIndex(where: { $0.configuration == configuration }) {
      switch event.phase {
      case .began:
        judges[index].state = .underWay
        retract(for: judges[index].relations, at: event.timestamp, emit)
      case .ended, .cancelled: judges[index].state = .over(event.timestamp)
      case .recognized: break
      }
    }
    if isReported { emit(finding, configuration) }
  }

  /// Notes an event, and returns whether to report it.
  private mutating func admits(
    _ event: MotionEvent, of configuration: MotionConfiguration
  ) -> Bool {
    switch event.phase {
    case .recognized: return !isWithheld(event.kind, at: event.timestamp)
    case .began:
      guard !isWithheld(event.kind, at: event.timestamp) else {
        silenced.insert(configuration)
        return false
      }
      if isRetractable(event.kind) { open[configuration] = event.timestamp }
      return true
    case .ended, .cancelled:
      open[configuration] = nil
      return silenced.remove(configuration) == nil
    }
  }

  private func isWithheld(_ kind: MotionKind, at now: Timestamp) -> Bool {
    judges.contains { judge in
      judge.relations.contains { relation in
        guard relation.kinds.contains(kind) else { return false }
        switch (relation.effect, judge.state) {
        case (.withholds, .underWay), (.outranks, .underWay): return true
        case (.withholds(let after), .over(let end)):
          return now.nanoseconds(since: end) < after.nanoseconds
        case (.withholds, .none), (.outranks, .none), (.outranks, .over), (.retracts, _):
          return false
        }
      }
    }
  }

  private func isRetractable(_ kind: MotionKind) -> Bool {
    judges.contains { judge in
      judge.relations.contains { relation in
        if case .retracts = relation.effect { relation.kinds.contains(kind) } else { false }
      }
    }
  }

  /// Cancels the motions that the beginning of a motion retracts.
  private mutating func retract(
    for relations: [MotionRelation], at now: Timestamp,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    for relation in relations {
      guard case .retracts(let span) = relation.effect else { continue }
      for (configuration, began) in open
      where relation.kinds.contains(configuration.kind)
        && now.nanoseconds(since: began) < span.nanoseconds
      {
        silenced.insert(configuration)
        if let index = judges.firstIndex(where: { $0.configuration == configuration }) {
          judges[index].state = .over(now)
        }
        guard !hidden.contains(configuration) else { continue }
        let event = MotionEvent(configuration.kind, .cancelled(.notAShake), at: now)
        emit(.event(event), configuration)
      }
      for configuration in silenced { open[configuration] = nil }
    }
  }
}
