// SPDX-License-Identifier: Apache-2.0

/// The rule for elements that wait for one consumer, which may be slow.
package protocol WaitingElements: Sendable {
  associatedtype Element: Sendable

  /// A rule with no waiting elements.
  init()

  /// Takes the next element, and returns the elements that wait from now on.
  mutating func add(_ element: Element) -> [Element]

  /// Takes the end of the source, and returns the elements that wait from now on.
  mutating func interrupt() -> [Element]

  /// Removes one delivered element.
  mutating func removeOne()
}

/// A bounded count of the events that wait for a slow consumer; a full one drops whole motions.
///
/// A backlog that admitted the beginning of a motion admits its end too: no motion stays open.
package struct EventBacklog: WaitingElements {
  /// The events that wait for a loop of an app.
  package static let capacity = 256

  private let limit: Int
  private var waiting = 0
  private var open = OpenMotions()

  /// A backlog of at most `limit` events, and of the ends of open motions.
  package init(limit: Int) {
    self.limit = limit
  }

  /// A backlog for a loop of an app.
  package init() {
    self.init(limit: Self.capacity)
  }

  /// A Boolean value that indicates whether no event waits.
  package var isEmpty: Bool { waiting == 0 }

  /// Takes the next event.
  ///
  /// - Returns: the events to deliver, which wait from now on; none for a motion that found no room
  package mutating func add(_ event: MotionEvent) -> [MotionEvent] {
    let isFull = waiting >= limit
    let admitted: [MotionEvent]
    switch event.phase {
    case .began where isFull, .recognized where isFull: admitted = []
    case .began, .ended, .cancelled, .recognized: admitted = open.admit(event)
    }
    waiting += admitted.count
    return admitted
  }

  /// Takes the end of the source: from now on, a cancellation for each open motion waits.
  package mutating func interrupt() -> [MotionEvent] {
    let cancellations = open.interrupt()
    waiting += cancellations.count
    return cancellations
  }

  /// Removes one delivered event.
  package mutating func removeOne() {
    waiting -= 1
  }
}
