// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Makes frames lawful: each finger begins, moves, and ends or is cancelled, whatever comes in.
///
/// The grammar of a contact is `began (moved | stationary)* (ended | cancelled)`. Unknown fingers,
/// time that goes back and coordinates that are not numbers are dropped and counted. A finger that
/// goes down twice is cancelled first. Two things about one finger in one frame become two frames
/// of one timestamp.
///
/// - Clock: the input's own. After an interruption it may start again.
public struct TouchTracker: Sendable {
  /// The most fingers at once; more are ignored until they lift.
  public static let mostContacts = 16

  /// The counts of frames, changes and fingers that were dropped.
  public private(set) var statistics = TouchStatistics()

  /// The contacts that are down, as the next frame will show them.
  private var frame = ContactFrame(timestamp: Timestamp(nanoseconds: .min), contacts: [])
  private var lastNumber: UInt64 = 0
  private var clock = Clock.unset
  /// The changes of a frame that remain; kept for its memory.
  private var waiting: [TouchChange] = []

  private enum Clock: Sendable {
    /// Nothing has come since the beginning or an interruption.
    case unset
    /// The last frame, and the latest time that is known.
    case set(frame: Timestamp, now: Timestamp)
  }

  /// A tracker of a panel without fingers.
  public init() {}

  /// The contacts that are down.
  public var contacts: [Contact] { frame.contacts }

  /// Processes the next frame.
  ///
  /// A frame earlier than the one before is dropped. A frame that is only earlier than the time of
  /// ``advance(to:)`` is stamped with that time: a finger that lifted must not stay down.
  ///
  /// - Parameters:
  ///   - input: the report of the panel
  ///   - emit: called for each lawful frame, in order, before this returns
  /// - Complexity: no heap allocation once as many fingers were down before.
  public mutating func process(_ input: TouchFrame, _ emit: (ContactFrame) -> Void) {
    var now = input.timestamp
    switch clock {
    case .unset: break
    case .set(let frame, _) where now < frame:
      statistics.late += 1
      return
    case .set(_, let latest): now = max(now, latest)
    }
    clock = .set(frame: input.timestamp, now: now)
    frame.timestamp = now
    waiting.append(contentsOf: input.changes)
    while !waiting.isEmpty {
      applyFirstOfEach()
      flush(emit)
    }
  }

  /// Advances the time to `now`, when no earlier frame is waiting.
  public mutating func advance(to now: Timestamp) {
    switch clock {
    case .unset: break
    case .set(let frame, let latest): clock = .set(frame: frame, now: max(latest, now))
    }
  }

  /// Cancels the fingers that are down: the panel is lost, dropped events, or has ended.
  ///
  /// They are cancelled at the latest time that is known.
  ///
  /// - Parameter emit: called once if a finger was down
  public mutating func interrupt(_ emit: (ContactFrame) -> Void) {
    switch clock {
    case .unset: return
    case .set(_, let now): frame.timestamp = now
    }
    for index in frame.contacts.indices { finish(index, .cancelled) }
    flush(emit)
    clock = .unset
  }

  /// Applies the next change of each finger; the rest waits on.
  private mutating func applyFirstOfEach() {
    var kept = 0
    for index in waiting.indices {
      let change = waiting[index]
      let isBlocked = waiting[..<kept].contains { $0.finger == change.finger }
      if isBlocked || !apply(change) {
        waiting[kept] = change
        kept += 1
      }
    }
    waiting.removeLast(waiting.count - kept)
  }

  /// Applies `change`, unless it has to wait for the next frame.
  private mutating func apply(_ change: TouchChange) -> Bool {
    guard let index = frame.contacts.firstIndex(where: { $0.finger == change.finger }) else {
      switch change.kind {
      case .down(let point): begin(change, at: point)
      case .move, .up, .cancel: statistics.unknown += 1
      }
      return true
    }
    switch (frame.contacts[index].phase, change.kind) {
    case (.stationary, .down):
      // The end was lost; the beginning follows in a frame of its own.
      finish(index, .cancelled)
      return false
    case (.stationary, .move(let point)), (.moved, .move(let point)):
      move(index, to: point, change.radius)
      return true
    case (.stationary, .up):
      finish(index, .ended)
      return true
    case (.stationary, .cancel):
      finish(index, .cancelled)
      return true
    case (.began, .down), (.began, .move), (.began, .up), (.began, .cancel),
      (.moved, .down), (.moved, .up), (.moved, .cancel),
      (.ended, .down), (.ended, .move), (.ended, .up), (.ended, .cancel),
      (.cancelled, .down), (.cancelled, .move), (.cancelled, .up), (.cancelled, .cancel):
      return false
    }
  }

  private mutating func begin(_ change: TouchChange, at point: Point) {
    guard point.isPlausible else {
      statistics.implausible += 1
      return
    }
    let down = frame.contacts.count { $0.phase != .ended && $0.phase != .cancelled }
    guard down < Self.mostContacts else {
      statistics.surplus += 1
      return
    }
    lastNumber += 1
    frame.contacts.append(
      Contact(
        id: Contact.ID(number: lastNumber), finger: change.finger, phase: .began, location: point,
        previousLocation: point, timestamp: frame.timestamp, tool: change.tool,
        radius: Self.plausible(change.radius), previousTimestamp: frame.timestamp))
  }

  private mutating func move(_ index: Int, to point: Point, _ radius: Double) {
    guard point.isPlausible else {
      statistics.implausible += 1
      return
    }
    frame.contacts[index].location = point
    frame.contacts[index].radius = Self.plausible(radius)
    let isBack = point == frame.contacts[index].previousLocation
    frame.contacts[index].phase = isBack ? .stationary : .moved
    frame.contacts[index].timestamp =
      isBack ? frame.contacts[index].previousTimestamp : frame.timestamp
  }

  private mutating func finish(_ index: Int, _ phase: Contact.Phase) {
    frame.contacts[index].phase = phase
    frame.contacts[index].timestamp = frame.timestamp
  }

  /// Emits the frame if anything happened in it, and prepares the next.
  private mutating func flush(_ emit: (ContactFrame) -> Void) {
    guard frame.contacts.contains(where: { $0.phase != .stationary }) else { return }
    emit(frame)
    frame.contacts.removeAll { $0.phase == .ended || $0.phase == .cancelled }
    for index in frame.contacts.indices { frame.contacts[index].rest() }
  }

  private static func plausible(_ radius: Double) -> Double {
    radius > 0 && radius <= Point.limit ? radius : 0
  }
}

/// Counts of what a ``TouchTracker`` dropped.
public struct TouchStatistics: Hashable, Sendable {
  /// Frames earlier than the one before.
  public var late = 0
  /// Changes whose place is not a number or beyond ``Point/limit``.
  public var implausible = 0
  /// Changes of fingers that are not down, dropped fingers included.
  public var unknown = 0
  /// Fingers beyond ``TouchTracker/mostContacts``.
  public var surplus = 0

  /// Statistics of a panel that was never touched.
  public init() {}
}
