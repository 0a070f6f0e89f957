// SPDX-License-Identifier: Apache-2.0

import SystemPackage

/// The calls that need authorization, and that the owner of the service answers later.
///
/// Trusted users are authorized, and all others if polkit allows it; asking polkit does not block.
/// Used by one thread at a time, like its connection.
final class GuardedCalls {
  /// An answer: a value for the caller, if the method returns one.
  ///
  /// A descriptor is closed, whatever becomes of the answer.
  typealias Answer = Result<BusValue?, Refusal>

  /// A question to polkit that is not answered.
  private struct Question {
    let user: UInt32
    /// The call of polkit, and its identifier there.
    var call: UInt64?
    let identifier: String
    /// The match that tells when the caller leaves.
    var departure: BusSlot?
  }

  private let connection: BusConnection
  private let authorization: Authorization
  private let probe: DescriptorProbe
  private var quota: Quota
  private var questions: [Int: Question] = [:]
  private var calls: [Int: BusMessage] = [:]
  private var lastNumber = 0

  /// No calls yet.
  ///
  /// - Parameters:
  ///   - connection: the connection to the bus
  ///   - authorization: the users who are authorized without polkit
  ///   - limits: the most callers that wait for polkit at once
  init(_ connection: BusConnection, _ authorization: Authorization, limits: Quota.Limits) {
    self.connection = connection
    self.authorization = authorization
    probe = DescriptorProbe(connection)
    quota = Quota(limits)
  }

  /// Passes on `call` if its caller is allowed to do `action`, and refuses it otherwise.
  ///
  /// A caller that leaves the bus before polkit has answered is forgotten.
  ///
  /// - Parameters:
  ///   - call: the call
  ///   - user: the user of its caller
  ///   - action: the name of its action for polkit; nil if only trusted users may do it
  ///   - handler: called, now or later, with the number to answer it by
  func pass(
    _ call: BusMessage, of user: UInt32, _ action: String?, to handler: @escaping (Int) -> Void
  ) {
    if authorization.trusts(user) { return handler(keep(call)) }
    guard let action else {
      let refusal = Refusal.denied("\(call.member) is for root, and for whoever runs motiond")
      return call.answer(with: .failure(refusal))
    }
    guard quota.claim(user) else {
      let refusal = Refusal(
        name: Motion1.ErrorName.limitExceeded,
        message: "too many callers wait for polkit: at most \(quota.limits.total), and "
          + "\(quota.limits.user) of one user; try again later")
      return call.answer(with: .failure(refusal))
    }
    lastNumber += 1
    let number = lastNumber
    questions[number] = Question(user: user, identifier: "motiond-\(number)")
    do throws(BusError) {
      try ask(number, call, action, handler)
    } catch {
      end(number)
      call.answer(with: .failure(.denied("cannot ask polkit about \(action): \(error)")))
    }
  }

  /// A Boolean value that indicates whether `user` may do everything.
  func trusts(_ user: UInt32) -> Bool { authorization.trusts(user) }

  /// Keeps `call`, and returns the number to answer it by.
  func keep(_ call: BusMessage) -> Int {
    lastNumber += 1
    calls[lastNumber] = call
    return lastNumber
  }

  private func ask(
    _ number: Int, _ call: BusMessage, _ action: String, _ handler: @escaping (Int) -> Void
  ) throws(BusError) {
    let client = call.sender ?? ""
    let question = Authorization.Question(
      client: client, action: action, isInteractive: call.allowsInteractiveAuthorization,
      identifier: questions[number]?.identifier ?? "")
    // A user who types a password needs longer than a program.
    let timeout: Duration? = question.isInteractive ? .seconds(120) : nil
    questions[number]?.call = try authorization.ask(question, timeout: timeout) {
      [weak self] refusal in
      guard let self, end(number) != nil else { return }
      if let refusal { return call.answer(with: .failure(refusal)) }
      calls[number] = call
      handler(number)
    }
    questions[number]?.departure = try connection.departure(of: client) { [weak self] in
      self?.leave(number)
    }
  }

  /// Forgets a question whose caller has left the bus.
  private func leave(_ number: Int) {
    guard let question = end(number) else { return }
    if let call = question.call { connection.forget(call) }
    authorization.takeBack(question.identifier)
  }

  @discardableResult private func end(_ number: Int) -> Question? {
    guard let question = questions.removeValue(forKey: number) else { return nil }
    quota.release(question.user)
    return question
  }

  /// Answers the call of this number, unless it was answered before.
  func answer(_ number: Int, _ answer: Answer) {
    guard let call = calls.removeValue(forKey: number) else { return answer.discard() }
    guard case .success(.descriptor?) = answer else { return call.answer(with: answer) }
    let waiting = WaitingAnswer(answer)
    probe.ask(call.sender ?? "") { isPossible in
      guard !isPossible else { return waiting.give(to: call) }
      waiting.discard()
      let refusal = Refusal(
        name: Motion1.ErrorName.notSupported,
        message: "this connection takes no file descriptors: negotiate them when it is made")
      call.answer(with: .failure(refusal))
    }
  }
}

/// An answer whose descriptor is closed with this object, unless it was given before.
private final class WaitingAnswer {
  private var answer: GuardedCalls.Answer?

  init(_ answer: GuardedCalls.Answer) {
    self.answer = answer
  }

  deinit {
    discard()
  }

  func give(to call: BusMessage) {
    if let answer = answer.take() { call.answer(with: answer) }
  }

  func discard() {
    answer.take()?.discard()
  }
}

extension GuardedCalls.Answer {
  /// Closes the descriptor, if there is one.
  func discard() {
    if case .success(.descriptor(let descriptor)?) = self {
      try? FileDescriptor(rawValue: descriptor).close()
    }
  }
}

extension BusMessage {
  /// Answers this call.
  package func answer(with answer: Result<BusValue?, Refusal>) {
    // The message has a copy of its own.
    defer { answer.discard() }
    do throws(BusError) {
      switch answer {
      case .success(let value): try reply(value.map { [$0] } ?? [])
      case .failure(let refusal): try reply(error: refusal.name, refusal.message)
      }
    } catch {
      // For example, the descriptor is not open.
      try? reply(error: Motion1.ErrorName.failed, "\(error)")
    }
  }
}
