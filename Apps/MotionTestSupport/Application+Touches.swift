// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ResponderKit
import TouchCore

extension Application {
  /// Sends the touches of `script`, and the gestures in them, all before this returns.
  ///
  /// ```swift
  /// application.play(touches: .press(at: CGPoint(x: 20, y: 20)))
  /// #expect(note.text == "held")
  /// ```
  ///
  /// The clock is the script's: after its end a second passes, so that a tap which waits for a
  /// double tap is recognized, and what still touches is cancelled. Each script is a stream of its
  /// own: two scripts of a tap do not make a double tap; `.tap(at:count:)` of 2 does.
  ///
  /// - Parameters:
  ///   - script: `.tap`, `.press`, `.drag`, `.pinch`, `.rotation`, or the frames of a recording
  ///   - window: the window whose coordinates it has; by default the key window
  ///   - afterEach: called whenever a frame has been sent
  public func play(
    touches script: TouchScript, in window: Window? = nil,
    afterEach: (TouchFrame) -> Void = { _ in }
  ) {
    for frame in script.frames {
      receive(.frame(frame), in: window)
      afterEach(frame)
    }
    if let last = script.frames.last {
      receive(.time(last.timestamp.advanced(byNanoseconds: 1_000_000_000)), in: window)
    }
    receive(.interruption)
  }
}
