// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A recorder of changes that undoes and redoes them.
///
/// It behaves as Apple documents `UndoManager`, and where that is silent as was
/// observed on Apple's platforms. It differs on purpose where Apple's dangles or raises in the
/// wrong place; the members concerned say so, and <doc:Differences> lists them. Misuse traps,
/// because Swift cannot catch Apple's exceptions.
///
/// Changes are registered in groups; a top-level group is one step of undo. By default a group is
/// opened for each event and closed when the event ends: see ``groupsByEvent``.
///
/// Notifications are posted on `NotificationCenter.default`, synchronously, with the manager as
/// their object, each followed by its message, such as ``CheckpointMessage``, with the manager as
/// subject. ``isUndoing`` and ``isRedoing`` hold from the will- to the did-notification, both
/// included; what an observer of the did-notification registers counts as a new change.
@MainActor
open class UndoManager: NSObject {
  let undoStack = UndoStack()
  let redoStack = UndoStack()
  var eventGroupEnd = EventGroupEnd.idle
  var activity = Activity.idle
  private var disableCount = 0
  /// A Boolean value that indicates whether the newest step takes in no further change.
  private(set) var isSealed = false
  /// A Boolean value that indicates whether anything was ever registered.
  package internal(set) var hasRegistered = false

  /// Creates an undo manager that groups by event and keeps every step.
  public override init() {
    super.init()
  }

  /// Has the next change begin a step of its own, as the newest one is in a question to the user,
  /// or comes from ``step(_:_:)``.
  package func sealStep() {
    isSealed = true
  }

  func recorded() {
    (hasRegistered, isSealed) = (true, false)
  }

  // MARK: Grouping

  /// A Boolean value that indicates whether the changes of one event form one group; true by
  /// default.
  ///
  /// The first registration, name or explicit group of an event opens the group. It closes when the
  /// event ends: at the end of the pass of `RunLoop.main`; under `dispatchMain()` and an `async`
  /// `main` at the latest when the main queue has run what is in it by then. Other hosts call
  /// ``endEventGroups()``. As long as an explicit group is open inside, the event group stays open
  /// too.
  ///
  /// Turned off while an event group is open, that group stays open until ``endUndoGrouping()`` or
  /// ``undo()`` closes it, or until it is turned on again.
  open var groupsByEvent = true {
    didSet { scheduleEventGroupEnd() }
  }

  /// The modes of `RunLoop.main` at the end of whose passes event groups close; `.default` alone at
  /// first.
  ///
  /// Only a running `RunLoop` has modes: elsewhere they are without meaning.
  open var runLoopModes: [RunLoop.Mode] = [.default]

  /// The number of open groups; while undoing, the number of groups for redo.
  open var groupingLevel: Int {
    recordingStack.level
  }

  /// Opens a group inside the open one, or as a new step.
  ///
  /// When it groups by event and no group is open, the event group is opened first. While
  /// registration is disabled it is not.
  open func beginUndoGrouping() {
    openImplicitGroup()
    if recordingStack.level > 0 {
      post(CheckpointMessage())
    }
    recordingStack.open(by: .client)
    postUnlessReplaying(DidOpenUndoGroupMessage())
  }

  /// Closes the group opened last.
  ///
  /// Misuse without an open group. A group of yours is kept even if it is empty, unless
  /// registration is disabled; an event group is dropped with its labels if it holds neither an
  /// action nor a group of yours: a name alone is no step. Unlike on Apple's platforms the event
  /// group may be ended by hand. A group that a handler leaves open while undoing is closed for it.
  open func endUndoGrouping() {
    closeGroup(keepingEmpty: isUndoRegistrationEnabled)
  }

  /// Closes the group opened last; an empty one of the client's stays if it is kept.
  func closeGroup(keepingEmpty: Bool) {
    switch recordingStack.innermost?.opener {
    case .none, .replay: misuse("endUndoGrouping called with no matching begin")
    case .client, .event: break
    }
    post(CheckpointMessage())
    postUnlessReplaying(WillCloseUndoGroupMessage())
    let isDiscardable = recordingStack.innermost?.group.isDiscardable ?? false
    recordingStack.closeInnermost(keepingEmpty: keepingEmpty)
    if undoStack.level == 0 {
      eventGroupEnd = .idle
    }
    scheduleEventGroupEnd()
    postUnlessReplaying(DidCloseUndoGroupMessage(groupIsDiscardable: isDiscardable))
  }

  // MARK: Registration

  /// A Boolean value that indicates whether changes are recorded.
  open var isUndoRegistrationEnabled: Bool {
    disableCount == 0
  }

  /// Stops recording changes until a matching ``enableUndoRegistration()``.
  open func disableUndoRegistration() {
    disableCount += 1
  }

  /// Balances one ``disableUndoRegistration()``; misuse without one.
  open func enableUndoRegistration() {
    guard disableCount > 0 else { misuse("enableUndoRegistration called with no matching disable") }
    disableCount -= 1
  }

  // MARK: Undo and redo

  /// A Boolean value that indicates whether there is a group to undo, even an open or empty one.
  open var canUndo: Bool {
    undoStack.count > 0
  }

  /// A Boolean value that indicates whether there is a group to redo; posts a checkpoint first.
  open var canRedo: Bool {
    post(CheckpointMessage())
    return redoStack.count > 0
  }

  /// The number of steps to undo, an open one included; posts nothing.
  open var undoCount: Int {
    undoStack.count
  }

  /// The number of steps to redo; posts nothing.
  open var redoCount: Int {
    redoStack.count
  }

  /// A Boolean value that indicates whether a group is being undone.
  open var isUndoing: Bool {
    activity.direction == .undo
  }

  /// A Boolean value that indicates whether a group is being redone.
  open var isRedoing: Bool {
    activity.direction == .redo
  }

  /// Closes the open group if there is one, and undoes the latest step; without one nothing
  /// happens.
  ///
  /// Misuse while more than one group is open, such as one of yours inside the event group, and
  /// while undoing or redoing.
  open func undo() {
    requireNoReplay(for: "undo")
    post(CheckpointMessage())
    closeOnlyGroup()
    guard undoStack.level == 0 else {
      misuse("undo was called with too many nested undo groups")
    }
    undoNestedGroup()
  }

  /// Undoes the group closed last, also one inside the open event group, as one step to redo.
  ///
  /// Misuse if an explicit group is open, if the open event group has changes after its last closed
  /// group, and while undoing or redoing. Without a closed group nothing happens.
  open func undoNestedGroup() {
    requireNoReplay(for: "undoNestedGroup")
    let isBetweenGroups = undoStack.level == 0
    post(CheckpointMessage())
    // Then what is open is what an observer has just registered.
    if isBetweenGroups { closeEventGroup() }
    switch undoStack.innermost?.opener {
    case .none: break
    case .event where undoStack.innermost?.group.ending != .action: break
    case .event, .client, .replay:
      misuse("undoNestedGroup was called with an open undo group")
    }
    guard undoStack.hasClosedGroup else { return }
    replay(.undo, from: undoStack)
  }

  /// Redoes the step undone last, as one group to undo; without one nothing happens.
  ///
  /// Misuse while undoing or redoing.
  open func redo() {
    requireNoReplay(for: "redo")
    post(CheckpointMessage())
    guard redoStack.hasClosedGroup else { return }
    replay(.redo, from: redoStack)
  }

  /// A Boolean value that indicates whether no edit, undo or redo is under way.
  ///
  /// It is false while a group of yours is open: a shake that undid then would be misuse, or close
  /// the group before its time.
  open var isBetweenEdits: Bool {
    !hasExplicitGroup && !isUndoing && !isRedoing
  }

  /// The identity of what ``undo()`` reverts; nil if there is nothing.
  ///
  /// It stays the same while more is recorded in the same step, and changes with the step. A
  /// subclass with a history of its own returns a number that each change of it raises.
  open var undoStep: AnyHashable? {
    undoStack.newest.map { AnyHashable($0.number) }
  }

  /// The most steps that either stack keeps, as it drops the oldest; 0, the default, keeps all.
  ///
  /// Open groups and groups within a step do not count. Lowering it drops steps at once.
  open var levelsOfUndo = 0 {
    didSet {
      undoStack.limit = levelsOfUndo
      redoStack.limit = levelsOfUndo
    }
  }

  // MARK: Removing

  /// Forgets everything to undo and to redo, open groups included, and enables registration.
  ///
  /// Posts nothing. Unlike on Apple's platforms a handler may call it; the actions of its group
  /// that have not run yet are forgotten too.
  open func removeAllActions() {
    disableCount = 0
    eventGroupEnd = .idle
    activity.playback?.removeAll()
    undoStack.removeAll()
    redoStack.removeAll()
  }

  /// Forgets the actions registered with `target`, and the closed groups that this empties.
  ///
  /// Does not enable registration. May be called from the target's `deinit`.
  open func removeAllActions(withTarget target: Any) {
    let identity = ObjectIdentifier(target as AnyObject)
    activity.playback?.removeActions(of: identity)
    undoStack.removeActions(of: identity)
    redoStack.removeActions(of: identity)
  }

  // MARK: Names

  /// The name of the step to undo, or an empty string.
  open var undoActionName: String {
    undoStack.labels.name ?? ""
  }

  /// The name of the step to redo, or an empty string.
  open var redoActionName: String {
    redoStack.labels.name ?? ""
  }

  /// Names the open group, and with it the step; the name set last counts, and an empty one clears
  /// it.
  ///
  /// Undo and redo hand the name on, unless a handler sets one. With no group open it opens the
  /// event group, or is misuse without ``groupsByEvent``; while registration is disabled it is
  /// ignored then.
  open func setActionName(_ actionName: String) {
    labelGroup(for: "setActionName", "setting undo action name") {
      $0.latestLabels.name = actionName
    }
  }

  // MARK: Discardable actions and user info

  /// A Boolean value that indicates whether the step to undo may be lost without harm, such as
  /// scrolling.
  ///
  /// That takes an action, and each of its actions to be discardable.
  open var undoActionIsDiscardable: Bool {
    undoStack.isDiscardable
  }

  /// A Boolean value that indicates whether the step to redo may be lost without harm.
  ///
  /// See ``undoActionIsDiscardable``.
  open var redoActionIsDiscardable: Bool {
    redoStack.isDiscardable
  }

  /// Marks the latest entry of the open group, an action or a closed group, as discardable or not.
  ///
  /// If the group recorded nothing yet, it is about what comes next. What reverts a discardable
  /// step is discardable unless its handler says otherwise. With no group open this does as
  /// ``setActionName(_:)``.
  open func setActionIsDiscardable(_ discardable: Bool) {
    labelGroup(for: "setActionIsDiscardable", "setting undo action discardability") {
      $0.setLatestIsDiscardable(discardable)
    }
  }

  /// Returns the value for `key` in the user info of the step to undo, or nil.
  open func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    undoStack.labels.userInfo[key] ?? nil
  }

  /// Returns the value for `key` in the user info of the step to redo, or nil.
  open func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    redoStack.labels.userInfo[key] ?? nil
  }

  /// Sets a value in the user info of the open group and its step; the last counts, and nil removes
  /// it.
  ///
  /// Undo and redo hand it on, unless a handler sets another. With no group open this does as
  /// ``setActionName(_:)``.
  ///
  /// - Parameters:
  ///   - info: The value; retained, not copied, as long as the step lasts.
  ///   - key: The key of the value.
  open func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
    var replaced: Any?
    labelGroup(for: "setActionUserInfoValue", "setting undo action user info") {
      replaced = $0.latestLabels.set(info, forKey: key)
    }
    withExtendedLifetime(replaced) {}
  }

  // MARK: Titles

  /// The title of the menu item for undo, such as "Undo Paste".
  open var undoMenuItemTitle: String {
    undoMenuTitle(forUndoActionName: undoActionName)
  }

  /// The title of the menu item for redo, such as "Redo Paste".
  open var redoMenuItemTitle: String {
    redoMenuTitle(forUndoActionName: redoActionName)
  }

  /// Returns the title of the menu item that undoes `actionName`; override it to localize.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// Returns the title of the menu item that redoes `actionName`; override it to localize.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }
}
