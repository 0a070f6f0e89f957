// SPDX-License-Identifier: Apache-2.0

import Foundation
import ShakeUndo
import UndoKit

/// Text that the user edits: a responder that is typed into, selects, cuts, copies, pastes, finds
/// and undoes, as UIKit's text fields and text views do, without drawing.
///
/// ```swift
/// let text = TextResponder("Dear Ada", next: note)
/// text.insertText("!")
/// text.selectAll()
/// application.sendAction(.copy, to: text, from: nil, for: nil)
/// ```
///
/// A toolkit draws ``text`` with its selection, calls ``insertText(_:)``, ``deleteBackward()`` and
/// ``moveCaret(by:extending:)`` for keys, or reports by ``userDidEdit(to:selecting:)`` what its own
/// widget made of them. It asks and notifies a ``delegate``.
///
/// A range is in indices of ``text`` as it is then, and holds whole characters as the user sees
/// them: one that cuts a character is widened. What is typed in one go is one step of undo, called
/// Typing.
open class TextResponder: Responder, KeyInput {
  /// The text with its selection; to the outside always with whole characters.
  private var content: EditedText
  private var steps = TextSteps()
  /// The target of the steps of undo, so that what the app registers with the text stays its own.
  private let stepTarget = TextStepTarget()

  /// The object that it asks and notifies, and does not own.
  public weak var delegate: (any TextDelegate)?

  /// A Boolean value that indicates whether the user may change the text; by default true.
  ///
  /// Otherwise it can be selected and copied, has no keyboard, and keeps its steps of undo.
  open var isEditable = true {
    didSet { if isEditable != oldValue { reloadInputViews() } }
  }

  /// A Boolean value that indicates whether there is one line only, as in a text field; by default
  /// false.
  ///
  /// The return key then asks the delegate, and what is pasted has spaces in place of line breaks.
  /// It has an undo manager of its own: ``undoManager``. Setting it forgets the steps of undo.
  open var isSingleLine = false {
    willSet { if newValue != isSingleLine { forgetSteps() } }
  }

  /// A Boolean value that indicates whether the text is a secret; by default false.
  ///
  /// It can be pasted and typed, and is never copied, cut or searched for.
  open var isSecureTextEntry = false

  /// A Boolean value that indicates whether the text is first responder.
  public private(set) var isEditing = false
  /// A Boolean value that indicates whether the delegate heard last that editing began.
  private var hasToldOfEditing = false

  /// A text with the caret at its end.
  ///
  /// - Parameters:
  ///   - text: the text
  ///   - next: the responder that follows it, such as the view around it
  public init(_ text: String = "", next: Responder? = nil) {
    content = EditedText(text)
    super.init()
    stepTarget.text = self
    self.next = next
  }

  isolated deinit {
    stepTarget.forget()
  }

  // MARK: Text and selection

  /// The text.
  ///
  /// Setting it puts the caret at its end. The delegate is not told, and steps of undo that no
  /// longer fit are forgotten.
  public var text: String {
    get { content.string }
    set {
      forgetSteps()
      content = EditedText(newValue, after: content.changes + 1)
    }
  }

  /// The text as it may be shown: for a secret, a dot for each character.
  public var shownText: String {
    isSecureTextEntry ? String(repeating: "•", count: text.count) : text
  }

  /// The name of the text in a question about an edit of it while it is off the screen: by default
  /// its beginning, in quotation marks.
  open var nameInQuestion: String { excerpt }

  /// A Boolean value that indicates whether there is any text.
  public var hasText: Bool { !text.isEmpty }

  /// The selection, in indices of ``text``; empty for a caret alone.
  public var selection: Range<String.Index> {
    get { content.indices(content.selection) }
    set { move { $0.select($0.place(newValue.lowerBound)..<$0.place(newValue.upperBound)) } }
  }

  /// The text that is selected.
  public var selectedText: String { content[content.selection] }

  /// The place of the caret, which is either end of the selection.
  public var caret: String.Index { content.index(content.caret) }

  /// Moves the caret by `count` characters; without `extending` a selection ends at the side that
  /// the caret moves to.
  ///
  /// - Parameters:
  ///   - count: how many characters, before the caret if negative
  ///   - extending: true to move that end of the selection which has the caret, as with Shift
  public func moveCaret(by count: Int, extending: Bool = false) {
    move { content in
      if extending {
        let place = content.place(content.caret, movedBy: count)
        content.select(anchor: content.anchor, caret: place)
      } else {
        let (selection, isCaret) = (content.selection, content.selection.isEmpty)
        let side = count < 0 ? selection.lowerBound : selection.upperBound
        let place = isCaret ? content.place(content.caret, movedBy: count) : side
        content.select(anchor: place, caret: place)
      }
    }
  }

  /// Selects the word at the caret, or before it.
  public func selectWord() {
    move { $0.select($0.word(at: $0.caret)) }
  }

  /// Selects the whole text.
  public func selectAll() {
    move { $0.select(0..<$0.end) }
  }

  private func move(_ change: (inout EditedText) -> Void) {
    let before = (content.anchor, content.caret)
    change(&content)
    guard before != (content.anchor, content.caret) else { return }
    steps.endRun(movingTo: content.selection)
    delegate?.textDidChangeSelection(self)
  }

  // MARK: Editing

  /// Puts `text` in the place of the selection, as typed.
  ///
  /// A line break ends the step of undo; in a text of a single line it is the return key.
  open func insertText(_ text: String) {
    if isSingleLine, text.allSatisfy(\.isNewline), !text.isEmpty {
      delegate?.textDidReturn(self)
      return
    }
    edit(content.selection, with: oneLine(text), .typing)
    if text.last?.isNewline == true { steps.endRun() }
  }

  /// Removes the selection, or else the character before the caret.
  open func deleteBackward() {
    let selection = content.selection
    let start = selection.isEmpty ? content.place(content.caret, movedBy: -1) : selection.lowerBound
    edit(start..<selection.upperBound, with: "", .typing)
  }

  /// Replaces `range` as a command of its own, which the user can undo.
  ///
  /// - Parameters:
  ///   - range: what is replaced, in indices of ``text``
  ///   - replacement: what takes its place; the caret is behind it then
  ///   - actionName: the name of the step of undo
  public func replace(
    _ range: Range<String.Index>, with replacement: String, actionName: String = "Replace"
  ) {
    let range = content.place(range.lowerBound)..<content.place(range.upperBound)
    steps.endRun()
    edit(content.whole(range), with: oneLine(replacement), .command(actionName))
    steps.endRun()
  }

  /// Takes over what the user made of the text in a widget that edits by itself.
  ///
  /// The smallest change counts as typed. The delegate is not asked, as it has happened.
  ///
  /// - Parameters:
  ///   - text: the text as it is now
  ///   - selection: what is selected in it, in its indices
  public func userDidEdit(to text: String, selecting selection: Range<String.Index>) {
    var after = EditedText(text)
    after.select(after.place(selection.lowerBound)..<after.place(selection.upperBound))
    if let (range, with) = content.difference(from: text, caret: after.caret) {
      apply(range, with: with, .typing, selecting: after.selection)
      if with.last?.isNewline == true { steps.endRun() }
    } else {
      move { $0.select(after.selection) }
    }
  }

  /// Makes what is typed from now on a step of its own, as AppKit's `NSTextView` does.
  public func breakUndoCoalescing() { steps.endRun() }

  private func oneLine(_ text: String) -> String {
    isSingleLine ? String(text.map { $0.isNewline ? " " : $0 }) : text
  }

  private func edit(_ range: Range<Int>, with new: String, _ kind: TextSteps.Kind) {
    let changes = content.changes
    guard isEditable, !(range.isEmpty && new.isEmpty),
      delegate?.text(self, shouldChangeIn: content.indices(range), replacement: new) ?? true
    else { return }
    if content.changes == changes { return apply(range, with: new, kind, selecting: nil) }
    // What a delegate has set stands, and the key follows as a step of its own.
    steps.endRun()
    apply(content.whole(range), with: new, kind, selecting: nil)
    steps.endRun()
  }

  private func apply(
    _ range: Range<Int>, with new: String, _ kind: TextSteps.Kind, selecting selection: Range<Int>?
  ) {
    let former = content
    content.replace(range, with: new)
    if let selection { content.select(selection) }
    if let step = steps.record(
      range, with: new, in: former, content, kind, undoManager, of: stepTarget)
    {
      register(step, kind.name)
    } else if steps.isForgotten {
      stepTarget.forget()
    }
    changed()
  }

  private func changed() {
    delegate?.textDidChange(self)
    NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
    delegate?.textDidChangeSelection(self)
  }

  // MARK: Undo

  /// The undo manager for edits of the text: ``Responder/next``'s, or its own if there is one line
  /// only.
  ///
  /// A text of one line empties its own when it resigns, so that a shake undoes nothing in a field
  /// that the user left. While a question about it is open, the text waits for the answer.
  open override var undoManager: UndoManager? { isSingleLine ? ownUndoManager : super.undoManager }
  private lazy var ownUndoManager = UndoManager()

  /// Empties the undo manager of one line, unless the user is being asked about it.
  private func clearOwnUndo() {
    guard isSingleLine, !isEditing else { return }
    if let question = EditQuestion.open(about: ownUndoManager) {
      question.whenClosed { [weak self] in self?.clearOwnUndo() }
    } else {
      forgetSteps()
      let isEnabled = ownUndoManager.isUndoRegistrationEnabled
      ownUndoManager.removeAllActions()
      if !isEnabled { ownUndoManager.disableUndoRegistration() }
    }
  }

  private func register(_ step: TextStep, _ name: String?) {
    guard let manager = undoManager else { return }
    // A manager that does not group by event would trap.
    let needsGroup = !manager.groupsByEvent && manager.groupingLevel == 0
    if needsGroup { manager.beginUndoGrouping() }
    register(step, in: manager)
    if let name { manager.setActionName(name) }
    if needsGroup { manager.endUndoGrouping() }
  }

  private func revert(_ step: TextStep, in manager: UndoManager?) {
    // The step stays until the text is editable again: what redoes brings it back.
    guard isEditable else {
      steps.endRun()
      manager?.registerUndo(withTarget: stepTarget) { [weak manager] target in
        if let manager { target.text?.register(step, in: manager) }
      }
      return
    }
    guard let inverse = steps.revert(step, in: &content) else { return }
    // While undoing this registers what redoes, and the other way round.
    if let manager { register(inverse, in: manager) }
    changed()
  }

  private func register(_ step: TextStep, in manager: UndoManager) {
    stepTarget.note(manager)
    manager.registerUndo(withTarget: stepTarget) { [weak manager] target in
      target.text?.revert(step, in: manager)
    }
  }

  private func forgetSteps() {
    if steps.forget() { stepTarget.forget() }
  }

  // MARK: First responder

  /// True: a text becomes first responder when the user points at it.
  open override var canBecomeFirstResponder: Bool { true }

  /// Begins editing, if the delegate agrees.
  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    guard isFirstResponder || delegate?.textShouldBeginEditing(self) ?? true else { return false }
    return super.becomeFirstResponder()
  }

  /// Ends editing, if the delegate agrees.
  @discardableResult
  open override func resignFirstResponder() -> Bool {
    guard !isFirstResponder || delegate?.textShouldEndEditing(self) ?? true else { return false }
    return super.resignFirstResponder()
  }

  override func firstResponderChanged(isFirst: Bool) {
    guard isEditing != isFirst else { return }
    isEditing = isFirst
    steps.endRun()
    if !isFirst { clearOwnUndo() }
  }

  override func firstResponderHasChanged() {
    guard hasToldOfEditing != isEditing else { return }
    hasToldOfEditing = isEditing
    let name: Notification.Name
    if isEditing {
      delegate?.textDidBeginEditing(self)
      name = Self.textDidBeginEditingNotification
    } else {
      delegate?.textDidEndEditing(self)
      name = Self.textDidEndEditingNotification
    }
    NotificationCenter.default.post(name: name, object: self)
  }

  // MARK: Commands

  /// The commands of editing; those that cannot be performed now do nothing.
  open override var actionMethods: [Action: Action.Method] {
    [
      .cut: { [self] _, _ in cutSelection() }, .copy: { [self] _, _ in _ = copySelection() },
      .paste: { [self] _, _ in paste() }, .delete: { [self] _, _ in deleteSelection("Delete") },
      .select: { [self] _, _ in selectWord() }, .selectAll: { [self] _, _ in selectAll() },
      .findNext: { [self] _, _ in find(forwards: true) },
      .findPrevious: { [self] _, _ in find(forwards: false) },
      .useSelectionForFind: { [self] _, _ in useSelectionForFind() },
    ]
  }

  /// A Boolean value that indicates whether `action` makes sense now, as the edit menu shows it.
  open override func canPerformAction(_ action: Action, withSender sender: Any?) -> Bool {
    let hasSelection = !content.selection.isEmpty
    return switch action {
    case .cut: hasSelection && isEditable && !isSecureTextEntry
    case .copy, .useSelectionForFind: hasSelection && !isSecureTextEntry
    case .delete: hasSelection && isEditable
    case .paste: isEditable && application?.pasteboard.hasStrings ?? false
    case .select: !hasSelection && !content.word(at: content.caret).isEmpty
    case .selectAll: content.selection.count < content.end
    case .findNext, .findPrevious:
      !isSecureTextEntry && hasText && application?.findPasteboard.hasStrings ?? false
    default: super.canPerformAction(action, withSender: sender)
    }
  }

  /// Puts what was on the board in the place of the selection.
  ///
  /// Override it to change what is pasted, and call `super`.
  open func pasteText(_ text: String) {
    replace(selection, with: text, actionName: "Paste")
  }

  /// Selects the next match of `string` after the selection, or from the other end again, in
  /// either case of letters.
  ///
  /// - Parameters:
  ///   - string: what is searched for
  ///   - forwards: false for the match before the selection
  /// - Returns: true if there is a match
  @discardableResult
  public func select(nextMatchOf string: String, forwards: Bool = true) -> Bool {
    guard !isSecureTextEntry, let match = content.match(of: string, forwards: forwards) else {
      return false
    }
    move { $0.select(match) }
    return true
  }
}
