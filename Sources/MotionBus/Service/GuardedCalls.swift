import SystemPackage

/// The calls that need authorization, and that the owner of the service answers later.
///
/// Trusted users are authorized, and all others if polkit allows it. It asks the bus and polkit
/// without blocking. Used by one thread at a time, like its connection.
final class GuardedCalls {
  /// An answer: a descriptor for the caller, if the method returns one.
  ///
  /// The descriptor is closed, whatever becomes of the answer.
  typealias Answer = Result<FileDescriptor?, Refusal>

  /// The largest number of callers that wait for authorization at once.
  static let limit = 32

  private let connection: BusConnection
  private let trustedUsers: Set<UInt32>
  private var waiting = 0
  private var calls: [Int: BusMessage] = [:]
  private var lastCall = 0

  /// No calls yet; `trustedUsers` are authorized without polkit.
  init(_ connection: BusConnection, trusting trustedUsers: Set<UInt32>) {
    self.connection = connection
    self.trustedUsers = trustedUsers
  }

  /// Passes on `call` if its caller is allowed to do `action`, and refuses it otherwise.
  ///
  /// - Parameters:
  ///   - call: the call
  ///   - action: the name of its action for polkit; nil if only trusted users may do it
  ///   - handler: called, now or later, with the number by which it is to be answered
  func pass(_ call: BusMessage, _ action: String?, to handler: @escaping (Int) -> Void) {
    guard waiting < Self.limit else {
      let refusal = Refusal(
        name: Motion1.ErrorName.limitExceeded,
        message: "\(Self.limit) callers wait for polkit already; try again later")
      return call.answer(with: .failure(refusal))
    }
    waiting += 1
    let decide = { [weak self] (refusal: Refusal?) in
      guard let self else { return }
      waiting -= 1
      if let refusal { return call.answer(with: .failure(refusal)) }
      lastCall += 1
      calls[lastCall] = call
      handler(lastCall)
    }
    do throws(BusError) {
      try askUser(call, action, decide)
    } catch {
      decide(.denied("cannot ask the bus who calls: \(error)"))
    }
  }

  /// Answers the call of this number, unless it was answered before.
  func answer(_ number: Int, _ answer: Answer) {
    guard let call = calls.removeValue(forKey: number) else { return answer.discard() }
    call.answer(with: answer)
  }

  // MARK: Authorization

  /// Asks the bus for the user, and polkit unless the user is trusted.
  private func askUser(
    _ call: BusMessage, _ action: String?, _ answer: @escaping (Refusal?) -> Void
  ) throws(BusError) {
    // Not sd_bus_query_sender_creds, which waits for the answer.
    let question = try connection.callBus("GetConnectionUnixUser", [.string(call.sender ?? "")])
    try connection.send(question) { [weak self] result in
      guard let self else { return }
      do throws(BusError) {
        if case .uint32(let user)? = try result.get().first, trustedUsers.contains(user) {
          return answer(nil)
        }
        guard let action else {
          return answer(.denied("\(call.member) is for root, and for whoever runs motiond"))
        }
        try askPolkit(call, action, answer)
      } catch {
        answer(.denied("cannot find out who calls: \(error)"))
      }
    }
  }

  private func askPolkit(
    _ call: BusMessage, _ action: String, _ answer: @escaping (Refusal?) -> Void
  ) throws(BusError) {
    let question = try connection.call(
      "org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority",
      "org.freedesktop.PolicyKit1.Authority", "CheckAuthorization",
      [
        .structure([
          .string("system-bus-name"), .dictionary(["name": .string(call.sender ?? "")]),
        ]),
        .string(action), .texts([:]), .uint32(call.allowsInteractiveAuthorization ? 1 : 0),
        .string(""),
      ])
    // A user who is asked for a password needs longer than a program.
    let timeout: Duration? = call.allowsInteractiveAuthorization ? .seconds(120) : nil
    try connection.send(question, timeout: timeout) { result in
      answer(Self.refusal(result, action))
    }
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

extension GuardedCalls.Answer {
  /// Closes the descriptor, if there is one.
  func discard() {
    if case .success(let descriptor?) = self { try? descriptor.close() }
  }
}

extension BusMessage {
  /// Answers this call.
  func answer(with answer: GuardedCalls.Answer) {
    // The message has a copy of its own.
    defer { answer.discard() }
    do throws(BusError) {
      switch answer {
      case .success(let descriptor):
        try reply(descriptor.map { [.descriptor($0.rawValue)] } ?? [])
      case .failure(let refusal): try reply(error: refusal.name, refusal.message)
      }
    } catch {
      // For example, the descriptor is not open.
      try? reply(error: Motion1.ErrorName.failed, "\(error)")
    }
  }
}
