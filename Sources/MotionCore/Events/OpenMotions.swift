// SPDX-License-Identifier: Apache-2.0

/// The motions that began and are not over, at most one of each kind.
///
/// A listener's source may break off, change or repeat itself. The events that pass through here
/// follow the grammar of ``MotionEvent`` all the same, so the listener gets whole motions.
package struct OpenMotions: Hashable, Sendable {
  private var beginnings: [MotionKind: MotionEvent] = [:]

  /// A set without open motions.
  package init() {}

  /// Takes the next event.
  ///
  /// - Parameter event: from a source that may break the grammar
  /// - Returns: the events to deliver: none for an end without a beginning, and before a second
  ///   beginning the cancellation of the first
  package mutating func admit(_ event: MotionEvent) -> [MotionEvent] {
    switch (event.phase, beginnings[event.kind]) {
    case (.began, let former):
      beginnings[event.kind] = event
      return former.map { [$0.interrupted(at: event.timestamp), event] } ?? [event]
    case (.ended, _?), (.cancelled, _?):
      beginnings[event.kind] = nil
      return [event]
    case (.ended, nil), (.cancelled, nil):
      return []
    case (.recognized, _):
      return [event]
    }
  }

  /// Closes every open motion.
  ///
  /// - Parameter time: the moment of the interruption; nil for the moment of each motion's
  ///   beginning
  /// - Returns: a cancellation for each, in the order of their names
  package mutating func interrupt(at time: Timestamp? = nil) -> [MotionEvent] {
    defer { beginnings = [:] }
    return beginnings.values.sorted { $0.kind < $1.kind }.map { $0.interrupted(at: time) }
  }
}
