// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionLabels

@Suite struct CalibrationGuideTests {
  private let steps = [
    CalibrationStep(task: nil, name: "pause", request: "Wait.", duration: 0.2),
    CalibrationStep(task: .still, name: "still", request: "Be still.", duration: 0.1),
    CalibrationStep(task: .shake, name: "shake-1", request: "Shake.", duration: 0.1),
  ]

  private func reading(_ milliseconds: Int64) -> Reading {
    Reading(
      timestamp: Timestamp(nanoseconds: milliseconds * 1_000_000), acceleration: [0, 0, 9.8])
  }

  /// What comes of a reading every 50 ms, from `start` up to `end` and with it.
  private func feed(
    _ guide: inout CalibrationGuide, _ start: Int64, _ end: Int64
  ) -> [CalibrationGuide.Action] {
    stride(from: start, through: end, by: 50).map { guide.process(reading($0)) }
  }

  private func phase(
    _ name: String, _ task: CalibrationPhase.Task, _ times: Int64...
  ) -> CalibrationPhase {
    CalibrationPhase(name, task, times.map(reading))
  }

  @Test("each step lasts as long as the timestamps say, and only tasks are kept")
  func whole() {
    var guide = CalibrationGuide(steps)
    #expect(feed(&guide, 0, 150) == [.ask(steps[0]), .none, .none, .none])
    #expect(feed(&guide, 200, 300) == [.ask(steps[1]), .none, .none])
    #expect(feed(&guide, 350, 450) == [.ask(steps[2]), .none, .none])
    let phases = [phase("still", .still, 250, 300, 350), phase("shake-1", .shake, 400, 450, 500)]
    #expect(guide.process(reading(500)) == .finish(phases))
    #expect(guide.process(reading(550)) == .none)
  }

  @Test("a step that a loss breaks off starts over when readings come again, on any clock")
  func loss() {
    var guide = CalibrationGuide(steps)
    _ = feed(&guide, 0, 250)
    guide.interrupt()
    guide.interrupt()
    #expect(feed(&guide, 100, 200) == [.askAgain(steps[1]), .none, .ask(steps[2])])
    guide.interrupt()
    #expect(feed(&guide, 900, 950) == [.askAgain(steps[2]), .none])
    let phases = [phase("still", .still, 100, 150, 200), phase("shake-1", .shake, 900, 950, 1000)]
    #expect(guide.process(reading(1000)) == .finish(phases))
  }

  @Test("a loss before the first reading asks for nothing twice")
  func earlyLoss() {
    var guide = CalibrationGuide(steps)
    guide.interrupt()
    #expect(guide.process(reading(0)) == .ask(steps[0]))
  }

  @Test("a gap, and a clock that goes back, start the step over")
  func gap() {
    var guide = CalibrationGuide(steps)
    _ = feed(&guide, 0, 300)
    #expect(feed(&guide, 700, 750) == [.askAgain(steps[1]), .none])
    #expect(feed(&guide, 100, 150) == [.askAgain(steps[1]), .none])
    #expect(guide.process(reading(200)) == .ask(steps[2]))
  }

  @Test("a late or impossible reading is dropped")
  func dropped() {
    var guide = CalibrationGuide(steps)
    _ = feed(&guide, 0, 300)
    #expect(guide.process(reading(300)) == .none)
    #expect(
      guide.process(
        Reading(timestamp: Timestamp(nanoseconds: 310_000_000), acceleration: [.nan, 0, 0]))
        == .none)
    _ = feed(&guide, 350, 450)
    let phases = [phase("still", .still, 250, 300, 350), phase("shake-1", .shake, 400, 450, 500)]
    #expect(guide.process(reading(500)) == .finish(phases))
  }

  @Test("the person is asked for stillness, so many shakes, and other handling")
  func all() {
    let steps = CalibrationStep.all(trials: 3)
    #expect(
      steps.filter { $0.task != nil }.map(\.name)
        == ["still", "shake-1", "shake-2", "shake-3", "other"])
    #expect(steps.filter { $0.task == .shake }.last?.request == "Shake once, now (3 of 3).")
  }
}
