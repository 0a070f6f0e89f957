// SPDX-License-Identifier: Apache-2.0

import CGTK
import MotionBus
import MotionCore
import SettingsModel

/// Two sessions with motiond: one as the agent's, one with the highest sensitivity.
@MainActor
final class Ears {
  private let onMotion: @MainActor @Sendable (MotionEvent, ShakeList.Ear) -> Void
  private var sessions: [MotionSession] = []

  /// A Boolean value that indicates whether the window has the focus: only then they claim shakes.
  var isActive = false {
    didSet { for session in sessions { session.isActive = isActive } }
  }

  init(_ onMotion: @escaping @MainActor @Sendable (MotionEvent, ShakeList.Ear) -> Void) {
    self.onMotion = onMotion
  }

  /// Hears shakes by `options` from now on.
  func listen(_ options: MotionOptions) {
    for session in sessions { session.cancel() }
    var keen = options
    keen.sensitivity = 1
    // What goes on ends: the other session says that it is too long.
    try? keen.set("shake.long", to: 1)
    sessions = [hear(options, .agent), hear(keen, .keen)]
  }

  private func hear(_ options: MotionOptions, _ ear: ShakeList.Ear) -> MotionSession {
    let session = MotionSession(claim: MotionClaim([.shake], options: options), isActive: isActive)
    let onMotion = onMotion
    Task.detached {
      for await motion in session { inLoop { onMotion(motion, ear) } }
    }
    return session
  }
}

/// Calls `body` in GTK's loop, which runs on the main thread, and runs no queue of Dispatch.
private func inLoop(_ body: @escaping @MainActor @Sendable () -> Void) {
  g_idle_add_full(
    G_PRIORITY_DEFAULT,
    { data in
      guard let data else { return 0 }
      let body = Unmanaged<Body>.fromOpaque(data).takeRetainedValue()
      MainActor.assumeIsolated { body.call() }
      return 0
    }, Unmanaged.passRetained(Body(call: body)).toOpaque(), nil)
}

private final class Body: Sendable {
  let call: @MainActor @Sendable () -> Void

  init(call: @escaping @MainActor @Sendable () -> Void) { self.call = call }
}
