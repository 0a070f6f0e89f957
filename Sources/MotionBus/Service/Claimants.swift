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
  private var table: ClaimTable
  /// The match rules that report when clients leave.
  private var matches: [String: BusSlot] = [:]
  /// The motions that the clients want.
  private(set) var demand = Demand()

  /// Clients that have claimed nothing yet.
  ///
  /// - Parameters:
  ///   - connection: the connection to the bus
  ///   - defaults: the values of options that claims omit
  ///   - handler: called with each change of the demand
  init(
    _ connection: BusConnection, defaults: MotionOptions, _ handler: @escaping (Demand) -> Void
  ) {
    self.connection = connection
    self.handler = handler
    table = ClaimTable(defaults: defaults)
  }

  /// Takes a claim of `client`.
  ///
  /// - Throws: a ``Refusal`` if there are too many clients
  func claim(_ client: String, _ claim: MotionClaim) throws(Refusal) {
    let isNew = !table.knows(client)
    send(try table.claim(client, claim))
    updateDemand()
    if isNew { watch(client) }
  }

  /// Tells `client`, which knows of its claim, the beginnings of states that hold already.
  func tellBeginnings(to client: String) {
    send(table.beginnings(for: client))
  }

  /// Takes back the claim of `client`.
  func release(_ client: String) {
    send(table.release(client))
    updateDemand()
  }

  /// Holds the motions of `client` off until `end`, on the clock of the events.
  func holdOff(_ client: String, until end: Timestamp) {
    send(table.holdOff(client, until: end))
  }

  /// Ends the hold-off of `client` that was to last until `end`.
  func resume(_ client: String, after end: Timestamp) {
    send(table.resume(client, after: end))
  }

  /// Completes all claims anew from `defaults`.
  func update(defaults: MotionOptions) {
    send(table.update(defaults: defaults))
    updateDemand()
  }

  /// Sends an event of a detector to the clients that claimed it.
  func emit(_ event: MotionEvent, of configuration: MotionConfiguration) {
    send(table.deliver(event, of: configuration))
  }

  /// Keeps a state that a detector told.
  func keep(_ state: MotionState, of configuration: MotionConfiguration) {
    table.keep(state, of: configuration)
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
    updateDemand()
  }

  /// Watches a client that has claimed, by its unique name, which no other client gets as long as
  /// the bus runs.
  private func watch(_ client: String) {
    do throws(BusError) {
      matches[client] = try connection.matchOwner(of: client) { [weak self] _ in
        self?.leave(client)
      }
      // The client may have left after its call and before the match. The bus takes messages in
      // order: if it knows the client when it is asked now, the match will see it leave.
      let question = try connection.callBus("NameHasOwner", [.string(client)])
      try connection.send(question) { [weak self] answer in
        if case .success(let values) = answer, values == [.bool(false)] { self?.leave(client) }
      }
    } catch {
      // The connection broke, or there is no memory: nothing is left to be told.
    }
  }

  private func leave(_ client: String) {
    matches[client] = nil
    table.leave(client)
    updateDemand()
  }

  private func updateDemand() {
    let wanted = table.demand
    guard wanted != demand else { return }
    demand = wanted
    handler(wanted)
  }

  private func send(_ signals: [ClaimTable.Signal]) {
    for signal in signals {
      do throws(BusError) {
        let message = try connection.signal(
          Motion1.path, Motion1.interface, signal.event.phase.signalName, signal.event.signalBody)
        try message.send(to: signal.client)
      } catch {}
    }
  }
}
