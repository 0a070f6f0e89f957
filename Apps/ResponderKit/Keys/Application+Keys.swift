import MotionCore

/// The place for the answer to a key event.
@MainActor
final class KeyAnswer {
  /// A Boolean value that indicates whether an action was performed.
  var isPerformed = false
}

extension Application {
  /// Sends the event of a key, and tells whether a ``KeyCommand`` was found for it and performed.
  ///
  /// Call it for each key before the toolkit does anything else about it, and for the repetitions
  /// of keys that are held. Characters are the toolkit's business: `input` is what the key gives in the user's layout
  /// without modifiers.
  ///
  /// - Parameters:
  ///   - input: a character, or a constant such as ``KeyCommand/inputEscape``
  ///   - modifiers: what was held together with it
  ///   - timestamp: the time at which it was pressed, on the clock of the input
  /// - Returns: true if an action was performed; otherwise the toolkit goes on with the key
  @discardableResult
  public func sendKey(
    _ input: String, modifiers: KeyModifierFlags = [], at timestamp: Timestamp
  ) -> Bool {
    let answer = KeyAnswer()
    sendEvent(Event(KeyPress(input, modifiers: modifiers), at: timestamp, answer: answer))
    return answer.isPerformed
  }

  /// Performs the first command on the chain of `first` that is for `key` and that somebody can perform.
  ///
  /// - Returns: whether there was one
  func perform(_ key: KeyPress, in event: Event, from first: Responder) -> Bool {
    for responder in first.chain {
      for command in responder.keyCommands ?? [] where command.matches(key) {
        let target = first.target(forAction: command.action, withSender: command)
        if let target, sendAction(command.action, to: target, from: command, for: event) {
          return true
        }
      }
    }
    return false
  }
}
