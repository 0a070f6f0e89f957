// SPDX-License-Identifier: Apache-2.0

/// One of the two stacks: its closed top-level groups, and the path of open groups above them.
///
/// A dropped action releases what its handler captured, and a captured object's deinit may call
/// back into the manager. So whatever is dropped outlives the access to the property that held it.
@MainActor
final class UndoStack {
  /// The opener of a group.
  enum Opener {
    /// The manager, for the changes of one event.
    case event
    /// The client, by `beginUndoGrouping()`.
    case client
    /// The manager, for the inverse of what it undoes or redoes.
    case replay
  }

  struct OpenGroup {
    let opener: Opener
    var group: UndoGroup
  }

  private var closed: [UndoGroup] = []
  private var path: [OpenGroup] = []
  /// The number of groups that were opened so far, which identifies each.
  private var opened = 0

  /// The most closed groups kept; 0 keeps all.
  var limit = 0 {
    didSet { trim() }
  }

  /// The number of top-level groups, an open one included.
  var count: Int {
    closed.count + (path.isEmpty ? 0 : 1)
  }

  /// A Boolean value that indicates whether a closed group is the newest entry, and can be taken
  /// out.
  var hasClosedGroup: Bool {
    switch innermost?.group.ending {
    case .none, .nothing: !closed.isEmpty
    case .group: true
    case .action: false
    }
  }

  /// A Boolean value that indicates whether `target` has the newest action, and more may join its
  /// step: the client has begun no group since.
  func endsWithAction(of target: ObjectIdentifier) -> Bool {
    guard let innermost else { return closed.last?.endsWithAction(of: target) ?? false }
    if innermost.group.ending != .nothing { return innermost.group.endsWithAction(of: target) }
    guard case .event = innermost.opener else { return false }
    return closed.last?.endsWithAction(of: target) ?? false
  }

  /// The number of open groups.
  var level: Int {
    path.count
  }

  /// The open group that was opened last; nil if none is open.
  var innermost: OpenGroup? {
    path.last
  }

  /// A Boolean value that indicates whether a group opened by `opener` is open.
  func hasGroup(by opener: Opener) -> Bool {
    path.contains { $0.opener == opener }
  }

  /// The labels of the newest top-level group, an open one included.
  var labels: Labels {
    guard path.isEmpty else {
      return path.reduce(Labels()) { $0.overridden(by: $1.group.labels) }
    }
    return closed.last?.labels ?? Labels()
  }

  /// A Boolean value that indicates whether the newest top-level group has discardable actions
  /// only.
  ///
  /// An open group counts.
  var isDiscardable: Bool {
    guard path.isEmpty else {
      return path.contains { $0.group.hasActions }
        && path.allSatisfy { $0.group.isDiscardable || !$0.group.hasActions }
    }
    return closed.last?.isDiscardable ?? false
  }

  /// The newest top-level group, an open one included, unless that has labels alone and is dropped
  /// before anything is undone; nil without one.
  var newest: UndoGroup? {
    openStep ?? closed.last
  }

  private var openStep: UndoGroup? {
    path.first.flatMap { $0.group.ending == .nothing ? nil : $0.group }
  }

  /// The newest top-level group that has a target left, how many groups to undo to revert it, and
  /// what the user would see of the change; nil without one.
  var newestEffective: (group: UndoGroup, depth: Int, effect: UndoEffect)? {
    var depth = 0
    if let open = openStep {
      depth = 1
      let effect = open.effect
      if !effect.isNone { return (open, depth, effect) }
    }
    for group in closed.reversed() {
      depth += 1
      let effect = group.effect
      if !effect.isNone { return (group, depth, effect) }
    }
    return nil
  }

  /// The closed top-level group that `depth` undos revert, counted from the newest; nil if there
  /// are not as many.
  func closed(atDepth depth: Int) -> UndoGroup? {
    depth > 0 && depth <= closed.count ? closed[closed.count - depth] : nil
  }

  func open(by opener: Opener) {
    opened += 1
    path.append(OpenGroup(opener: opener, group: UndoGroup(number: opened)))
  }

  /// Changes the innermost open group; one must be open.
  func changeInnermost(_ change: (inout UndoGroup) -> Void) {
    change(&path[path.count - 1].group)
  }

  /// Closes the innermost group: into the group around it, else onto the stack.
  ///
  /// An event group with labels alone is no step, whatever `keepingEmpty` says.
  func closeInnermost(keepingEmpty: Bool) {
    guard let innermost = path.popLast() else { return }
    let isEmpty = innermost.opener == .event && innermost.group.ending == .nothing
    guard innermost.group.hasActions || keepingEmpty && !isEmpty else { return }
    add(innermost.group)
  }

  /// Closes the replay group and whatever was left open inside; drops it if it has no actions.
  ///
  /// It takes over what a handler did not set of `labels`. Without a replay group nothing happens.
  func closeReplayGroup(inheriting labels: Labels) {
    guard let base = path.lastIndex(where: { $0.opener == .replay }) else { return }
    while path.count > base + 1 {
      closeInnermost(keepingEmpty: false)
    }
    guard var group = path.popLast()?.group, group.hasActions else { return }
    group.inherit(labels)
    add(group)
  }

  /// Removes and returns the newest closed group; nil without one, or if open changes lie above it.
  func popLastClosed() -> UndoGroup? {
    switch innermost?.group.ending {
    case .none, .nothing: closed.popLast()
    case .group: path[path.count - 1].group.popLastGroup()
    case .action: nil
    }
  }

  func removeAll() {
    let dropped = (closed, path)
    closed = []
    path = []
    withExtendedLifetime(dropped) {}
  }

  /// Removes the actions of `target`, and the closed groups that this emptied.
  func removeActions(of target: ObjectIdentifier) {
    let dropped = (closed, path)
    closed = closed.compactMap { $0.removingActionsUnlessEmptied(of: target) }
    path = path.map { OpenGroup(opener: $0.opener, group: $0.group.removingActions(of: target)) }
    withExtendedLifetime(dropped) {}
  }

  /// Removes the newest action, and the closed group that this emptied.
  func removeNewestAction() {
    var dropped: UndoAction?
    if let open = path.indices.last, path[open].group.ending != .nothing {
      dropped = path[open].group.removeNewestAction()
    } else if var group = closed.popLast() {
      dropped = group.removeNewestAction()
      if group.hasActions { closed.append(group) }
    }
    withExtendedLifetime(dropped) {}
  }

  private func add(_ group: UndoGroup) {
    if path.isEmpty {
      closed.append(group)
      trim()
    } else {
      path[path.count - 1].group.append(group)
    }
  }

  private func trim() {
    guard limit > 0, closed.count > limit else { return }
    let dropped = Array(closed.dropLast(limit))
    closed.removeFirst(dropped.count)
    withExtendedLifetime(dropped) {}
  }
}
