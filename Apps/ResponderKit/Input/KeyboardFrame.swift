// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The place of the keyboard on the screen, or of an input view in its stead.
///
/// The host moves it, and the application notifies observers, so that what would be hidden behind
/// it can be moved away: see ``Application/keyboardWillMove(to:duration:)``.
@MainActor
struct KeyboardFrame {
  private(set) var state = State.hidden

  enum State: Equatable {
    case hidden
    case shown(CGRect)
    /// On the way from one place to another; null is hidden.
    case moving(from: CGRect, to: CGRect, duration: Duration)
  }

  /// Something that observers hear.
  struct Notice: Equatable {
    let name: Notification.Name
    let begin: CGRect
    let end: CGRect
    let duration: Duration
  }

  /// The place where it is, or will be; null while it is hidden.
  var frame: CGRect {
    switch state {
    case .hidden: .null
    case .shown(let frame): frame
    case .moving(_, let end, _): end
    }
  }

  /// Begins to move it.
  ///
  /// - Parameters:
  ///   - end: where it will be; null or empty to hide it
  ///   - duration: how long the move lasts
  /// - Returns: what observers hear now, in order
  mutating func move(to end: CGRect, duration: Duration) -> [Notice] {
    let end = end.isEmpty ? .null : end
    guard end != frame else { return [] }
    // Observers see pairs: what was under way has arrived.
    let arrival = arrive()
    let begin = frame
    state = .moving(from: begin, to: end, duration: duration)
    var names = [Responder.keyboardWillChangeFrameNotification]
    if begin.isNull { names.append(Responder.keyboardWillShowNotification) }
    if end.isNull { names.append(Responder.keyboardWillHideNotification) }
    return arrival
      + names.map { Notice(name: $0, begin: begin, end: end, duration: duration) }
  }

  /// Ends the move.
  ///
  /// - Returns: what observers hear now, in order
  mutating func arrive() -> [Notice] {
    switch state {
    case .hidden, .shown:
      return []
    case .moving(let begin, let end, let duration):
      state = end.isNull ? .hidden : .shown(end)
      var names = [Responder.keyboardDidChangeFrameNotification]
      if begin.isNull { names.append(Responder.keyboardDidShowNotification) }
      if end.isNull { names.append(Responder.keyboardDidHideNotification) }
      return names.map { Notice(name: $0, begin: begin, end: end, duration: duration) }
    }
  }
}

extension Application {
  /// The place where the keyboard is, or will be, in the coordinates of the screen; null while it
  /// is hidden.
  public var keyboardFrame: CGRect { keyboard.frame }

  /// Notifies observers that the keyboard is about to move, appear or disappear.
  ///
  /// The object of the notifications is this application.
  ///
  /// The ``InputPresenter`` calls it, or who else knows about the desktop's keyboard, before the
  /// move, and ``keyboardDidMove()`` after it. A move that was under way counts as done. Nothing is
  /// posted if the keyboard stays where it is.
  ///
  /// - Parameters:
  ///   - frame: where it will be, in the coordinates of the screen; null to hide it
  ///   - duration: how long the move lasts
  public func keyboardWillMove(to frame: CGRect, duration: Duration = .zero) {
    post(keyboard.move(to: frame, duration: duration))
  }

  /// Notifies observers that the keyboard has arrived.
  public func keyboardDidMove() {
    post(keyboard.arrive())
  }

  private func post(_ notices: [KeyboardFrame.Notice]) {
    for notice in notices {
      NotificationCenter.default.post(
        name: notice.name, object: self,
        userInfo: [
          Responder.keyboardFrameBeginUserInfoKey: notice.begin,
          Responder.keyboardFrameEndUserInfoKey: notice.end,
          Responder.keyboardAnimationDurationUserInfoKey: notice.duration / .seconds(1),
          Responder.keyboardIsLocalUserInfoKey: true,
        ])
    }
  }
}

extension Responder {
  /// Posted before the keyboard appears.
  public nonisolated static let keyboardWillShowNotification = Notification.Name(
    "KeyboardWillShow")
  /// Posted after the keyboard appeared.
  public nonisolated static let keyboardDidShowNotification = Notification.Name("KeyboardDidShow")
  /// Posted before the keyboard disappears.
  public nonisolated static let keyboardWillHideNotification = Notification.Name(
    "KeyboardWillHide")
  /// Posted after the keyboard disappeared.
  public nonisolated static let keyboardDidHideNotification = Notification.Name("KeyboardDidHide")
  /// Posted before the frame of the keyboard changes, also where it appears or disappears.
  public nonisolated static let keyboardWillChangeFrameNotification = Notification.Name(
    "KeyboardWillChangeFrame")
  /// Posted after the frame of the keyboard changed.
  public nonisolated static let keyboardDidChangeFrameNotification = Notification.Name(
    "KeyboardDidChangeFrame")

  /// The key of the frame before the move, a `CGRect`; null where the keyboard was hidden.
  public nonisolated static let keyboardFrameBeginUserInfoKey = "KeyboardFrameBegin"
  /// The key of the frame after the move, a `CGRect`; null where the keyboard is hidden.
  public nonisolated static let keyboardFrameEndUserInfoKey = "KeyboardFrameEnd"
  /// The key of the duration of the move, a `Double` in seconds.
  public nonisolated static let keyboardAnimationDurationUserInfoKey = "KeyboardAnimationDuration"
  /// The key of a `Bool`: true, as the keyboard is this application's.
  public nonisolated static let keyboardIsLocalUserInfoKey = "KeyboardIsLocal"
}
