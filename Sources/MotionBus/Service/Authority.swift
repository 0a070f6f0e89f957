/// Says who may do what not everybody may: trusted users, and whom polkit authorizes.
///
/// Asks the bus and polkit without blocking. Used by one thread at a time, like its connection.
final class Authority {
  /// How many callers may wait for an answer at once.
  static let limit = 32

  private let connection: BusConnection
  private let trustedUsers: Set<UInt32>
  private var waiting = 0

  /// An authority that trusts `trustedUsers`, and asks polkit about all others.
  init(_ connection: BusConnection, trusting trustedUsers: Set<UInt32>) {
    self.connection = connection
    self.trustedUsers = trustedUsers
  }

  /// Asks whether the caller of `call` may do it.
  ///
  /// - Parameters:
  ///   - call: what is to be done
  ///   - action: what that is for polkit
  ///   - completion: called once, now or later, with nil if it may
  func authorize(
    _ call: BusMessage, _ action: String,
    _ completion: @escaping (MotionService.Refusal?) -> Void
  ) {
    guard waiting < Self.limit else {
      return completion(
        MotionService.Refusal(
          name: Motion1.ErrorName.limitExceeded,
          message: "\(Self.limit) callers wait for polkit already; try again later"))
    }
    waiting += 1
    let question = Question(
      sender: call.sender ?? "", action: action,
      allowsInteraction: call.allowsInteractiveAuthorization)
    let answer = { [weak self] (refusal: MotionService.Refusal?) in
      self?.waiting -= 1
      completion(refusal)
    }
    do throws(BusError) {
      try askUser(question, answer)
    } catch {
      answer(.denied("cannot ask the bus who calls: \(error)"))
    }
  }

  private struct Question {
    let sender: String
    let action: String
    let allowsInteraction: Bool
  }

  /// Asks the bus for the user, and polkit if that is nobody trusted.
  private func askUser(
    _ question: Question, _ answer: @escaping (MotionService.Refusal?) -> Void
  ) throws(BusError) {
    let bus = "org.freedesktop.DBus"
    // Not sd_bus_query_sender_creds, which waits for the answer.
    let call = try connection.call(bus, "/org/freedesktop/DBus", bus, "GetConnectionUnixUser")
    try call.append([.string(question.sender)])
    try connection.send(call) { [weak self] result in
      guard let self else { return }
      do throws(BusError) {
        if case .uint32(let user)? = try result.get().first, trustedUsers.contains(user) {
          return answer(nil)
        }
        try askPolkit(question, answer)
      } catch {
        answer(.denied("cannot find out who calls: \(error)"))
      }
    }
  }

  private func askPolkit(
    _ question: Question, _ answer: @escaping (MotionService.Refusal?) -> Void
  ) throws(BusError) {
    let call = try connection.call(
      "org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority",
      "org.freedesktop.PolicyKit1.Authority", "CheckAuthorization")
    try call.append([
      .structure([
        .string("system-bus-name"), .dictionary(["name": .string(question.sender)]),
      ]),
      .string(question.action), .texts([:]), .uint32(question.allowsInteraction ? 1 : 0),
      .string(""),
    ])
    // Who is asked for a password needs longer than a program.
    let timeout: UInt64 = question.allowsInteraction ? 120_000_000 : 0
    try connection.send(call, timeout: timeout) { result in
      answer(Self.refusal(result, question.action))
    }
  }

  /// What polkit's answer means: nil if the action is authorized.
  private static func refusal(
    _ result: Result<[BusValue], BusError>, _ action: String
  ) -> MotionService.Refusal? {
    switch result {
    case .success(let values):
      guard case .structure(let members)? = values.first, members.count == 3,
        case (.bool(let isAuthorized), .bool(let isChallenge)) = (members[0], members[1])
      else { return .denied("polkit gave no answer about \(action) that makes sense") }
      if isAuthorized { return nil }
      guard isChallenge else { return .denied("polkit does not allow \(action)") }
      return MotionService.Refusal(
        name: Motion1.ErrorName.interactionRequired,
        message: "polkit would ask for a password before \(action), which the call does not allow")
    case .failure(let error):
      return .denied("only root may do that, as polkit cannot be asked about \(action): \(error)")
    }
  }
}
