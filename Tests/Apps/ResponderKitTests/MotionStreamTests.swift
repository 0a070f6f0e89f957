// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing

@MainActor @Suite struct MotionStreamTests {
  private func motion(_ phase: MotionEvent.Phase) -> MotionEvent {
    MotionEvent(.shake, phase, at: Timestamp(nanoseconds: 5))
  }

  private final class Listener: Application {
    var phases: [MotionEvent.Phase?] = []

    override func sendEvent(_ event: Event) {
      phases.append(event.motionEvent?.phase)
      super.sendEvent(event)
    }
  }

  @Test("all motions of a sequence are sent; what is open at its end is cancelled")
  func open() async {
    let (motions, inbox) = AsyncStream.makeStream(of: MotionEvent.self)
    for phase in [MotionEvent.Phase.began, .cancelled(.tooLong), .began] {
      inbox.yield(motion(phase))
    }
    inbox.finish()
    let application = Listener()
    await application.sendEvents(from: motions, onShake: .undo)
    #expect(
      application.phases == [.began, .cancelled(.tooLong), .began, .cancelled(.interrupted)])
  }

  @Test("one motion of each kind may be open, and each is cancelled at the end")
  func kinds() async {
    let (motions, inbox) = AsyncStream.makeStream(of: MotionEvent.self)
    let flip = MotionKind(rawValue: "flip")
    for (kind, phase) in [(.shake, .began), (flip, .began), (flip, .recognized)]
      as [(MotionKind, MotionEvent.Phase)]
    {
      inbox.yield(MotionEvent(kind, phase, at: Timestamp(nanoseconds: 5)))
    }
    inbox.finish()
    let application = Listener()
    await application.sendEvents(from: motions, onShake: .undo)
    #expect(
      application.phases == [
        .began, .began, .recognized, .cancelled(.interrupted), .cancelled(.interrupted),
      ])
  }

  @Test("what has ended is not cancelled")
  func closed() async {
    let (motions, inbox) = AsyncStream.makeStream(of: MotionEvent.self)
    for phase in [MotionEvent.Phase.began, .cancelled(.notAShake)] { inbox.yield(motion(phase)) }
    inbox.finish()
    let application = Listener()
    await application.sendEvents(from: motions, onShake: .undo)
    #expect(application.phases == [.began, .cancelled(.notAShake)])
  }
}
