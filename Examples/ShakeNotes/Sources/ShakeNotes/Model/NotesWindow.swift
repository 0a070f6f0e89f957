// SPDX-License-Identifier: Apache-2.0

import ResponderKit

/// The window: it follows the shakes, for a hint, and lets the motion pass.
final class NotesWindow: Window {
  /// How far a shake is.
  enum Shake: Hashable {
    /// None has begun that is not over.
    case none
    /// One has begun and goes on.
    case underWay
    /// The last was cancelled, because it went on for too long.
    case tooLong
  }

  /// How far the last shake is.
  private(set) var shake = Shake.none {
    didSet { onChange() }
  }

  /// Called when that changed.
  var onChange: @MainActor () -> Void = {}

  /// What to tell the user about it; nil if there is nothing to tell.
  var hint: String? {
    switch shake {
    case .none: nil
    case .underWay: "Shaking …"
    case .tooLong: "Too long: shake more briefly."
    }
  }

  /// Takes the hint back, as there is news of motiond itself.
  func dropHint() { shake = .none }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    shake = .underWay
    super.motionBegan(motion, with: event)
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    shake = .none
    super.motionEnded(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    shake = event?.motionEvent?.phase == .cancelled(.tooLong) ? .tooLong : .none
    super.motionCancelled(motion, with: event)
  }
}
