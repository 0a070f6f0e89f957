// SPDX-License-Identifier: Apache-2.0

/// Clients that stay to the end of a phase, one or more for each claim; the first of each is its
/// witness.
struct Listeners {
  let clients: [LoadClient]
  /// The time at which all had claimed.
  let since: Int64
  private let rig: LoadRig
  private var memory: Int

  /// Clients of `rig` that have claimed, and are fed.
  ///
  /// - Parameters:
  ///   - count: how many at least; a witness for each claim there is always
  ///   - rig: where
  ///   - isFresh: whether its daemon is replaced first, whose detectors then see the first reading
  /// - Throws: a ``LoadProblem`` if the daemon does not take their claims
  init(_ count: Int, on rig: LoadRig, fresh isFresh: Bool = true) throws {
    if isFresh { try rig.replaceDaemon() }
    self.rig = rig
    clients = try rig.clients(max(count, ClaimWish.all.count))
    try rig.claim(clients) { ClaimWish.all[$0 % ClaimWish.all.count] }
    since = bootTime()
    if rig.feed == nil { try rig.startFeed() }
    let all = clients
    try rig.run(for: rig.warmUp, { all })
    memory = rig.daemon.memory
  }

  /// Takes what motiond needs now for what it needs.
  mutating func weigh() {
    memory = rig.daemon.memory
  }

  /// Lets all clients release their claims, and audits the events that they heard.
  ///
  /// - Parameters:
  ///   - name: of the phase
  ///   - others: what those heard who came and went
  ///   - isWhole: whether the daemon's detectors were fed from the first reading on, as a replay is
  ///   - present: who came and stayed
  /// - Returns: what they have shown
  /// - Throws: a ``LoadProblem`` if the daemon does not answer, or took no readings
  func report(
    _ name: String, others: [ClientLog] = [], isWhole: Bool = true, present: [LoadClient] = []
  ) throws -> PhaseReport {
    if isWhole { try hearWhatIsDue(with: present) }
    // Also those who have not claimed: the answer is behind all that was sent to them.
    try rig.release(clients + present)
    let after = rig.daemon.memory
    let witnesses = Dictionary(uniqueKeysWithValues: zip(ClaimWish.all, clients.map(\.log)))
    guard let feed = rig.feed, let shift = rig.daemon.clockShift else {
      throw LoadProblem("\(name): motiond took no readings")
    }
    let comparison = Comparison(feed, shift: shift)
    var audit = Audit(witnesses, shift: shift)
    let logs = clients.dropFirst(ClaimWish.all.count).map(\.log) + present.map(\.log) + others
    for log in logs { audit.check(log) }
    return PhaseReport(
      name: name, clients: clients.count + present.count, audit: audit,
      latencies: (clients.map(\.log) + logs).flatMap(comparison.latencies),
      memory: (memory, after),
      problems: isWhole && !feed.hasPaused ? comparison.problems(witnesses) : [])
  }

  /// Turns until each witness has as many events as a replay of the readings so far has: a daemon
  /// with little of the CPU is behind its input.
  private func hearWhatIsDue(with present: [LoadClient]) throws {
    let readings = rig.feed?.readings ?? []
    let due = ClaimWish.all.map { $0.replay(readings).count }
    try rig.run(clients + present, until: "each witness has heard what was due") {
      rig.feed?.hasPaused ?? true
        || zip(due, clients).allSatisfy { due, client in client.log.events.count >= due }
    }
  }
}
