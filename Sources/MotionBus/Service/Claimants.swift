// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// The clients of the service: it takes their claims, sends them signals, and notices when they
/// leave.
///
/// It has a match rule for each client, so that a daemon without clients is not woken when other
/// programs come and go.
///
/// Used by one thread at a time, like its connection. Sending may fail because the connection
/// broke, which shows when it is processed the next time.
final class Claimants {
  private let connection: BusConnection
  private let handler: (Demand) -> Void
  /// Has ``settle()`` called once the detectors of the published demand are there.
  private let askToSettle: () -> Void
  private let authorization: Authorization
  private var table: ClaimTable
  /// The match rules that report when clients leave.
  private var matches: [String: Departure] = [:]
  /// The clients whose hold-off somebody ends: one timer for each, however often it calls.
  private var resuming: Set<String> = []
  /// The clients that watch the health of the daemon.
  var healthWatchers = HealthWatchers()
  /// The motions that the clients want, once somebody has asked since the last change.
  private var known: Demand?
  /// The demand that the handler knows.
  private var published = Demand()
  /// The answers to claims whose detectors may not be there yet, in order, with their clients.
  private var waiting: [(client: String, bytes: Int, answer: () -> Void)] = []
  /// The number of them, from the first, that the next ``settle()`` gives; 0 if nobody calls it.
  private var settling = 0
  private var budget = Budget<String>(answers)

  /// The claims that wait for an answer, each with its message: a client may make more than one.
  static let answers = Budget<String>.Limits(
    total: 2048, each: 32, bytes: 8 << 20, bytesOfEach: 1 << 20)

  /// Clients that have claimed nothing yet.
  ///
  /// - Parameters:
  ///   - connection: the connection to the bus
  ///   - defaults: the values of options that claims omit
  ///   - limits: the most clients that may claim
  ///   - authorization: decides which clients receive whole events
  ///   - askToSettle: called where claims wait for an answer, to have ``settle()`` called once the
  ///     detectors of the demand so far are there; not again before that
  ///   - handler: called with each change of the demand that is published
  init(
    _ connection: BusConnection, defaults: MotionOptions, limits: UserBudget.Limits,
    _ authorization: Authorization, askToSettle: @escaping () -> Void,
    _ handler: @escaping (Demand) -> Void
  ) {
    self.connection = connection
    self.askToSettle = askToSettle
    self.handler = handler
    self.authorization = authorization
    table = ClaimTable(defaults: defaults, limits: limits)
    authorization.onChange { [weak self] in self?.judgeAgain() }
  }

  /// Returns true if `client` has claimed, and not left since.
  func knows(_ client: String) -> Bool { table.knows(client) }

  /// The clients with their claims, each under a number; names to their own user alone.
  ///
  /// - Parameter user: the user who asks; nil for one who may know all
  /// - Returns: dictionaries with the arguments of the claim, and `Name` and `User` as far as they
  ///   are shown
  func status(for user: UInt32?) -> [String: BusValue] { table.status(for: user) }

  /// Adds a claim of `client`.
  ///
  /// - Parameters:
  ///   - client: the unique name of the client
  ///   - claim: its claim
  ///   - bytes: the bytes of its text
  ///   - user: the user of a client that is not known; nil for one that is
  ///   - done: called once the claim counts in full and its detectors are there, after polkit was
  ///     asked if need be
  /// - Throws: a ``Refusal`` if there are too many clients, or too many claims wait for an answer
  func claim(
    _ client: String, _ claim: MotionClaim, holding bytes: Int = 0, of user: UInt32?,
    _ done: @escaping () -> Void
  ) throws(Refusal) {
    guard budget.take(bytes, for: client) else {
      throw Refusal(
        name: Motion1.ErrorName.limitExceeded,
        message: "as many claims wait as may: \(Self.answers.each) of a client, "
          + "\(Self.answers.total) or \(Self.answers.bytes >> 20) MB of all; wait for their answers"
      )
    }
    do throws(Refusal) {
      try add(client, claim, of: user) { [weak self] in self?.waiting.append((client, bytes, done))
      }
    } catch {
      budget.giveBack(bytes, of: client)
      throw error
    }
  }

  private func add(
    _ client: String, _ claim: MotionClaim, of user: UInt32?, _ judged: @escaping () -> Void
  ) throws(Refusal) {
    guard let user, !knows(client) else {
      send(try table.claim(client, claim))
      table.awaitAnswer(to: client)
      known = nil
      return judged()
    }
    let isTrusted = authorization.trusts(user)
    send(try table.claim(client, claim, user: user, access: isTrusted ? .full : .limited))
    table.awaitAnswer(to: client)
    known = nil
    watch(client)
    guard !isTrusted else { return judged() }
    var isAnswered = false
    authorization.judge(client) { [weak self] access in
      self?.set(access, of: client)
      if !isAnswered { judged() }
      isAnswered = true
    }
  }

  private func set(_ access: Access, of client: String) {
    table.set(access, of: client)
    known = nil
  }

  /// Asks again about the access of all clients, as it may have changed.
  private func judgeAgain() {
    for client in table.clients(except: authorization.trustedUsers) {
      authorization.judge(client) { [weak self] in self?.set($0, of: client) }
    }
  }

  /// Has `client` watch the health of the daemon until it leaves, if it has claimed.
  func watchHealth(_ client: String) {
    if knows(client) { healthWatchers.add(client) }
  }

  /// Has `client`, which knows of its claim, receive events, and the beginnings of states that
  /// hold already.
  func answered(_ client: String) {
    send(table.answered(client))
  }

  /// Removes the claim of `client`.
  func release(_ client: String) {
    send(table.release(client))
    known = nil
  }

  /// Holds the motions of `client` off until `end`, on the clock of the events.
  ///
  /// - Returns: true if the caller has to call ``resume(_:after:)`` then; false without a claim,
  ///   and where an earlier call will
  func holdOff(_ client: String, until end: Timestamp) -> Bool {
    send(table.holdOff(client, until: end))
    return table.hasClaim(client) && resuming.insert(client).inserted
  }

  /// Ends the hold-off of `client` that was to last until `end`.
  ///
  /// - Returns: a later end, which another call moved it to meanwhile; nil if it is over
  func resume(_ client: String, after end: Timestamp) -> Timestamp? {
    let later = table.holdEnd(of: client).flatMap { $0 > end ? $0 : nil }
    if later == nil { resuming.remove(client) }
    send(table.resume(client, after: end))
    return later
  }

  /// Completes all claims again from `defaults`.
  func update(defaults: MotionOptions) {
    send(table.update(defaults: defaults))
    known = nil
  }

  /// Sends an event of a detector to the clients that claimed it, and keeps a state.
  func process(_ finding: MotionFinding, of configuration: MotionConfiguration) {
    switch finding {
    case .event(let event): send(table.deliver(event, of: configuration))
    case .state(let state): table.keep(state, of: configuration)
    case .rejection: break
    }
  }

  /// The states of all motions that are claimed, by name.
  var states: [String: BusValue] { table.states }

  /// Announces to all clients that the service stops because somebody wants that.
  func announceStop() {
    // Each has a match.
    for client in matches.keys {
      try? connection.signal(Motion1.path, Motion1.interface, Motion1.stopping).send(to: client)
    }
  }

  /// Forgets all clients, as the bus is lost.
  func removeAll() {
    table.removeAll()
    healthWatchers = HealthWatchers()
    known = nil
    publish()
  }

  /// Watches a client that has claimed, by its unique name, which no other client gets as long as
  /// the bus runs.
  private func watch(_ client: String) {
    do throws(BusError) {
      matches[client] = try Departure(of: client, on: connection) { [weak self] in
        self?.leave(client)
      }
    } catch {
      // The connection broke, or there is no memory: nothing is left to be reported.
    }
  }

  private func leave(_ client: String) {
    matches[client] = nil
    authorization.forget(client)
    healthWatchers.remove(client)
    table.leave(client)
    known = nil
  }

  /// The motions that the clients want.
  var demand: Demand {
    let demand = known ?? table.demand
    known = demand
    return demand
  }

  /// Hands on what has changed since the last time: once a turn, however many claims it took.
  func publish() {
    if demand != published {
      published = demand
      handler(demand)
    }
    guard settling == 0, !waiting.isEmpty else { return }
    settling = waiting.count
    askToSettle()
  }

  /// Answers the claims that waited when ``publish()`` had this called.
  func settle() {
    let answered = waiting.prefix(settling)
    waiting.removeFirst(settling)
    settling = 0
    for (client, bytes, answer) in answered {
      budget.giveBack(bytes, of: client)
      answer()
    }
  }

  private func send(_ signals: [ClaimTable.Signal]) {
    // An event goes to one client after the other, mostly with the same body.
    var last: (signal: ClaimTable.Signal, body: [BusValue])?
    for signal in signals {
      let body =
        if let last, last.signal.hasBody(of: signal) { last.body } else {
          signal.event.signalBody(hidingVectors: signal.hidesVectors)
        }
      last = (signal, body)
      do throws(BusError) {
        let message = try connection.signal(
          Motion1.path, Motion1.interface, signal.event.phase.signalName, body)
        try message.send(to: signal.client)
      } catch {}
    }
  }
}
