// SPDX-License-Identifier: Apache-2.0

/// The relation of a kind of motion to other kinds.
///
/// What another kind explains needs no weights: a fall is not a shake, whatever its landing looks
/// like, and the blows of a shake are not taps. The default configuration of a kind judges its
/// relations, whether or not a client claims it, so that the events of a claim do not depend on
/// other claims.
public struct MotionRelation: Sendable {
  /// The effect of a motion on motions of other kinds.
  public enum Effect: Hashable, Sendable {
    /// None of the others begins or is recognized while it is under way, and for so long after.
    case withholds(after: Duration)
    /// Those of the others that began less than so long before it are cancelled as it begins, as
    /// ``CancellationReason/notAShake``.
    case retracts(within: Duration)
    /// None of the others begins or is recognized while it is under way; those before its beginning
    /// stand.
    case outranks
  }

  /// The effect.
  public let effect: Effect
  /// The kinds that it concerns.
  public let kinds: [MotionKind]

  /// A relation to `kinds`.
  init(_ effect: Effect, _ kinds: [MotionKind]) {
    (self.effect, self.kinds) = (effect, kinds)
  }
}

/// Carries out the relations between kinds: it decides which findings are reported.
///
/// A state machine of its own for each kind that has relations; it allocates nothing for a finding
/// once each configuration had one.
struct Arbiter: Sendable {
  /// A kind with relations, and how far its motion is.
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
    /// It was over at this time.
    case over(Timestamp)
  }

  private var judges: [Judge] = []
  /// The configurations that are wanted for the sake of others, and whose findings are not
  /// reported.
  private(set) var hidden: Set<MotionConfiguration> = []
  /// The motions under way that may be retracted, with the time at which they began.
  private var open: [MotionConfiguration: Timestamp] = [:]
  /// The motions under way whose beginning was not reported, or which were retracted.
  private var silenced: Set<MotionConfiguration> = []

  /// The configurations that the relations to `wanted` need beside them.
  static func needed(for wanted: Set<MotionConfiguration>) -> Set<MotionConfiguration> {
    var kinds = Set(wanted.map { $0.kind })
    var judges: Set<MotionConfiguration> = []
    // A kind that judges may be judged itself; the registry is short.
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
  ///   - wanted: the configurations whose findings are reported
  ///   - judges: those that ``needed(for:)`` returns for them
  ///   - fresh: those whose detectors begin anew, with what is known of them
  mutating func reconcile(
    _ wanted: Set<MotionConfiguration>, _ judges: Set<MotionConfiguration>,
    fresh: Set<MotionConfiguration>
  ) {
    hidden = judges.subtracting(wanted)
    let former = self.judges
    let present = wanted.union(judges)
    // Also of those that judge nothing now: what they have seen counts for who comes later.
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

  /// Begins anew, after an interruption that cancelled everything.
  mutating func interrupt() {
    for index in judges.indices { judges[index].state = .none }
    open.removeAll(keepingCapacity: true)
    silenced.removeAll(keepingCapacity: true)
  }

  /// Passes a finding on, unless a relation forbids it.
  ///
  /// - Parameters:
  ///   - finding: of a detector
  ///   - configuration: the detector's
  ///   - emit: called for what is reported: the finding, and before it the cancellations of what it
  ///     retracts
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

  /// Notes an event, and returns true if it is one to report.
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

  /// Cancels what a motion that begins retracts.
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
