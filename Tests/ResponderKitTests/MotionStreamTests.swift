import MotionCore
import ResponderKit
import Testing

@MainActor @Suite struct MotionStreamTests {
  private func motion(_ phase: MotionEvent.Phase) -> MotionEvent {
    MotionEvent(motion: .shake, timestamp: Timestamp(nanoseconds: 5), phase: phase)
  }

  private let began = MotionEvent.Phase.began(
    MotionEvent.Surroundings(gravity: SIMD3(0, 0, 9.8), acceleration: SIMD3(20, 0, 9.8)))

  private final class Listener: Application {
    var phases: [MotionEvent.Phase] = []

    override func sendEvent(_ event: Event) {
      phases.append(event.motionEvent.phase)
      super.sendEvent(event)
    }
  }

  @Test("all motions of a sequence are sent; what is open at its end is cancelled")
  func open() async {
    let (motions, inbox) = AsyncStream.makeStream(of: MotionEvent.self)
    for phase in [began, .cancelled(.tooLong), began] { inbox.yield(motion(phase)) }
    inbox.finish()
    let application = Listener()
    await application.sendEvents(from: motions)
    #expect(
      application.phases == [began, .cancelled(.tooLong), began, .cancelled(.interrupted)])
  }

  @Test("what has ended is not cancelled")
  func closed() async {
    let (motions, inbox) = AsyncStream.makeStream(of: MotionEvent.self)
    for phase in [began, .cancelled(.notAShake)] { inbox.yield(motion(phase)) }
    inbox.finish()
    let application = Listener()
    await application.sendEvents(from: motions)
    #expect(application.phases == [began, .cancelled(.notAShake)])
  }
}
