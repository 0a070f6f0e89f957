// SPDX-License-Identifier: Apache-2.0

import Foundation
import UndoKit

/// A change of a text that can be reverted; while the user types, more is added to it.
final class TextStep {
  /// The place of the text that was removed.
  fileprivate var start: Int
  /// The text that was there before.
  fileprivate var removed: String
  /// The length of what is there now, in UTF-8.
  fileprivate var length: Int
  /// The ends of the selection before.
  fileprivate let selection: (anchor: Int, caret: Int)
  /// The state of the text before the change, and after it.
  fileprivate let (before, after): (UInt64, UInt64)

  fileprivate init(
    _ start: Int, removed: String, length: Int, selection: (anchor: Int, caret: Int),
    before: UInt64, after: UInt64
  ) {
    (self.start, self.removed, self.length) = (start, removed, length)
    (self.selection, self.before, self.after) = (selection, before, after)
  }

  /// Adds a change that touches what this one put in.
  fileprivate func extend(_ range: Range<Int>, with new: String, in text: EditedText) {
    if range.lowerBound < start {
      removed = text[range.lowerBound..<start] + removed
      length += start - range.lowerBound
      start = range.lowerBound
    }
    if range.upperBound > start + length {
      removed += text[(start + length)..<range.upperBound]
      length = range.upperBound - start
    }
    length += new.utf8.count - range.count
  }

  /// A Boolean value that indicates whether what it put into `text` is what was there before.
  fileprivate func isEmpty(in text: EditedText) -> Bool {
    text[start..<(start + length)].isSame(as: removed)
  }
}

extension String {
  /// A Boolean value that indicates whether the scalars are the same, not only what they look like.
  fileprivate func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

/// The steps of undo of one text, and which change belongs to each.
@MainActor
struct TextSteps {
  private var run = Run.none
  /// The number of the text as it is now.
  ///
  /// Each step leads from one number to another, which tells a step that no longer fits.
  private var state: UInt64 = 0
  private var latest: UInt64 = 0
  private var hasSteps = false

  private enum Run {
    /// No join: the next edit is a step of its own.
    case none
    /// The user is typing.
    case typing(TextStep)
  }

  /// A kind of change.
  enum Kind {
    case typing
    case command(String)

    /// The name that the user reads.
    var name: String {
      switch self {
      case .typing: "Typing"
      case .command(let name): name
      }
    }
  }

  mutating func endRun() {
    run = .none
  }

  /// Ends what is being typed, unless the caret came to its end: a GtkEntry reports the text first,
  /// and then where the caret is.
  mutating func endRun(movingTo selection: Range<Int>) {
    if case .typing(let step) = run, selection.isEmpty,
      selection.lowerBound == step.start + step.length
    {
      return
    }
    run = .none
  }

  /// True if steps were forgotten by the last change, because it was not registered.
  private(set) var isForgotten = false

  /// Takes note of a change.
  ///
  /// - Parameters:
  ///   - range: what was replaced
  ///   - new: by what
  ///   - text: the text before
  ///   - after: the text after
  ///   - kind: whether the user typed
  ///   - manager: the undo manager, if there is one
  ///   - owner: the object whose steps these are
  /// - Returns: the step to register; nil if the change belongs to one, changed nothing, or cannot
  ///   be undone
  mutating func record(
    _ range: Range<Int>, with new: String, in text: EditedText, _ after: EditedText, _ kind: Kind,
    _ manager: UndoManager?, of owner: AnyObject
  ) -> TextStep? {
    isForgotten = false
    if case (.typing, .typing(let step)) = (kind, run), let manager,
      manager.endsWithAction(of: owner),
      range.upperBound >= step.start, range.lowerBound <= step.start + step.length
    {
      step.extend(range, with: new, in: text)
      // A letter that was typed and deleted leaves nothing that a shake could take back.
      if step.isEmpty(in: after) {
        run = .none
        state = step.before
        manager.removeNewestAction()
      }
      return nil
    }
    run = .none
    guard !text[range].isSame(as: new) else { return nil }
    guard let manager, manager.isUndoRegistrationEnabled else {
      isForgotten = forget()
      return nil
    }
    let step = TextStep(
      range.lowerBound, removed: text[range], length: new.utf8.count,
      selection: (text.anchor, text.caret), before: state, after: nextState())
    (state, hasSteps) = (step.after, true)
    if case .typing = kind { run = .typing(step) }
    return step
  }

  /// Reverts a step, if it fits.
  ///
  /// - Returns: the step that does it again
  mutating func revert(_ step: TextStep, in text: inout EditedText) -> TextStep? {
    run = .none
    guard step.after == state else { return nil }
    let range = step.start..<(step.start + step.length)
    let inverse = TextStep(
      step.start, removed: text[range], length: step.removed.utf8.count,
      selection: (text.anchor, text.caret), before: step.after, after: step.before)
    text.replace(range, with: step.removed)
    text.select(anchor: step.selection.anchor, caret: step.selection.caret)
    state = step.before
    return inverse
  }

  /// Gives up all steps, as the text changes without them.
  ///
  /// - Returns: true if there were any
  mutating func forget() -> Bool {
    defer { hasSteps = false }
    run = .none
    state = nextState()
    return hasSteps
  }

  private mutating func nextState() -> UInt64 {
    latest += 1
    return latest
  }
}

/// The target of the steps of one text.
///
/// A shake does not undo them without a question while the text is in no window, and passes over
/// them while it is not editable. They go with the text.
@MainActor
final class TextStepTarget: AbsentUndoTarget {
  weak var text: TextResponder?
  private var managers: [Weak] = []

  private struct Weak {
    weak var manager: UndoManager?
  }

  var effect: UndoEffect {
    guard let text, text.isEditable else { return .none }
    return text.nearestWindow == nil ? .offScreen(text.nameInQuestion) : .visible
  }

  /// Notes that a step is registered with `manager`.
  func note(_ manager: UndoManager) {
    guard !managers.contains(where: { $0.manager === manager }) else { return }
    managers = managers.filter { $0.manager != nil } + [Weak(manager: manager)]
  }

  /// Removes the steps, as the text is going.
  func forget() {
    for each in managers { each.manager?.removeAllActions(withTarget: self) }
  }
}
