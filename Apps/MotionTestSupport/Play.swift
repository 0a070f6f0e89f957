// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import ShakeUndo

extension Application {
  /// Sends the motion events of `recording`, all before this returns.
  ///
  /// ```swift
  /// application.onShake = .undo
  /// note.text = "Dear Ada"
  /// application.play(.shake)
  /// #expect(note.text == "")
  /// ```
  ///
  /// The readings go through the same detectors as a device's readings, in no time: the events have
  /// the recording's clock. Each recording is a stream of its own, and a motion still open when it
  /// is over is cancelled.
  ///
  /// To inspect or change state in the middle of a motion:
  ///
  /// ```swift
  /// application.play(.shake) { event in
  ///   if case .began = event.motionEvent?.phase { application.keyWindow = nil }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - recording: of a file, synthesised, one of `.shake`, `.cancelledShake`,
  ///     `.interruptedShake` and `.walk`, or one of any kind, such as `Recording(.flip)`
  ///   - motions: the motions to detect; nil for the kind that a note `motion` of the recording
  ///     names, such as `# motion: flip` in a file, and shakes if there is none
  ///   - onShake: what a shake does during the recording; by default what
  ///     ``ResponderKit/Application/onShake`` says. A question can be answered in its closure, in
  ///     the same call
  ///   - afterEach: called whenever an event has been sent
  /// - Returns: the events that were sent
  @discardableResult
  public func play(
    _ recording: Recording, detecting motions: Set<MotionConfiguration>? = nil,
    onShake: ShakeReaction? = nil, afterEach: (Event) -> Void = { _ in }
  ) -> [Event] {
    let before = self.onShake
    if let onShake { self.onShake = onShake }
    defer { if onShake != nil { self.onShake = before } }
    let events = recording.events(detecting: motions).map(Event.init)
    for event in events {
      sendEvent(event)
      afterEach(event)
    }
    return events
  }
}

extension ShakeToUndo {
  /// Sends the motion events of `recording`, all before this returns: for an app that has a toolkit
  /// of its own.
  ///
  /// ```swift
  /// let shakes = ShakeToUndo(.undo) { undoManager }
  /// shakes.play(.shake)
  /// #expect(note.text == "")
  /// ```
  ///
  /// - Parameters:
  ///   - recording: as ``ResponderKit/Application/play(_:detecting:onShake:afterEach:)`` takes it
  ///   - motions: the motions to detect; nil as there
  ///   - afterEach: called whenever an event has been sent, such as to move the focus
  /// - Returns: the events that were sent
  @discardableResult
  public func play(
    _ recording: Recording, detecting motions: Set<MotionConfiguration>? = nil,
    afterEach: (MotionEvent) -> Void = { _ in }
  ) -> [MotionEvent] {
    let events = recording.events(detecting: motions)
    for event in events {
      send(event)
      afterEach(event)
    }
    return events
  }
}

extension Recording {
  fileprivate func events(detecting motions: Set<MotionConfiguration>?) -> [MotionEvent] {
    readings.motionEvents(
      detecting: motions ?? MotionOptions().configurations(of: [kind]))
  }
}
