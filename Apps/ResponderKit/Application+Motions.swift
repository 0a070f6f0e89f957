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
      if motion.kind == .shake, motion.isTooLate { noteIgnored(.tooLate) }
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
    keyWindowChanged()
  }

  /// Ends what another key window, or none, leaves without its place.
  func keyWindowChanged() {
    if keyWindow == nil { touchDelivery.cancelAll() }
    linksChanged()
    focusChanged()
  }
}
