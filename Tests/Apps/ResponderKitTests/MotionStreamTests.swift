// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing

@MainActor @Suite struct MotionStreamTests {
  private final class Listener: Application {
    var phases: [MotionEvent.Phase?] = []

    override func sendEvent(_ event: Event) {
      phases.append(event.motionEvent?.phase)
      super.sendEvent(event)
    }
  }

  private nonisolated static let flip = MotionKind(rawValue: "flip")

  @Test(
    "all motions of a sequence are sent; what is open at its end, of each kind, is cancelled",
    arguments: [
      ([(.shake, .began), (.shake, .cancelled(.tooLong)), (.shake, .began)], 1),
      ([(.shake, .began), (flip, .began), (flip, .recognized)], 2),
      ([(.shake, .began), (.shake, .cancelled(.notAShake))], 0),
    ] as [([(MotionKind, MotionEvent.Phase)], Int)])
  func sent(motions: [(MotionKind, MotionEvent.Phase)], open: Int) async {
    let (stream, inbox) = AsyncStream.makeStream(of: MotionEvent.self)
    for (kind, phase) in motions {
      inbox.yield(MotionEvent(kind, phase, at: Timestamp(nanoseconds: 5)))
    }
    inbox.finish()
    let application = Listener()
    await application.sendEvents(from: stream, onShake: .undo)
    let ends = Array(repeating: MotionEvent.Phase.cancelled(.interrupted), count: open)
    #expect(application.phases == motions.map(\.1) + ends)
  }
}
