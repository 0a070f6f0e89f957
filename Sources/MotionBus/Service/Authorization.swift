// SPDX-License-Identifier: Apache-2.0

/// The access of a client that has claimed.
package enum Access: Hashable, Sendable {
  /// Whole events; its claim keeps the sensor awake.
  case full
  /// Events without their vectors, while the claims of others keep the sensor awake.
  case limited
}

/// The users who are trusted, and polkit's answers about all others.
///
/// Used by one thread at a time, like its connection.
package final class Authorization {
  /// The users who may do everything.
  package let trustedUsers: Set<UInt32>
  private let connection: BusConnection
  private var changes: BusSlot?
  /// The questions about claims that polkit has not answered, by client: one for each.
  private var unanswered: [String: (number: UInt64, done: (Access) -> Void)] = [:]
  private var handler: () -> Void = {}
  /// The number of judgments that are awaited.
  private var awaited = 0
  /// A Boolean value that indicates whether polkit reported a change meanwhile.
  private var hasChanged = false

  /// The action of keeping the sensor awake, and of hearing whole events.
  private let claiming: String
  /// The longest wait for a judgment; clients wait for the answer to a claim.
  private static let patience = Duration.seconds(2)
  /// The longest wait for one by a polkit that has to be started.
  private static let startPatience = Duration.seconds(90)

  /// The authorization of users.
  ///
  /// - Parameters:
  ///   - connection: the connection to the bus
  ///   - trustedUsers: the users that need no question to polkit
  ///   - action: polkit's action of keeping the sensor awake
  package init(
    _ connection: BusConnection, trusting trustedUsers: Set<UInt32>,
    claiming action: String = "org.motiond.motion1.claim"
  ) {
    self.connection = connection
    claiming = action
    self.trustedUsers = trustedUsers
  }

  /// A Boolean value that indicates whether `user` may do everything.
  package func trusts(_ user: UInt32) -> Bool { trustedUsers.contains(user) }

  /// Calls `handler` when polkit's answers may have changed, such as with the session at the seat.
  package func onChange(_ handler: @escaping () -> Void) {
    self.handler = handler
  }

  /// Asks what `client` gets.
  ///
  /// Calls `done` with limited access where polkit does not answer in time, and with full access if
  /// it allows that later.
  package func judge(_ client: String, _ done: @escaping (Access) -> Void) {
    if changes == nil {
      // Anybody may send such a signal to this connection: it makes polkit be asked, and nothing
      // else.
      changes = try? connection.match(
        "type='signal',sender='\(Polkit.name)',interface='\(Polkit.interface)',member='Changed'"
      ) { [weak self] _ in self?.change() }
    }
    awaited += 1
    var isFirst = true
    forget(client)
    ask(about: client, timeout: Self.patience) { [weak self] access in
      done(access)
      if isFirst { self?.judged() }
      isFirst = false
    }
  }

  /// Asks again until polkit answers: the bus may have to start it first, or has lost the answer.
  private func ask(
    about client: String, timeout: Duration, _ done: @escaping (Access) -> Void
  ) {
    let question = Question(client: client, action: claiming)
    do throws(BusError) {
      let number = try send(question, timeout: timeout) { [weak self] result in
        self?.unanswered[client] = nil
        done(Self.refusal(result, question.action) == nil ? .full : .limited)
        if case .failure(let error) = result, timeout == Self.patience || error.isNoReply {
          self?.ask(about: client, timeout: Self.startPatience, done)
        }
      }
      unanswered[client] = (number, done)
    } catch {
      done(.limited)
    }
  }

  /// Asks no more about `client`, which has left.
  package func forget(_ client: String) {
    guard let (number, done) = unanswered.removeValue(forKey: client) else { return }
    connection.forget(number)
    done(.limited)
  }

  /// Asks again after a change, but not before the last answers have come.
  private func change() {
    if awaited == 0 { handler() } else { hasChanged = true }
  }

  private func judged() {
    awaited -= 1
    guard awaited == 0, hasChanged else { return }
    hasChanged = false
    handler()
  }

  /// A question for polkit.
  struct Question {
    /// The unique name of the client.
    let client: String
    let action: String
    /// A Boolean value that indicates whether the user may be asked for a password.
    var isInteractive = false
    /// The identifier that takes it back; empty for none.
    var identifier = ""
  }

  /// Asks polkit.
  ///
  /// - Parameters:
  ///   - question: the question
  ///   - timeout: the longest wait for the answer; nil for the default of sd-bus, 25 s
  ///   - answer: called with the refusal, nil for none
  /// - Returns: the number of the call
  /// - Throws: a ``BusError`` if it cannot be sent
  @discardableResult func ask(
    _ question: Question, timeout: Duration?, _ answer: @escaping (Refusal?) -> Void
  ) throws(BusError) -> UInt64 {
    let action = question.action
    return try send(question, timeout: timeout) { answer(Self.refusal($0, action)) }
  }

  private func send(
    _ question: Question, timeout: Duration?,
    _ completion: @escaping (Result<[BusValue], BusError>) -> Void
  ) throws(BusError) -> UInt64 {
    let call = try connection.call(
      Polkit.name, Polkit.path, Polkit.interface, Polkit.check,
      Polkit.question(
        about: question.client, question.action, isInteractive: question.isInteractive,
        identifier: question.identifier))
    return try connection.send(call, timeout: timeout, completion)
  }

  /// Takes a question back: a dialogue that asks for a password closes.
  func takeBack(_ identifier: String) {
    let call = try? connection.call(
      Polkit.name, Polkit.path, Polkit.interface, "CancelCheckAuthorization", [.string(identifier)])
    try? call?.send()
  }

  /// The refusal that polkit's answer amounts to; nil if the action is authorized.
  private static func refusal(
    _ result: Result<[BusValue], BusError>, _ action: String
  ) -> Refusal? {
    switch result {
    case .success(let values):
      guard case .structure(let members)? = values.first, members.count == 3,
        case (.bool(let isAuthorized), .bool(let isChallenge)) = (members[0], members[1])
      else { return .denied("polkit gave no answer about \(action) that makes sense") }
      if isAuthorized { return nil }
      let allowed = "by default root and the user at the machine's seat may do that"
      guard isChallenge else { return .denied("polkit does not allow \(action); \(allowed)") }
      return Refusal(
        name: Motion1.ErrorName.interactionRequired,
        message: "polkit would ask for a password before \(action), which the call does not allow; "
          + allowed)
    case .failure(let error):
      return .denied("only root may do that, as polkit cannot be asked about \(action): \(error)")
    }
  }
}
