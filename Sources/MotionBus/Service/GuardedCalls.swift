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
    /// The bytes of text in the call.
    let bytes: Int
    /// The call of polkit, and its identifier there.
    var call: UInt64?
    let identifier: String
    /// The match that tells when the caller leaves.
    var departure: Departure?
  }

  private let connection: BusConnection
  private let authorization: Authorization
  private let probe: DescriptorProbe
  private var questionBudget: UserBudget
  private var questions: [Int: Question] = [:]
  private var callBudget: UserBudget
  private var calls: [Int: (message: BusMessage, bytes: Int, user: UInt32)] = [:]
  private var lastNumber = 0

  /// No calls yet.
  ///
  /// - Parameters:
  ///   - connection: the connection to the bus
  ///   - authorization: the users who are authorized without polkit
  ///   - limits: the most callers that wait for polkit at once, and calls that wait for an answer
  init(_ connection: BusConnection, _ authorization: Authorization, limits: ServiceLimits) {
    self.connection = connection
    self.authorization = authorization
    probe = DescriptorProbe(connection)
    questionBudget = UserBudget(ofUsers: limits.questions)
    callBudget = UserBudget(ofUsers: limits.calls)
  }

  /// Passes on `call` if its caller is allowed to do `action`, and refuses it otherwise.
  ///
  /// A caller that leaves the bus before polkit has answered is forgotten.
  ///
  /// - Parameters:
  ///   - call: the call
  ///   - bytes: the bytes of its text
  ///   - user: the user of its caller
  ///   - action: the name of its action for polkit; nil if only trusted users may do it
  ///   - handler: called, now or later, with the number to answer it by
  /// - Throws: a ``Refusal`` if its user may not do that, or if too many calls wait
  func pass(
    _ call: BusMessage, _ bytes: Int, of user: UInt32, _ action: String?,
    to handler: @escaping (Int) -> Void
  ) throws(Refusal) {
    if authorization.trusts(user) { return handler(try keep(call, bytes, of: user)) }
    guard let action else {
      throw .denied("\(call.member) is for root, and for whoever runs motiond")
    }
    guard questionBudget.take(bytes, for: user) else {
      throw Refusal(
        name: Motion1.ErrorName.limitExceeded,
        message: "too many callers wait for polkit: at most \(questionBudget.limits.total), and "
          + "\(questionBudget.limits.each) of one user; try again later")
    }
    lastNumber += 1
    let number = lastNumber
    questions[number] = Question(user: user, bytes: bytes, identifier: "motiond-\(number)")
    do throws(BusError) {
      try ask(number, call, action, handler)
    } catch {
      end(number)
      throw .denied("cannot ask polkit about \(action): \(error)")
    }
  }

  /// A Boolean value that indicates whether `user` may do everything.
  func trusts(_ user: UInt32) -> Bool { authorization.trusts(user) }

  /// Keeps `call` of `user`, with so many bytes of text, and returns the number to answer it by.
  ///
  /// - Throws: a ``Refusal`` if too many wait for an answer
  func keep(_ call: BusMessage, _ bytes: Int, of user: UInt32) throws(Refusal) -> Int {
    guard callBudget.take(bytes, for: user) else {
      let (most, mostBytes) = (callBudget.limits.each, callBudget.limits.bytesOfEach >> 20)
      throw Refusal(
        name: Motion1.ErrorName.limitExceeded,
        message: "as many calls wait as may, \(most) or \(mostBytes) MB; wait for their answers")
    }
    lastNumber += 1
    calls[lastNumber] = (call, bytes, user)
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
      guard let self, let question = end(number) else { return }
      call.answering { () throws(Refusal) in
        if let refusal { throw refusal }
        handler(try self.keep(call, question.bytes, of: question.user))
      }
    }
    questions[number]?.departure = try Departure(of: client, on: connection) { [weak self] in
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
    questionBudget.giveBack(question.bytes, of: question.user)
    return question
  }

  /// Answers the call of this number, unless it was answered before.
  func answer(_ number: Int, _ answer: Answer) {
    guard let (call, bytes, user) = calls.removeValue(forKey: number) else {
      return answer.discard()
    }
    callBudget.giveBack(bytes, of: user)
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
  /// Runs `body`, which answers this call now or later; answers with what it refuses.
  package func answering(_ body: () throws(Refusal) -> Void) {
    do throws(Refusal) { try body() } catch { answer(with: .failure(error)) }
  }

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
