// SPDX-License-Identifier: Apache-2.0

import ResponderKit

/// The window: it knows whether the device is being shaken, for a hint, and lets the motion pass.
final class EditorWindow: Window {
  /// Whether a shake has begun that is not over.
  private(set) var isShaken = false

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    isShaken = true
    super.motionBegan(motion, with: event)
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    isShaken = false
    super.motionEnded(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    isShaken = false
    super.motionCancelled(motion, with: event)
  }
}
