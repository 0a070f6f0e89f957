// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ShakeUndo

extension Application {
  /// Sends each of `motions` as an event, until there are no more or the task is cancelled.
  ///
  /// A motion that is open then is cancelled. With MotionBus this is all that an app needs:
  /// `await Application.shared.sendEvents(from: MotionSession(), onShake: .undo)`.
  ///
  /// A `MotionSource` such as a `MotionSession` rests while this application is in the background:
  /// while it has no ``keyWindow`` and no open question. An application that never had a key window
  /// counts as active. A state that holds, such as stillness, begins again for each window that
  /// becomes key. Other sequences are sent as they come.
  ///
  /// - Parameters:
  ///   - motions: the events of a detector, such as a session with the daemon
  ///   - onShake: what a shake does that no responder handled; it becomes ``onShake``
  ///   - alsoInBackground: true to have motions without the focus as well, as a kiosk does, or an
  ///     app that looks for falls; a shake then still undoes in the key window alone
  public func sendEvents<Motions: AsyncSequence>(
    from motions: Motions, onShake: ShakeReaction, alsoInBackground: Bool = false
  ) async where Motions.Element == MotionEvent, Motions.Failure == Never {
    self.onShake = onShake
    var (iterator, wish) = motions.beginLoop(isWished: alsoInBackground || isInFront)
    let feed = MotionFeed(wish, alsoInBackground: alsoInBackground)
    feeds.append(feed)
    defer { feeds.removeAll { $0 === feed } }
    while let motion = await iterator.next(isolation: #isolation) {
      for event in feed.admit(motion) { sendEvent(Event(event)) }
    }
    for event in feed.interrupt() { sendEvent(Event(event)) }
  }

  /// A Boolean value that indicates whether the user works in this application.
  private var isInFront: Bool { keyWindow != nil || !everHadKeyWindow || shakes.isAsking }

  /// Wants motions, or none, as the focus or a question has changed.
  func focusChanged() {
    for feed in feeds { feed.setInFront(isInFront) }
  }

  /// Tells a new key window the states that hold; soon, as it may become key in the middle of an
  /// event.
  func tellStates() {
    for feed in feeds where keyWindow != nil && feed.beginTelling() {
      Task { for event in feed.statesToTell() { sendEvent(Event(event)) } }
    }
  }

  /// Notes that the key window was released.
  func keyWindowIsGone() {
    // With the last wish no event comes that would report it.
    if !feeds.isEmpty { reportWeakLinks() }
    focusChanged()
  }
}

/// A loop over motions, which an application in the background does not get.
@MainActor
final class MotionFeed {
  /// Nil for a sequence that knows no wishes: it goes on in the background.
  private let wish: (any MotionWish)?
  private let alsoInBackground: Bool
  /// The motions that began in the application.
  private var told = OpenMotions()
  /// The states of the device that hold now.
  private var states: [MotionKind: MotionEvent] = [:]
  private var isTelling = false

  init(_ wish: (any MotionWish)?, alsoInBackground: Bool) {
    (self.wish, self.alsoInBackground) = (wish, alsoInBackground)
  }

  private var isOpen: Bool { wish?.isOn ?? true }

  /// Wants motions, or none, as the application came to the front or went.
  func setInFront(_ isInFront: Bool) {
    let isOn = isInFront || alsoInBackground
    if let wish, wish.isOn != isOn { wish.isOn = isOn }
  }

  /// Takes the next event, and returns the events to send.
  func admit(_ event: MotionEvent) -> [MotionEvent] {
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
  func beginTelling() -> Bool {
    guard wish != nil, !states.isEmpty, !isTelling else { return false }
    isTelling = true
    return true
  }

  /// The states that hold, as beginnings.
  func statesToTell() -> [MotionEvent] {
    isTelling = false
    guard isOpen else { return [] }
    return states.values.sorted { $0.kind < $1.kind }.flatMap { told.admit($0) }
  }

  /// Cancels what is open.
  func interrupt() -> [MotionEvent] { told.interrupt() }
}
