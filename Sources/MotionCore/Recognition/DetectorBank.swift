// SPDX-License-Identifier: Apache-2.0

/// The wanted detectors of all kinds: one for each configuration.
///
/// The only place where kinds of motions meet: detectors know nothing of each other, and the bank
/// reports the findings that the relations between kinds admit, see ``Arbiter``.
///
/// A value, like its pools: a reading costs neither counted references nor checked accesses.
struct DetectorBank: Sendable {
  private var pools = MotionRegistry.Pools()
  /// The configurations that have a detector.
  private var configurations: Set<MotionConfiguration> = []
  private var arbiter = Arbiter()

  /// Keeps a detector for each of `wanted`, and no others; detectors that stay remember what they
  /// have seen.
  ///
  /// - Parameters:
  ///   - wanted: the configurations
  ///   - isExplaining: true if new detectors are to report rejections
  ///   - moment: the time of the stream, for the cancellation of motions whose detectors go
  ///   - emit: called for each of those cancellations
  mutating func reconcile(
    _ wanted: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    let judges = Arbiter.needed(for: wanted)
    let hidden = judges.subtracting(wanted)
    // A detector starts over if the bank reports its findings from now on, or stops reporting them.
    let fresh = hidden.symmetricDifference(arbiter.hidden).intersection(
      wanted.union(hidden).intersection(configurations))
    let all = wanted.union(hidden)
    if !fresh.isEmpty {
      install(all.subtracting(fresh), isExplaining: isExplaining, at: moment, emit)
    }
    install(all, isExplaining: isExplaining, at: moment, emit)
    arbiter.reconcile(wanted, judges, fresh: fresh)
  }

  /// Keeps a detector for each of `configurations`, and no others.
  private mutating func install(
    _ configurations: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    self.configurations = configurations
    pools.reconcile(configurations, isExplaining: isExplaining, at: moment) {
      arbiter.pass($0, of: $1, emit)
    }
  }

  /// Hands `reading` to every detector that such a part of a stream is for.
  @inline(__always)
  mutating func process(
    _ reading: Reading, _ part: Decimator.Part,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    pools.process(reading, part) { arbiter.pass($0, of: $1, emit) }
  }

  /// Tells every detector that the stream broke off at `moment`.
  mutating func interrupt(
    at moment: Timestamp, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    pools.interrupt(at: moment) { arbiter.pass($0, of: $1, emit) }
    arbiter.interrupt()
  }

  /// The gauge of each kind that has one; the first of several detectors of a kind gives it.
  func gauges(at reading: Reading) -> [MotionKind: MotionGauge] {
    var gauges: [MotionKind: MotionGauge] = [:]
    pools.addGauges(at: reading, to: &gauges)
    return gauges
  }
}
