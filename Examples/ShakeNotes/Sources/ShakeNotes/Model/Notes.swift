// SPDX-License-Identifier: Apache-2.0

import ResponderKit
import UndoKit

/// The notes as a responder: their order, the open one, and what undoes each change of the order.
///
/// Text, list and search are before it on the chain, the window is after it. Each note undoes its
/// own edits.
final class Notes: Responder, TextDelegate {
  private var order: Order
  /// The application, whose boards are copied to.
  unowned let application: Application
  /// The place of the widget that shows the open note.
  let place: WidgetPlace
  /// The keys on the screen; nil where there is a keyboard.
  var keyPad: KeyPad?

  /// Called after each change.
  var onChange: @MainActor () -> Void = {}
  /// Called to show the search.
  var onFind: @MainActor () -> Void = {}

  private struct Order {
    /// There is always one.
    var notes: [PlacedText]
    var current: Int
  }

  /// Notes of `application` with these texts, or an empty one.
  init(_ texts: [String], of application: Application, menu: EditMenu) {
    self.application = application
    place = WidgetPlace(menu)
    order = Order(notes: [], current: 0)
    super.init()
    order.notes = notes(texts)
  }

  private func notes(_ texts: [String]) -> [PlacedText] {
    (texts.isEmpty ? [""] : texts).map { PlacedText($0, in: self, place, self) }
  }

  /// The note that is open.
  var openNote: PlacedText { order.notes[order.current] }
  /// Its position.
  var current: Int { order.current }
  /// All texts, in their order.
  var texts: [String] { order.notes.map(\.text) }
  /// The first line of each note.
  var titles: [String] { order.notes.map(\.title) }

  // MARK: Keys and commands

  override var keyCommands: [KeyCommand]? {
    [
      KeyCommand(input: "z", modifierFlags: .control, action: .undo),
      KeyCommand(input: "z", modifierFlags: [.control, .shift], action: .redo),
      KeyCommand(input: "x", modifierFlags: .control, action: .cut),
      KeyCommand(input: "c", modifierFlags: .control, action: .copy),
      KeyCommand(input: "v", modifierFlags: .control, action: .paste),
      KeyCommand(input: "a", modifierFlags: .control, action: .selectAll),
      KeyCommand(input: "f", modifierFlags: .control, action: .find),
      KeyCommand(input: "g", modifierFlags: .control, action: .findNext),
      KeyCommand(input: "g", modifierFlags: [.control, .shift], action: .findPrevious),
      KeyCommand(input: "n", modifierFlags: .control, action: .newNote),
      KeyCommand(input: "e", modifierFlags: .control, action: .showMenu),
      KeyCommand(input: "Menu", action: .showMenu),
      KeyCommand(input: "Return", modifierFlags: .control, action: .openLink),
    ]
  }

  override func method(for action: Action) -> Action.Method? {
    switch action {
    case .newNote: { _, _ in self.add("", "New Note") }
    case .find: { _, _ in self.onFind() }
    case .openLink: { _, _ in self.openLink() }
    default: super.method(for: action)
    }
  }

  override func canPerformAction(_ action: Action, withSender sender: Any?) -> Bool {
    switch action {
    case .openLink: openNote.link != nil
    default: super.canPerformAction(action, withSender: sender)
    }
  }

  private func openLink() {
    guard let link = openNote.link else { return }
    Task { [application] in await application.open(link) }
  }

  // MARK: Changes of the order

  /// Opens the note at `position`.
  func open(_ position: Int) {
    guard order.notes.indices.contains(position), position != current else { return }
    take(Order(notes: order.notes, current: position))
  }

  /// Adds a note after the one that is open, and opens it, in an undo step of its own.
  func add(_ text: String, _ actionName: String) {
    change(actionName) {
      $0.current += 1
      $0.notes.insert(contentsOf: notes([text]), at: $0.current)
    }
  }

  /// Removes the note that is open, in an undo step of its own; the next one is open then, or the
  /// last.
  func remove(_ actionName: String) {
    change(actionName) {
      $0.notes.remove(at: $0.current)
      if $0.notes.isEmpty { $0.notes = notes([]) }
      $0.current = min($0.current, $0.notes.count - 1)
    }
  }

  private func change(_ actionName: String, _ body: (inout Order) -> Void) {
    registerUndo()
    undoManager?.setActionName(actionName)
    var changed = order
    body(&changed)
    take(changed)
  }

  /// Registers the way back to what there is now.
  private func registerUndo() {
    let old = order
    undoManager?.registerUndo(withTarget: self) { notes in
      // While undoing this registers what redoes, and the other way round.
      notes.registerUndo()
      notes.take(old)
    }
  }

  private func take(_ new: Order) {
    let hadFocus = openNote.isFirstResponder
    order = new
    if hadFocus { openNote.becomeFirstResponder() }
    changed()
  }

  private func changed() {
    userActivity?.needsSave = true
    onChange()
  }

  // MARK: Changes of a note

  func textDidChange(_ text: TextResponder) {
    // Undo may have changed one that is not open.
    let position = order.notes.firstIndex { $0 === text }
    if let position, position != current { open(position) } else { changed() }
  }

  func textDidChangeSelection(_ text: TextResponder) {
    changed()
  }

  // MARK: User activity

  /// What the user is doing: editing these notes.
  static let activityType = "org.motiond.ShakeNotes.editing"

  override func updateUserActivityState(_ activity: UserActivity) {
    activity.title = openNote.title
    let range = openNote.selectedRange
    activity.addUserInfoEntries(from: [
      "notes": .array(texts.map { .string($0) }), "open": .integer(current),
      "selection": [.integer(range.location), .integer(range.length)],
    ])
    super.updateUserActivityState(activity)
  }

  override func restoreUserActivityState(_ activity: UserActivity) {
    defer { super.restoreUserActivityState(activity) }
    guard activity.activityType == Self.activityType,
      case .array(let values)? = activity.userInfo["notes"]
    else { return }
    let texts = values.compactMap { if case .string(let text) = $0 { text } else { nil } }
    var position = 0
    if case .integer(let stored)? = activity.userInfo["open"] { position = stored }
    let restored = notes(texts)
    take(Order(notes: restored, current: restored.indices.contains(position) ? position : 0))
    if case .array(let range)? = activity.userInfo["selection"], range.count == 2,
      case .integer(let location) = range[0], case .integer(let length) = range[1]
    {
      openNote.selectedRange = .init(location: location, length: length)
    }
  }
}

extension Action {
  /// Add a note.
  static let newNote = Action(rawValue: "newNote")
  /// Show the menu of what can be done.
  static let showMenu = Action(rawValue: "showMenu")
  /// Open the URL at the caret in the program that is for it.
  static let openLink = Action(rawValue: "openLink")
  /// Leave the question as it is.
  static let cancelQuestion = Action(rawValue: "cancelQuestion")
}
