// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A key that stands for an action: Control-Z for ``Action/undo``.
///
/// A responder lists its commands in ``Responder/keyCommands``. The application compares the first
/// responder's commands first, then the next one's, and so on. The first responder on the chain
/// that can performs the action of the first match.
///
/// ```swift
/// final class Page: Responder {
///   override var keyCommands: [KeyCommand]? {
///     [KeyCommand(input: "z", modifierFlags: .control, action: .undo, title: "Undo")]
///   }
/// }
/// ```
public struct KeyCommand: Hashable, Sendable, Codable {
  /// The character of the key without its modifiers, or one of the constants for special keys.
  public var input: String
  /// The modifiers that are held together with the key.
  public var modifierFlags: KeyModifierFlags
  /// The action to be performed.
  public var action: Action
  /// The text for a menu that has the command; nil if it is in none.
  public var title: String?
  /// The text for a list of keys that tells what this one does; nil if it is not to be listed.
  public var discoverabilityTitle: String?

  /// A command for `input` with `modifierFlags`.
  ///
  /// - Parameters:
  ///   - input: a character, in either case, or a constant such as ``inputEscape``
  ///   - modifierFlags: what is held together with it
  ///   - action: the action to be performed
  ///   - title: the text for a menu
  ///   - discoverabilityTitle: the text for a list of keys
  public init(
    input: String, modifierFlags: KeyModifierFlags = [], action: Action, title: String? = nil,
    discoverabilityTitle: String? = nil
  ) {
    self.input = input
    self.modifierFlags = modifierFlags
    self.action = action
    self.title = title
    self.discoverabilityTitle = discoverabilityTitle
  }

  /// A Boolean value that indicates whether `press` is the key of this command.
  ///
  /// Letters match in either case; modifiers match exactly, except that
  /// ``KeyModifierFlags/alphaShift`` and ``KeyModifierFlags/numericPad`` count only in a command
  /// that has them.
  public func matches(_ press: KeyPress) -> Bool {
    let states: KeyModifierFlags = [.alphaShift, .numericPad]
    return input.lowercased() == press.input.lowercased()
      && press.modifiers.subtracting(states.subtracting(modifierFlags)) == modifierFlags
  }

  /// The arrow key that points up.
  public static let inputUpArrow = "UIKeyInputUpArrow"
  /// The arrow key that points down.
  public static let inputDownArrow = "UIKeyInputDownArrow"
  /// The arrow key that points left.
  public static let inputLeftArrow = "UIKeyInputLeftArrow"
  /// The arrow key that points right.
  public static let inputRightArrow = "UIKeyInputRightArrow"
  /// The escape key.
  public static let inputEscape = "UIKeyInputEscape"
  /// The key to the beginning of the line.
  public static let inputHome = "UIKeyInputHome"
  /// The key to the end of the line.
  public static let inputEnd = "UIKeyInputEnd"
  /// The key to the page before.
  public static let inputPageUp = "UIKeyInputPageUp"
  /// The key to the page after.
  public static let inputPageDown = "UIKeyInputPageDown"
  /// The key that deletes what is behind the caret.
  public static let inputDelete = "UIKeyInputDelete"

  /// Function key `number`, from 1 on: UIKit's `f1` to `f12`.
  public static func inputFunction(_ number: Int) -> String { "UIKeyInputF\(number)" }
}

/// A key that was pressed, with the modifiers that were held.
public struct KeyPress: Hashable, Sendable {
  /// The character of the key without its modifiers, or a constant such as
  /// ``KeyCommand/inputEscape``.
  public var input: String
  /// The modifiers that were held.
  public var modifiers: KeyModifierFlags

  /// A press of the key for `input`, while `modifiers` were held.
  public init(_ input: String, modifiers: KeyModifierFlags = []) {
    self.input = input
    self.modifiers = modifiers
  }
}

/// The modifier keys and states of a keyboard.
public struct KeyModifierFlags: OptionSet, Hashable, Sendable, Codable {
  /// The bits, as in UIKit.
  public let rawValue: Int

  /// The set with the bits of `rawValue`.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Caps Lock is on.
  public static let alphaShift = KeyModifierFlags(rawValue: 1 << 16)
  /// A Shift key.
  public static let shift = KeyModifierFlags(rawValue: 1 << 17)
  /// A Control key.
  public static let control = KeyModifierFlags(rawValue: 1 << 18)
  /// An Alt key.
  public static let alternate = KeyModifierFlags(rawValue: 1 << 19)
  /// A Super, Windows or Command key.
  public static let command = KeyModifierFlags(rawValue: 1 << 20)
  /// The key is on the numeric pad.
  public static let numericPad = KeyModifierFlags(rawValue: 1 << 21)
}

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
  /// of keys that are held. Characters are the toolkit's business: `input` is what the key gives in
  /// the user's layout without modifiers.
  ///
  /// - Parameters:
  ///   - input: a character, or a constant such as ``KeyCommand/inputEscape``
  ///   - modifiers: what was held together with it
  ///   - timestamp: the time when the user pressed it, on the clock of the input
  /// - Returns: true if an action was performed; otherwise the toolkit goes on with the key
  @discardableResult
  public func sendKey(
    _ input: String, modifiers: KeyModifierFlags = [], at timestamp: Timestamp
  ) -> Bool {
    let answer = KeyAnswer()
    sendEvent(Event(KeyPress(input, modifiers: modifiers), at: timestamp, answer: answer))
    return answer.isPerformed
  }

  /// Performs the first command on the chain of `first` for `key` that a responder can perform.
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
