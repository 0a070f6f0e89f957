// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The clients, their claims, and the motions that each of them has open.
///
/// A client that claims one kind of motion receives events that follow the grammar of
/// `MotionEvent`, whenever it claims, releases or leaves: nothing of a motion whose beginning it
/// did not receive. Clients whose claims come out the same share a detector.
struct ClaimTable {
  /// A signal to one client.
  struct Signal: Hashable {
    /// The unique name of the client.
    let client: String
    let event: MotionEvent
    /// A Boolean value that indicates whether the client is not to know the event's vectors.
    var hidesVectors = false

    /// Returns whether this signal and `other` differ at most in their clients.
    func hasBody(of other: Signal) -> Bool {
      hidesVectors == other.hidesVectors && event == other.event
    }
  }

  private struct Client {
    let user: UInt32
    var access: Access
    /// The claim; nil once it was released.
    var claim: MotionClaim?
    /// The configurations of the detectors that the claim needs.
    var configurations: Set<MotionConfiguration> = []
    /// The beginnings of the open motions.
    var open: [MotionConfiguration: MotionEvent] = [:]
    /// The end of the time when it receives nothing; nil for none.
    var heldUntil: Timestamp?
    /// The number of its claims without an answer: it would take no beginning yet.
    var unanswered = 0

    /// Notes an event, and returns true if the client is to receive it.
    mutating func shouldReceive(_ event: MotionEvent, of configuration: MotionConfiguration) -> Bool
    {
      guard configurations.contains(configuration) else { return false }
      if unanswered > 0, open[configuration] == nil { return false }
      // What begins meanwhile is not open, so that its end is not heard of either.
      if let heldUntil, event.timestamp < heldUntil { return false }
      switch (event.phase, open[configuration]) {
      case (.began, nil):
        open[configuration] = event
        return true
      case (.ended, let began?), (.cancelled, let began?):
        // One at a time: a simulated motion may begin within a real one, and the reverse.
        guard event.isSimulated == began.isSimulated else { return false }
        open[configuration] = nil
        return true
      case (.began, _?), (.ended, nil), (.cancelled, nil): return false
      case (.recognized, _): return true
      }
    }
  }

  private var clients: [String: Client] = [:]
  /// The clients that claim each configuration.
  private var listeners: [MotionConfiguration: Set<String>] = [:]
  private var budget: UserBudget
  private var defaults: MotionOptions

  /// The states that detectors reported, the latest last.
  private var reported: [(configuration: MotionConfiguration, state: MotionState)] = []
  /// `began` events that still hold, sent to clients that claim later.
  private var beginnings: [MotionConfiguration: MotionEvent] = [:]

  /// The time of the latest event.
  ///
  /// Interruptions are stamped with it: by any clock of this process the next event, which comes
  /// some milliseconds after its reading, might lie before the interruption.
  private var latest = Timestamp(nanoseconds: 0)

  /// A table without clients.
  ///
  /// - Parameters:
  ///   - defaults: the values of options that claims omit
  ///   - limits: the most clients that may claim
  init(
    defaults: MotionOptions = MotionOptions(),
    limits: UserBudget.Limits = ServiceLimits.single.claims
  ) {
    self.defaults = defaults
    budget = UserBudget(ofUsers: limits)
  }

  /// The motions that the clients want who may keep the sensor awake.
  var demand: Demand {
    Demand(Set(clients.values.lazy.filter { $0.access == .full }.flatMap(\.configurations)))
  }

  /// The states of the motions that are claimed, by name; of several claims with other options the
  /// latest change counts.
  var states: [String: BusValue] {
    // Asked in every turn: with no states, which is common, nothing is collected.
    reported.reduce(into: [:]) { states, entry in
      guard listeners[entry.configuration] != nil, let field = entry.state.field else { return }
      states[entry.state.name] = field.busValue
    }
  }

  /// The clients with their claims, see ``Claimants/status(for:)``.
  func status(for user: UInt32?) -> [String: BusValue] {
    let claimed = clients.filter { $0.value.claim != nil }.sorted { $0.key < $1.key }
    return claimed.enumerated().reduce(into: [:]) { status, entry in
      let (name, client) = entry.element
      var shown = client.claim?.arguments ?? [:]
      if client.access != .full { shown[DaemonStatus.limited] = .bool(true) }
      if user == nil || user == client.user {
        shown["Name"] = .string(name)
        shown["User"] = .uint32(client.user)
      }
      status["\(entry.offset + 1)"] = .dictionary(shown)
    }
  }

  /// Returns true if `client` has claimed, and not left since.
  func knows(_ client: String) -> Bool {
    clients[client] != nil
  }

  /// Adds a claim, which replaces the client's former one.
  ///
  /// - Parameters:
  ///   - client: the unique name of the client
  ///   - claim: its claim
  ///   - user: the user of a client that has claimed nothing before
  ///   - access: what such a client gets
  /// - Returns: the cancellations of motions that it does not claim in the same way again
  /// - Throws: a ``Refusal`` if there are too many clients
  mutating func claim(
    _ client: String, _ claim: MotionClaim, user: UInt32 = 0, access: Access = .full
  ) throws(Refusal) -> [Signal] {
    try admit(client, user, access)
    return clients[client]?.claim == claim ? [] : replace(client, claim)
  }

  /// Makes room for `client`, unless it is known.
  private mutating func admit(
    _ client: String, _ user: UInt32, _ access: Access
  ) throws(Refusal) {
    guard !knows(client) else { return }
    guard budget.take(for: user) else {
      throw Refusal(
        name: Motion1.ErrorName.tooManyClaims,
        message: "too many clients have claimed motions: at most \(budget.limits.total), and "
          + "\(budget.limits.each) of one user")
    }
    clients[client] = Client(user: user, access: access)
  }

  /// The clients of users that are not in `users`.
  func clients(except users: Set<UInt32>) -> [String] {
    clients.filter { !users.contains($0.value.user) }.map(\.key)
  }

  /// Changes what `client` receives.
  mutating func set(_ access: Access, of client: String) {
    clients[client]?.access = access
  }

  /// Has `client`, which has just claimed, receive only the ends of its open motions until the
  /// claim is answered.
  mutating func awaitAnswer(to client: String) {
    clients[client]?.unanswered += 1
  }

  /// Has `client` receive events, as a claim of it was answered, unless another one was not.
  ///
  /// - Returns: the beginnings of states that hold already, and that it has not received
  mutating func answered(_ client: String) -> [Signal] {
    clients[client]?.unanswered -= 1
    return beginnings(for: client)
  }

  /// The beginnings of states that hold already, and that `client` has not received; none as long
  /// as it holds motions off.
  private mutating func beginnings(for client: String) -> [Signal] {
    guard clients[client]?.heldUntil == nil else { return [] }
    return beginnings.filter { clients[client]?.shouldReceive($0.value, of: $0.key) ?? false }
      .values
      .map { signal($0, to: client) }
  }

  /// Removes the claim of `client`, and returns the cancellations of its open motions.
  mutating func release(_ client: String) -> [Signal] {
    knows(client) ? replace(client, nil) : []
  }

  /// Holds the motions of `client` off, as it is about to shake the device itself.
  ///
  /// An event counts by its timestamp, however late it comes. The hold-off survives another claim;
  /// of several the latest end counts.
  ///
  /// - Parameters:
  ///   - client: the unique name of the client; without a claim there is nothing to hold off
  ///   - end: the time before which it receives nothing, on the clock of the events
  /// - Returns: the cancellations of its open motions
  mutating func holdOff(_ client: String, until end: Timestamp) -> [Signal] {
    guard var state = clients[client], state.claim != nil else { return [] }
    state.heldUntil = max(state.heldUntil ?? end, end)
    let open = state.open.values
    state.open = [:]
    clients[client] = state
    return interruptions(of: open, for: client)
  }

  /// Returns true if `client` has a claim.
  func hasClaim(_ client: String) -> Bool { clients[client]?.claim != nil }

  /// The end of the hold-off of `client`; nil for none.
  func holdEnd(of client: String) -> Timestamp? { clients[client]?.heldUntil }

  /// Ends a hold-off, once all readings of its time were taken.
  ///
  /// - Parameters:
  ///   - client: the unique name of the client
  ///   - end: the end that was given; if a later one was given since, this changes nothing
  /// - Returns: the beginnings of states that hold
  mutating func resume(_ client: String, after end: Timestamp) -> [Signal] {
    guard clients[client]?.heldUntil == end else { return [] }
    clients[client]?.heldUntil = nil
    return beginnings(for: client)
  }

  /// Forgets a client that has left the bus: nothing can be sent to it.
  mutating func leave(_ client: String) {
    guard let state = clients.removeValue(forKey: client) else { return }
    forget(client, state.configurations)
    budget.giveBack(of: state.user)
  }

  /// Forgets all clients.
  mutating func removeAll() {
    clients = [:]
    listeners = [:]
    budget = UserBudget(ofUsers: budget.limits)
  }

  /// Completes all claims again.
  ///
  /// - Parameter defaults: the values of options that claims omit, from now on
  /// - Returns: the cancellations of motions that are detected otherwise from now on
  mutating func update(defaults: MotionOptions) -> [Signal] {
    self.defaults = defaults
    var signals: [Signal] = []
    for (client, state) in clients {
      if let claim = state.claim { signals += replace(client, claim) + beginnings(for: client) }
    }
    return signals
  }

  /// Delivers an event of a detector.
  ///
  /// - Returns: a signal to each client that is to receive it
  mutating func deliver(_ event: MotionEvent, of configuration: MotionConfiguration) -> [Signal] {
    latest = event.timestamp
    if MotionRegistry[event.kind]?.isState == true {
      beginnings[configuration] = event.phase == .began ? event : nil
    }
    var signals: [Signal] = []
    for client in listeners[configuration] ?? []
    where clients[client]?.shouldReceive(event, of: configuration) == true {
      signals.append(signal(event, to: client))
    }
    return signals
  }

  private func signal(_ event: MotionEvent, to client: String) -> Signal {
    Signal(client: client, event: event, hidesVectors: clients[client]?.access != .full)
  }

  /// Keeps a state that a detector reported.
  mutating func keep(_ state: MotionState, of configuration: MotionConfiguration) {
    reported.removeAll { $0.configuration == configuration }
    // A detector that goes tells that it knows nothing any more.
    if state.field != nil { reported.append((configuration, state)) }
  }

  /// Gives `client` another claim, or none; motions that it claims in the same way stay open.
  private mutating func replace(_ client: String, _ claim: MotionClaim?) -> [Signal] {
    let former = clients[client]?.open ?? [:]
    forget(client, clients[client]?.configurations ?? [])
    let configurations =
      claim.map { $0.options.completed(from: defaults).configurations(of: $0.motions) } ?? []
    for configuration in configurations { listeners[configuration, default: []].insert(client) }
    clients[client]?.claim = claim
    clients[client]?.configurations = configurations
    clients[client]?.open = former.filter { configurations.contains($0.key) }
    return interruptions(of: former.filter { !configurations.contains($0.key) }.values, for: client)
  }

  /// Removes `client` from the listeners of `configurations`.
  private mutating func forget(_ client: String, _ configurations: Set<MotionConfiguration>) {
    for configuration in configurations {
      listeners[configuration]?.remove(client)
      if listeners[configuration]?.isEmpty == true { listeners[configuration] = nil }
    }
  }

  private func interruptions(
    of beginnings: some Sequence<MotionEvent>, for client: String
  ) -> [Signal] {
    beginnings.sorted { $0.kind < $1.kind }
      .map { signal($0.interrupted(at: latest), to: client) }
  }
}
