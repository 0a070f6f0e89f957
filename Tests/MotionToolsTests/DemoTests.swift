import MotionCore
import MotionTools
import Testing

@MainActor
@Suite struct DemoTests {
  private func event(_ phase: MotionEvent.Phase) -> MotionEvent {
    MotionEvent(motion: .shake, timestamp: Timestamp(nanoseconds: 0), phase: phase)
  }

  private var surroundings: MotionEvent.Surroundings {
    MotionEvent.Surroundings(gravity: [0, 0, 9.8], acceleration: [0, 0, 9.8])
  }

  private var ended: MotionEvent {
    let measurements = Measurements(
      lastSwing: Timestamp(nanoseconds: 0), duration: 0, swings: 4, peak: 20, direction: [1, 0, 0])
    return event(.ended(surroundings, measurements))
  }

  @Test("a shake goes up the chain and undoes the last edit, the next one the edit before")
  func shakesUndo() {
    let demo = Demo()
    demo.edit("one", named: "Typing")
    demo.edit("two", named: "Replace")

    let began = demo.receive(event(.began(surroundings)))
    #expect(began.receivers == ["text view", "page", "window"])
    #expect(began.handler == "window")
    #expect(demo.text == "two")

    let first = demo.receive(ended)
    #expect(first.receivers == ["text view", "page", "window", "application"])
    #expect(first.handler == "application")
    #expect(first.action == "Undo Replace")
    #expect(demo.text == "one")

    #expect(demo.receive(ended).action == "Undo Typing")
    #expect(demo.text == "")
  }

  @Test("with nothing left to undo nobody handles a shake, and nothing is redone")
  func nothingLeft() {
    let demo = Demo()
    demo.edit("one", named: "Typing")
    _ = demo.receive(ended)
    let outcome = demo.receive(ended)
    #expect(outcome.handler == nil)
    #expect(outcome.action == nil)
    #expect(demo.text == "")
  }

  @Test("a cancelled shake undoes nothing")
  func cancelled() {
    let demo = Demo()
    demo.edit("one", named: "Typing")
    _ = demo.receive(event(.began(surroundings)))
    let outcome = demo.receive(event(.cancelled(.tooLong)))
    #expect(outcome.handler == "window")
    #expect(demo.text == "one")
  }
}
