// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A bounded count of the steps that wait for a slow consumer, which keeps each touch in them
/// whole.
///
/// A finger that is put down while more than half of the room is used is left out until it lifts. A
/// finger that was let in is cancelled if a later step of it finds no room, and left out from then
/// on. So a consumer sees of each finger `down move* (up | cancel)` or nothing.
package struct TouchBacklog: Sendable {
  /// The usual limit: two seconds of a panel at 120 Hz.
  package static let usualLimit = 256

  private let limit: Int
  private var waiting = 0
  /// The fingers that were let in and have no end yet.
  private var fingers: Set<Int32> = []
  /// A Boolean value that indicates whether no frame was let in since the last interruption.
  private var isInterrupted = false

  /// A backlog of at most `limit` frames, besides one that cancels, one interruption, and the times
  /// that the consumer asked for.
  package init(limit: Int = usualLimit) {
    self.limit = limit
  }

  /// Adds the next step of the source.
  ///
  /// - Returns: the step to deliver, which waits from now on; nil if nothing of it is delivered
  package mutating func add(_ step: TouchStep) -> TouchStep? {
    let admitted: TouchStep? =
      switch step {
      case .frame(let frame): admit(frame).map { .frame($0) }
      case .time: step
      case .interruption: interrupt() ? step : nil
      }
    if admitted != nil { waiting += 1 }
    return admitted
  }

  /// Removes one step, which was delivered.
  package mutating func removeOne() {
    waiting -= 1
  }

  private mutating func admit(_ frame: TouchFrame) -> TouchFrame? {
    var frame = frame
    if waiting < limit {
      frame.changes.removeAll { !admit($0) }
    } else {
      frame.changes = fingers.sorted().map { TouchChange($0, .cancel) }
      fingers.removeAll(keepingCapacity: true)
    }
    guard !frame.changes.isEmpty else { return nil }
    isInterrupted = false
    return frame
  }

  private mutating func admit(_ change: TouchChange) -> Bool {
    switch change.kind {
    case .down:
      if waiting < max(1, limit / 2) { fingers.insert(change.finger) }
      return fingers.contains(change.finger)
    case .move: return fingers.contains(change.finger)
    case .up, .cancel: return fingers.remove(change.finger) != nil
    }
  }

  /// Cancels all fingers; false if the consumer has been interrupted since it last saw any.
  private mutating func interrupt() -> Bool {
    defer { isInterrupted = true }
    fingers.removeAll(keepingCapacity: true)
    return !isInterrupted
  }
}
