// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A loop over motions, which an application in the background does not get.
@MainActor
package final class MotionFeed {
  /// Nil for a sequence that knows no wishes: it goes on in the background.
  private let wish: (any MotionWish)?
  private let alsoInBackground: Bool
  /// The motions that began in the application.
  private var told = OpenMotions()
  /// The states of the device that hold now.
  private var states: [MotionKind: MotionEvent] = [:]
  private var isTelling = false

  package init(_ wish: (any MotionWish)?, alsoInBackground: Bool) {
    (self.wish, self.alsoInBackground) = (wish, alsoInBackground)
  }

  private var isOpen: Bool { wish?.isOn ?? true }

  /// Wants motions, or none, as the application came to the front or went.
  package func setInFront(_ isInFront: Bool) {
    let isOn = isInFront || alsoInBackground
    if let wish, wish.isOn != isOn { wish.isOn = isOn }
  }

  /// Takes the next event, and returns the events to send.
  package func admit(_ event: MotionEvent) -> [MotionEvent] {
    guard let event = event.timely else { return [] }
    if MotionRegistry[event.kind]?.isState == true {
      states[event.kind] = event.phase == .began ? event : nil
    }
    if isOpen { return told.admit(event) }
    return switch event.phase {
    case .began, .recognized: []
    // What began in front is not for an application in the background.
    case .ended, .cancelled: told.admit(event.interrupted(at: event.timestamp))
    }
  }

  /// Notes that somebody tells the states soon; false if nobody has to.
  package func beginTelling() -> Bool {
    guard wish != nil, !states.isEmpty, !isTelling else { return false }
    isTelling = true
    return true
  }

  /// The states that hold, as beginnings.
  package func statesToTell() -> [MotionEvent] {
    isTelling = false
    guard isOpen else { return [] }
    return states.values.sorted { $0.kind < $1.kind }.flatMap { told.admit($0) }
  }

  /// Cancels what is open.
  package func interrupt() -> [MotionEvent] { told.interrupt() }
}
