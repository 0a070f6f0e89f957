// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A closure that a control or a gesture recognizer calls, to be removed by.
public struct ActionHandler: Hashable, Sendable {
  private let id = UUID()
}

/// The targets and closures that a control, or a gesture recognizer, calls, in the order of adding.
///
/// A recognizer, which has one event only, leaves the events out.
@MainActor
struct TargetList<Sender> {
  /// In the order of adding.
  private(set) var entries: [Entry] = []

  enum Entry {
    case target(Target)
    case handler(Handler)
  }

  var targets: [Target] {
    entries.compactMap { if case .target(let target) = $0 { target } else { nil } }
  }

  var handlers: [Handler] {
    entries.compactMap { if case .handler(let handler) = $0 { handler } else { nil } }
  }

  struct Target {
    /// The object, which is not owned; nil also if it is gone.
    private(set) weak var object: (any ActionTarget)?
    /// True if an object was named: without one, a responder is searched for.
    let isNamed: Bool
    let action: Action
    fileprivate(set) var events: Control.Events

    /// A Boolean value that indicates whether the named object is gone: it is not replaced.
    var isGone: Bool { isNamed && object == nil }

    fileprivate func isOf(_ other: (any ActionTarget)?) -> Bool {
      isNamed == (other != nil) && object === other
    }
  }

  struct Handler {
    fileprivate let id = ActionHandler()
    let events: Control.Events
    let body: @MainActor (Sender) -> Void
  }

  /// Adds `action` of `target`, nil for a responder that is searched for; the same target and
  /// action stand in the list once, with the events of each time.
  mutating func addTarget(
    _ target: (any ActionTarget)?, action: Action, for events: Control.Events = .allEvents
  ) {
    for (index, entry) in entries.enumerated() {
      guard case .target(var known) = entry, known.isOf(target), known.action == action else {
        continue
      }
      known.events.formUnion(events)
      entries[index] = .target(known)
      return
    }
    entries.append(
      .target(Target(object: target, isNamed: target != nil, action: action, events: events)))
  }

  /// Removes `events` from `action` of `target`; nil stands for all targets and all actions.
  mutating func removeTarget(
    _ target: (any ActionTarget)?, action: Action?, for events: Control.Events = .allEvents
  ) {
    entries = entries.compactMap { entry in
      guard case .target(var known) = entry, target == nil || known.object === target,
        action == nil || known.action == action
      else { return entry }
      known.events.subtract(events)
      return known.events.isEmpty ? nil : .target(known)
    }
  }

  /// Adds a closure, and returns what ``removeAction(_:)`` takes.
  @discardableResult
  mutating func addAction(
    for events: Control.Events = .allEvents, _ body: @escaping @MainActor (Sender) -> Void
  ) -> ActionHandler {
    let handler = Handler(events: events, body: body)
    entries.append(.handler(handler))
    return handler.id
  }

  mutating func removeAction(_ handler: ActionHandler) {
    entries.removeAll { if case .handler(let known) = $0 { known.id == handler } else { false } }
  }

  /// The named targets that exist, each once.
  var objects: [any ActionTarget] {
    targets.reduce(into: []) { all, target in
      guard let object = target.object, !all.contains(where: { $0 === object }) else { return }
      all.append(object)
    }
  }

  /// The events that have a target or a closure.
  var events: Control.Events {
    targets.reduce(into: handlers.reduce(into: []) { $0.formUnion($1.events) }) {
      $0.formUnion($1.events)
    }
  }

  /// The actions that `target` gets at one of `events`; nil for those without a target.
  func actions(
    forTarget target: (any ActionTarget)?, for events: Control.Events
  ) -> [Action] {
    targets.filter { $0.isOf(target) && !$0.events.isDisjoint(with: events) }.map(\.action)
  }
}
