// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Counts taps in a row on one target: one, two, three, already right when the last tap begins.
///
/// A target is whatever a finger belongs to, such as a view, identified by a number. A tap
/// continues the nearest one before it on its target that ended less than
/// ``TouchConfiguration/multiTapInterval`` ago and began within
/// ``TouchConfiguration/multiTapDistance``. A finger that strays or rests too long does not tap:
/// its count is 0 from then on.
///
/// - Clock: the contacts' own.
public struct TapCounter: Sendable {
  /// The most taps that are remembered: of each finger one.
  private static let mostTaps = TouchTracker.mostContacts

  private let slop: Double
  private let reach: Double
  /// In nanoseconds.
  private let duration, interval: Int64
  private var fingers: [Finger] = []
  private var taps: [Tap] = []

  private struct Finger: Sendable {
    let id: Contact.ID
    let target: Int
    var state: State
  }

  private enum State: Sendable {
    /// So far it is the last of `count` taps.
    case tapping(count: Int, start: Point, since: Timestamp)
    /// It strayed or rested too long.
    case strayed
  }

  private struct Tap: Sendable {
    let target: Int
    let start: Point
    let end: Timestamp
    let count: Int
  }

  /// A counter that has seen no tap.
  public init(_ configuration: TouchConfiguration = TouchConfiguration()) {
    slop = configuration.tapSlop
    reach = configuration.multiTapDistance
    duration = configuration.tapDuration.wholeNanoseconds
    interval = configuration.multiTapInterval.wholeNanoseconds
  }

  /// Counts the taps in a row up to a contact.
  ///
  /// - Parameters:
  ///   - contact: as a ``ContactFrame`` has it
  ///   - target: what the contact belongs to: the same number in all its phases
  ///   - now: the frame's timestamp
  /// - Returns: from 1 on; 0 for a finger that does not tap
  /// - Complexity: no heap allocation while the contact is down.
  public mutating func count(_ contact: Contact, target: Int, at now: Timestamp) -> Int {
    guard let index = fingers.firstIndex(where: { $0.id == contact.id }) else {
      switch contact.phase {
      case .began: return begin(contact, target, at: now)
      case .moved, .stationary, .ended, .cancelled: return 0
      }
    }
    let state = fingers[index].state
    switch (state, contact.phase) {
    case (.tapping(let count, let start, let since), .moved),
      (.tapping(let count, let start, let since), .stationary):
      guard isTap(contact, start, since, now) else { return stray(index) }
      return count
    case (.tapping(let count, let start, let since), .ended):
      guard isTap(contact, start, since, now) else {
        _ = stray(index)
        fingers.remove(at: index)
        return 0
      }
      fingers.remove(at: index)
      if taps.count == Self.mostTaps { taps.removeFirst() }
      taps.append(Tap(target: target, start: start, end: now, count: count))
      return count
    case (.tapping, .cancelled), (.strayed, .ended), (.strayed, .cancelled):
      fingers.remove(at: index)
      return 0
    case (.tapping(let count, _, _), .began):
      return count  // A tracker does not repeat a beginning.
    case (.strayed, .began), (.strayed, .moved), (.strayed, .stationary):
      return 0
    }
  }

  /// Forgets all fingers and taps: the input broke off.
  public mutating func interrupt() {
    fingers.removeAll(keepingCapacity: true)
    taps.removeAll(keepingCapacity: true)
  }

  private mutating func begin(_ contact: Contact, _ target: Int, at now: Timestamp) -> Int {
    taps.removeAll { now.nanoseconds(since: $0.end) >= interval }
    let start = contact.location
    let before = taps.indices
      .filter { taps[$0].target == target && taps[$0].start.distance(to: start) <= reach }
      .min { taps[$0].start.distance(to: start) < taps[$1].start.distance(to: start) }
    let count = before.map { taps.remove(at: $0).count + 1 } ?? 1
    fingers.append(
      Finger(
        id: contact.id, target: target,
        state: .tapping(count: count, start: start, since: now)))
    return count
  }

  private func isTap(
    _ contact: Contact, _ start: Point, _ since: Timestamp, _ now: Timestamp
  ) -> Bool {
    contact.location.distance(to: start) <= slop && now.nanoseconds(since: since) < duration
  }

  /// A drag ends the row of its target.
  private mutating func stray(_ index: Int) -> Int {
    let target = fingers[index].target
    fingers[index].state = .strayed
    taps.removeAll { $0.target == target }
    return 0
  }
}
