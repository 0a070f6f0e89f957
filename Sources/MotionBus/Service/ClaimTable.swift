import MotionCore

/// Who has claimed which motions, and who is to hear of which event.
///
/// Each client hears `(began (ended | cancelled))*`, whenever it claims, releases or leaves: of a motion
/// whose beginning it did not hear, it hears nothing. Clients that claim the same share a detector.
struct ClaimTable {
  /// A signal to one client.
  struct Signal: Hashable {
    /// The unique name of the client.
    let client: String
    let event: MotionEvent
  }

  /// No more clients fit in.
  struct Full: Error {}

  /// How a client stands.
  fileprivate enum Client {
    /// It has claimed before, and is still on the bus.
    case released
    case claimed(ShakeConfiguration)
    /// It has been told that a motion began, and not yet how that came out.
    case inMotion(ShakeConfiguration, began: MotionEvent)
  }

  /// Of clients: on the system bus each takes one of the 512 match rules of a connection.
  static let limit = 256

  private var clients: [String: Client] = [:]
  /// The time of the latest event.
  ///
  /// What is interrupted here is interrupted then, as far as anybody was told: by any clock of this process
  /// the next event, which comes some milliseconds after its reading, might lie before the interruption.
  private var latest = Timestamp(nanoseconds: 0)

  /// What the clients want of the accelerometer.
  var demand: Demand {
    var demand = Demand()
    for client in clients.values {
      switch client {
      case .released: continue
      case .claimed(let configuration), .inMotion(let configuration, began: _):
        demand.detectors.insert(configuration)
      }
    }
    return demand
  }

  /// Whether `client` has claimed, and not left since.
  func knows(_ client: String) -> Bool {
    clients[client] != nil
  }

  /// A client wants motions recognised as `configuration` says; what it claimed before is replaced.
  ///
  /// - Parameters:
  ///   - client: its unique name
  ///   - configuration: what it wants
  /// - Returns: what to tell
  /// - Throws: ``Full`` if there are too many clients
  mutating func claim(
    _ client: String, _ configuration: ShakeConfiguration
  ) throws(Full) -> [Signal] {
    switch clients[client] {
    case nil:
      guard clients.count < Self.limit else { throw Full() }
      clients[client] = .claimed(configuration)
      return []
    case .released, .claimed:
      clients[client] = .claimed(configuration)
      return []
    case .inMotion(configuration, began: _):
      return []
    case .inMotion(_, let began):
      clients[client] = .claimed(configuration)
      return [Signal(client: client, event: began.interrupted(at: latest))]
    }
  }

  /// A client wants nothing any more.
  ///
  /// - Parameter client: its unique name
  /// - Returns: what to tell
  mutating func release(_ client: String) -> [Signal] {
    switch clients[client] {
    case nil, .released:
      return []
    case .claimed:
      clients[client] = .released
      return []
    case .inMotion(_, let began):
      clients[client] = .released
      return [Signal(client: client, event: began.interrupted(at: latest))]
    }
  }

  /// A client has left the bus: it cannot be told anything.
  mutating func leave(_ client: String) {
    clients[client] = nil
  }

  /// A detector says something.
  ///
  /// - Parameters:
  ///   - event: what it says
  ///   - configuration: that of the detector
  /// - Returns: what to tell
  mutating func deliver(_ event: MotionEvent, of configuration: ShakeConfiguration) -> [Signal] {
    latest = event.timestamp
    var signals: [Signal] = []
    for (client, state) in clients {
      guard let next = state.hearing(event, of: configuration) else { continue }
      clients[client] = next
      signals.append(Signal(client: client, event: event))
    }
    return signals
  }
}

extension ClaimTable.Client {
  /// How a client stands once it has heard `event`; nil if that is not for it.
  fileprivate func hearing(
    _ event: MotionEvent, of configuration: ShakeConfiguration
  ) -> ClaimTable.Client? {
    switch (self, event.phase) {
    case (.released, .began), (.released, .ended), (.released, .cancelled):
      return nil
    case (.claimed(configuration), .began):
      return .inMotion(configuration, began: event)
    case (.claimed, .began), (.claimed, .ended), (.claimed, .cancelled):
      return nil
    case (.inMotion, .began):
      // One motion at a time: a simulated one may begin within a real one, and the reverse.
      return nil
    case (.inMotion(configuration, let began), .ended),
      (.inMotion(configuration, let began), .cancelled):
      let continues = event.motion == began.motion && event.isSimulated == began.isSimulated
      return continues ? .claimed(configuration) : nil
    case (.inMotion, .ended), (.inMotion, .cancelled):
      return nil
    }
  }
}
