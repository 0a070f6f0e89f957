// SPDX-License-Identifier: Apache-2.0

import MotionCore

// Gestures added as `GestureKind.custom`, which the client judges.
extension GestureBank {
  /// Reports the client's conclusion about a gesture of its own.
  ///
  /// A phase that its state does not allow is misuse, and traps; one of a gesture that lost to
  /// another meanwhile is ignored.
  ///
  /// - Parameters:
  ///   - phase: what follows from the fingers that the gesture received; `.ended` for one that
  ///     happened
  ///   - id: a recognizer added as ``GestureKind/custom``
  ///   - now: when that was certain
  ///   - answer: answers a question
  ///   - emit: called for each event, in order, before this returns
  public mutating func report(
    _ phase: GestureEvent.Phase, of id: GestureID, at now: Timestamp, asking answer: Answer,
    _ emit: Emit
  ) {
    advance(to: now, asking: answer, emit)
    guard let index = contestants.index(of: id) else { return }
    ensure(
      contestants.recognizers[index].kind == .custom,
      "GestureBank.report: this gesture is judged by the bank")
    record(phase, of: index, at: clock ?? now, answer)
    settle(at: clock ?? now, answer, emit)
    contestants.tidy()
  }

  /// Takes a finger from the client's own gesture, which fails or is cancelled without fingers.
  ///
  /// What else wants the finger counts it as before.
  package mutating func ignore(
    _ contact: Contact.ID, of id: GestureID, asking answer: Answer, _ emit: Emit
  ) {
    guard let clock, let index = contestants.index(of: id),
      contestants.recognizers[index].kind == .custom, contestants.drop([contact], index),
      contestants.state(index).isFollowing
    else { return }
    record(.failed, of: index, at: clock, answer)
    settle(at: clock, answer, emit)
    contestants.tidy()
  }

  /// Asks the client what follows for a gesture of its own from what some of `contacts` do.
  mutating func consult(
    _ index: Int, _ input: GestureInput, _ contacts: [Contact], _ now: Timestamp,
    _ answer: Answer, _ judge: Judge
  ) {
    let fingers = contestants.recognizers[index].fingers
    let own = contacts.filter { input == .ended || input == .cancelled || fingers.contains($0.id) }
    guard contestants.state(index).isFollowing else { return }
    let verdict = judge(contestants.recognizers[index].id, input, own.map(\.id))
    let isWithout = contestants.drop(verdict.ignored, index)
    if let phase = verdict.phase {
      record(phase, of: index, at: now, answer)
    } else if isWithout {
      record(.failed, of: index, at: now, answer)
    } else {
      process(index, input, at: now, answer)
    }
  }
}
