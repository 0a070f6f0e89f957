// SPDX-License-Identifier: Apache-2.0

import ShakeUndo
import UndoKit

/// A mistake in how responders, windows and application are linked, found when an event was sent.
public enum ResponderDiagnostic: Hashable, Sendable, CustomStringConvertible {
  /// The key window was released: the application does not own it.
  case keyWindowReleased
  /// The key window's chain does not lead to the application that sends the event.
  case keyWindowWithoutApplication
  /// A shake ended, and ``Application/onShake`` is nil: it does nothing.
  case onShakeNotSet
  /// A shake, or an answer, did nothing, and not for want of anything to undo.
  case shakeIgnored(ShakeToUndo.IgnoredReason)
  /// A shake ended, and no window was ever key: it undoes nothing.
  case noKeyWindow
  /// A shake ended, and a responder was to become first whose chain leads to no window. `of` is its
  /// class.
  case firstResponderWithoutWindow(of: String)
  /// A shake ended, and nothing was ever registered with the key window's undo manager.
  case nothingRegistered
  /// ``Responder/step(_:_:)`` was called without an undo manager: the edit cannot be undone. `of`
  /// is the responder's class.
  case stepWithoutUndoManager(of: String)
  /// A state was set that cannot follow the one before, or for a recognizer of the library; nothing
  /// changed. `of` is the recognizer's class.
  case ignoredState(GestureRecognizer.State, after: GestureRecognizer.State, of: String)
  /// ``Application/open(_:)`` did not open a URL.
  case urlNotOpened(URLOpenError)

  /// The mistake, and the way to mend it.
  public var description: String {
    switch self {
    case .keyWindowReleased:
      "the key window was released, so events go to the application alone; keep the window alive, "
        + "and set keyWindow to nil before it goes"
    case .keyWindowWithoutApplication:
      "the key window's chain of next responders does not lead to this application, so unhandled "
        + "shakes are lost; set the window's next, and keep the application alive"
    case .onShakeNotSet:
      "a shake does nothing, as Application.onShake is nil; set it to .undo, .ask or .nothing, or "
        + "call sendEvents(from:onShake:)"
    case .shakeIgnored(let reason): "a shake did nothing: \(reason)"
    case .noKeyWindow:
      "a shake undoes nothing, as no window was ever key; set Application.shared.keyWindow, and keep "
        + "the window alive"
    case .firstResponderWithoutWindow(let responder):
      "a \(responder) could not become first responder, as its chain leads to no window; set next "
        + "first, of it and of those it leads to, and keep them alive"
    case .nothingRegistered:
      "a shake undoes nothing, as nothing was registered with the window's undo manager; edits made "
        + "before next was set are not registered"
    case .stepWithoutUndoManager(let responder):
      "a step of a \(responder) cannot be undone, as its chain leads to no undo manager; set next "
        + "before you edit"
    case .ignoredState(let state, let before, let recognizer):
      "\(recognizer) set the state \(state) after \(before), which is ignored; set one that may "
        + "follow, in a recognizer of your own"
    case .urlNotOpened(let error): "\(error)"
    }
  }
}

/// The commonest mistake of an app where a shake has undone nothing.
@MainActor
struct LostShake {
  private var isReported = false
  /// The latest responder that was to become first, and whose chain led to no window.
  private static weak var stray: Responder?

  /// Notes that `responder` was to become first, and that there is no window, or was one.
  static func note(_ responder: Responder, hasWindow: Bool) {
    if !hasWindow { stray = responder } else if stray === responder { stray = nil }
  }

  /// Finds the mistake, once.
  ///
  /// - Parameters:
  ///   - window: the key window
  ///   - hadWindow: true if there ever was one
  ///   - manager: the undo manager that was found
  /// - Returns: the mistake; nil if none is known
  mutating func diagnostic(
    in window: Window?, hadWindow: Bool, _ manager: UndoManager?
  ) -> ResponderDiagnostic? {
    guard !isReported, let mistake = Self.mistake(in: window, hadWindow: hadWindow, manager) else {
      return nil
    }
    isReported = true
    return mistake
  }

  private static func mistake(
    in window: Window?, hadWindow: Bool, _ manager: UndoManager?
  ) -> ResponderDiagnostic? {
    guard let window else { return hadWindow ? nil : .noKeyWindow }
    // Where another has become first, the stray is of no account, or of another application.
    if window.firstResponder == nil, let stray, stray.nearestWindow == nil {
      return .firstResponderWithoutWindow(of: "\(type(of: stray))")
    }
    // A subclass may have a history of its own.
    guard let manager, manager === window.undoManager, type(of: manager) == UndoManager.self,
      !manager.hasRegistered
    else { return nil }
    return .nothingRegistered
  }
}
