// SPDX-License-Identifier: Apache-2.0

/// The record of one group, oldest entry first.
struct UndoGroup {
  enum Entry {
    case action(UndoAction)
    case group(UndoGroup)
    /// Labels set before the group that follows: they are back when that group is undone.
    case labels(Labels)
  }

  /// The kind of the last entry of a group, labels aside.
  enum Ending {
    case nothing
    case action
    case group
  }

  /// The number of the group, which identifies a step; it stays when the group is closed.
  let number: Int
  private(set) var entries: [Entry] = []
  /// The actions at whatever depth: kept, as counting them each time would take as long as there
  /// are groups.
  private var tally = Tally()
  init(number: Int) {
    self.number = number
  }

  /// The labels set since the last nested group closed.
  var latestLabels = Labels()
  /// A Boolean value that indicates whether the next entry is discardable.
  var nextIsDiscardable = false

  /// The labels set last within the group, at whatever depth.
  var labels: Labels {
    entries.reduce(Labels()) { labels, entry in
      switch entry {
      case .action: labels
      case .group(let group): labels.overridden(by: group.labels)
      case .labels(let later): labels.overridden(by: later)
      }
    }.overridden(by: latestLabels)
  }

  /// A Boolean value that indicates whether there is anything to perform.
  var hasActions: Bool {
    tally.actions > 0
  }

  /// A Boolean value that indicates whether there are actions, and all are discardable.
  var isDiscardable: Bool {
    hasActions && tally.lasting == 0
  }

  /// The kind of the last entry, labels aside.
  var ending: Ending {
    switch entries.last {
    case .action: .action
    case .group: .group
    case .labels, .none: .nothing
    }
  }

  /// A Boolean value that indicates whether the newest action, at whatever depth, is of `target`.
  func endsWithAction(of target: ObjectIdentifier) -> Bool {
    for entry in entries.reversed() {
      switch entry {
      case .action(let action): return action.targets(target)
      case .group(let group): return group.endsWithAction(of: target)
      case .labels: break
      }
    }
    return false
  }

  /// The effect that the user would see if the group were undone.
  @MainActor
  var effect: UndoEffect {
    var most = UndoEffect.none
    for entry in entries {
      let effect =
        switch entry {
        case .action(let action): action.effect
        case .group(let group): group.effect
        case .labels: UndoEffect.none
        }
      switch (effect, most) {
      case (.visible, _): return .visible
      case (.offScreen, .none): most = effect
      case (.offScreen, _), (.none, _): break
      }
    }
    return most
  }

  /// Adds the actions of the group and of its nested groups to `actions`, in order of registration.
  func appendActions(to actions: inout [UndoAction]) {
    for entry in entries {
      switch entry {
      case .action(let action): actions.append(action)
      case .group(let group): group.appendActions(to: &actions)
      case .labels: break
      }
    }
  }
}

extension UndoGroup {
  mutating func append(_ action: UndoAction) {
    append(.action(action))
  }

  mutating func append(_ group: UndoGroup) {
    if !latestLabels.isEmpty {
      entries.append(.labels(latestLabels))
      latestLabels = Labels()
    }
    append(.group(group))
  }

  private mutating func append(_ entry: Entry) {
    store(entry)
    if nextIsDiscardable {
      nextIsDiscardable = false
      setLatestIsDiscardable(true)
    }
  }

  /// Takes over what `earlier` has and this group does not set itself.
  mutating func inherit(_ earlier: Labels) {
    guard !earlier.isEmpty else { return }
    entries.insert(.labels(earlier), at: 0)
  }

  /// Marks the last entry, an action or a closed group, or else the first one to come.
  mutating func setLatestIsDiscardable(_ isDiscardable: Bool) {
    switch entries.last {
    case .action, .group: setEntry(entries.count - 1, isDiscardable: isDiscardable)
    case .labels, .none: nextIsDiscardable = isDiscardable
    }
  }

  private mutating func setEntry(_ index: Int, isDiscardable: Bool) {
    tally -= Self.tally(entries[index])
    switch entries[index] {
    case .action(var action):
      action.isDiscardable = isDiscardable
      entries[index] = .action(action)
    case .group(var group):
      for nested in group.entries.indices { group.setEntry(nested, isDiscardable: isDiscardable) }
      entries[index] = .group(group)
    case .labels:
      break
    }
    tally += Self.tally(entries[index])
  }
}

extension UndoGroup {
  /// Takes out the nested group that was recorded last, with the labels set after it: they are its.
  ///
  /// No label is merged away here: what it held would be released while the group is being changed.
  mutating func popLastGroup() -> UndoGroup? {
    guard case .group(var group) = entries.last else { return nil }
    entries.removeLast()
    tally -= group.tally
    group.entries.append(.labels(group.latestLabels))
    group.latestLabels = latestLabels
    latestLabels = Labels()
    revertLabels()
    return group
  }

  /// Takes out the newest action, at whatever depth, and a nested group that this emptied.
  mutating func removeNewestAction() -> UndoAction? {
    guard
      let index = entries.lastIndex(where: { if case .labels = $0 { false } else { true } })
    else { return nil }
    let removed: UndoAction?
    tally -= Self.tally(entries[index])
    switch entries.remove(at: index) {
    case .action(let action): removed = action
    case .group(var group):
      removed = group.removeNewestAction()
      if group.hasActions {
        entries.insert(.group(group), at: index)
        tally += group.tally
      }
    case .labels: removed = nil
    }
    revertLabels()
    return removed
  }

  /// The group without the actions of `target`, and without the nested groups that this emptied.
  func removingActions(of target: ObjectIdentifier) -> UndoGroup {
    var remainder = self
    (remainder.entries, remainder.tally) = ([], Tally())
    for entry in entries {
      switch entry {
      case .action(let action):
        if !action.targets(target) { remainder.store(entry) }
      case .group(let group):
        if let kept = group.removingActionsUnlessEmptied(of: target) {
          remainder.store(.group(kept))
        }
      case .labels(let labels):
        remainder.appendLabels(labels)
      }
    }
    remainder.revertLabels()
    return remainder
  }

  /// The group without the actions of `target`; nil if it held no others.
  ///
  /// A group that was empty before stays.
  func removingActionsUnlessEmptied(of target: ObjectIdentifier) -> UndoGroup? {
    let remainder = removingActions(of: target)
    return hasActions && !remainder.hasActions ? nil : remainder
  }

  /// Keeps at most one entry of labels in a row.
  private mutating func appendLabels(_ labels: Labels) {
    guard case .labels(let earlier) = entries.last else {
      entries.append(.labels(labels))
      return
    }
    entries[entries.count - 1] = .labels(earlier.overridden(by: labels))
  }

  /// Labels that no group follows any more are the latest again.
  private mutating func revertLabels() {
    guard case .labels(let earlier) = entries.last else { return }
    entries.removeLast()
    latestLabels = earlier.overridden(by: latestLabels)
  }
}

extension UndoGroup {
  /// The number of actions, and of those among them that are not discardable.
  private struct Tally {
    var (actions, lasting) = (0, 0)

    static func += (sum: inout Tally, other: Tally) {
      sum.actions += other.actions
      sum.lasting += other.lasting
    }

    static func -= (sum: inout Tally, other: Tally) {
      sum.actions -= other.actions
      sum.lasting -= other.lasting
    }
  }

  private static func tally(_ entry: Entry) -> Tally {
    switch entry {
    case .action(let action): Tally(actions: 1, lasting: action.isDiscardable ? 0 : 1)
    case .group(let group): group.tally
    case .labels: Tally()
    }
  }

  private mutating func store(_ entry: Entry) {
    entries.append(entry)
    tally += Self.tally(entry)
  }
}

/// A target that may be off the screen, when a shake does not undo its steps without a question, or
/// that refuses changes, when a shake passes over them.
@MainActor
package protocol AbsentUndoTarget: AnyObject {
  /// The effect of an undo that the user would see.
  var effect: UndoEffect { get }
}

/// The effect of an undo that the user would see.
package enum UndoEffect {
  /// Nothing, as the targets are gone, or refuse changes.
  case none
  /// Nothing yet: a target of that name is off the screen.
  case offScreen(String)
  /// A change.
  case visible

  /// A Boolean value that indicates whether an undo would change nothing at all.
  var isNone: Bool {
    switch self {
    case .none: true
    case .offScreen, .visible: false
    }
  }
}

/// One registered undo operation: a handler and the object that it changes.
struct UndoAction {
  private let targetIdentity: ObjectIdentifier
  /// Runs the handler, if the caller wants it, and returns what it changes.
  private let body: @MainActor (_ performs: Bool) -> UndoEffect
  /// A Boolean value that indicates whether the action may be lost without harm.
  var isDiscardable = false

  @MainActor
  init<Target: AnyObject>(target: Target, handler: @escaping @MainActor (Target) -> Void) {
    targetIdentity = ObjectIdentifier(target)
    body = { [weak target] performs in
      guard let target else { return .none }
      guard performs else { return (target as? any AbsentUndoTarget)?.effect ?? .visible }
      handler(target)
      return .visible
    }
  }

  /// Runs the handler, unless its target is gone.
  @MainActor
  func perform() {
    _ = body(true)
  }

  /// The effect of it that the user would see.
  @MainActor
  var effect: UndoEffect { body(false) }

  /// A Boolean value that indicates whether the action was registered with `target`.
  ///
  /// By identity, because a weak reference is already nil while its object deinitializes. An
  /// identity may be reused once its object is gone; the action that then goes by mistake could do
  /// nothing.
  func targets(_ target: ObjectIdentifier) -> Bool {
    targetIdentity == target
  }
}
