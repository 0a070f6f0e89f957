// SPDX-License-Identifier: Apache-2.0

/// The detectors of taps and of double taps of one stream, one for each configuration.
///
/// A tap depends on the sensitivity alone: one finder looks for taps of both kinds, for all
/// configurations of one sensitivity that began with the same reading. A configuration that joins
/// later begins with another finder, and so gets the same events as from a single detector.
struct TapPool: MotionPool {
  private var groups: [TapGroup] = []

  static var descriptions: [MotionDescription] { [.tap, .doubleTap] }

  mutating func reconcile(
    _ wanted: Set<MotionConfiguration>, isExplaining: Bool, at moment: Timestamp?,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    for group in groups.indices {
      groups[group].members.removeAll { !wanted.contains($0.configuration) }
    }
    groups.removeAll { $0.members.isEmpty }
    let joining = wanted.filter { $0.kind == .tap || $0.kind == .doubleTap }
      .subtracting(groups.flatMap { $0.members.map { $0.configuration } })
    for configuration in joining {
      let group = groups.firstIndex {
        !$0.finder.hasBegun && $0.finder.sensitivity == configuration.sensitivity
      }
      if group == nil { groups.append(TapGroup(finder: TapFinder(configuration.sensitivity))) }
      groups[group ?? groups.count - 1].members.append(TapMember(configuration))
    }
  }

  /// Takes each reading: a mean of four at 1600 Hz loses one gentle tap in forty.
  ///
  /// Inlined, so that taps that nobody wants cost no call.
  @inline(__always)
  mutating func process(
    _ reading: Reading, _ part: Decimator.Part,
    _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    if part != .mean, !groups.isEmpty { processAll(reading, emit) }
  }

  private mutating func processAll(
    _ reading: Reading, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    var isDecided = false
    groups.withUnsafeMutableBufferPointer { groups in
      for group in groups.indices {
        if groups[group].advance(to: reading) { isDecided = true }
      }
    }
    if isDecided { judge(at: reading.timestamp, emit) }
  }

  /// Not inlined: most readings have nothing to judge.
  @inline(never)
  private mutating func judge(
    at now: Timestamp, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    // In the order of the kinds; a list of members would take memory.
    for group in groups.indices { groups[group].judge(doubles: false, at: now, emit) }
    for group in groups.indices { groups[group].judge(doubles: true, at: now, emit) }
    for group in groups.indices { groups[group].settle() }
  }

  mutating func interrupt(
    at moment: Timestamp, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    for group in groups.indices { groups[group].interrupt() }
  }

  func addGauges(at reading: Reading, to gauges: inout [MotionKind: MotionGauge]) {
    for group in groups.reversed() {
      for member in group.members { gauges[member.configuration.kind] = group.finder.gauge }
    }
  }
}

/// A finder, and the judges of its taps.
private struct TapGroup: Sendable {
  var finder: TapFinder
  var members: [TapMember] = []
  /// The tap that the newest reading proved.
  private var found: Tap?
  /// A Boolean value that indicates whether the passing of time alone can decide.
  private var isWaiting = false

  init(finder: TapFinder) { self.finder = finder }

  /// Takes the next reading.
  ///
  /// - Returns: true if there is something to judge
  mutating func advance(to reading: Reading) -> Bool {
    guard let tap = finder.process(reading) else { return isWaiting }
    found = tap
    return true
  }

  mutating func judge(
    doubles: Bool, at now: Timestamp, _ emit: (MotionFinding, MotionConfiguration) -> Void
  ) {
    for index in members.indices where members[index].judge.isDouble == doubles {
      guard let event = members[index].judge.judge(found, at: now) else { continue }
      emit(.event(event), members[index].configuration)
    }
  }

  /// Ends the reading, after all judges took its tap.
  mutating func settle() {
    found = nil
    isWaiting = members.contains { $0.judge.isWaiting }
  }

  mutating func interrupt() {
    finder.interrupt()
    for index in members.indices { members[index].judge.interrupt() }
    settle()
  }
}

/// A configuration, and its judge.
private struct TapMember: Sendable {
  let configuration: MotionConfiguration
  var judge: TapJudge

  init(_ configuration: MotionConfiguration) {
    self.configuration = configuration
    judge =
      configuration.kind == .doubleTap
      ? .double(TapPairing()) : TapJudge(single: TapConfiguration(configuration))
  }
}
