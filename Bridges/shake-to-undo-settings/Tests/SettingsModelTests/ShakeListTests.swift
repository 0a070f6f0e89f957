// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionCore
import Testing

@testable import SettingsModel

private func at(_ seconds: Double) -> Timestamp {
  Timestamp(nanoseconds: Int64(seconds * 1e9))
}

private func shake(_ phase: MotionEvent.Phase, _ seconds: Double) -> MotionEvent {
  MotionEvent(.shake, phase, at: at(seconds))
}

/// A list that heard these events.
private func list(
  _ heard: (ShakeList.Ear, MotionEvent.Phase, Double)...
) -> (ShakeList, toExplain: [Int]) {
  var list = ShakeList()
  let numbers = heard.compactMap { list.process(shake($1, $2), $0, at: 60) }
  return (list, numbers)
}

@Suite("The last shakes")
struct ShakeListTests {
  @Test("what ends for the agent's options counts, in whatever order both sessions say it")
  func counts() {
    let orders = [
      list((.keen, .began, 1), (.agent, .began, 1.2), (.agent, .ended, 2), (.keen, .ended, 2.1)),
      list((.agent, .began, 1.2), (.keen, .began, 1), (.keen, .ended, 2.1), (.agent, .ended, 2)),
      list((.keen, .began, 1), (.keen, .ended, 2.1), (.agent, .began, 1.2), (.agent, .ended, 2)),
    ]
    for (list, _) in orders { #expect(list.shakes.map(\.verdict) == [.counts]) }
    #expect(orders[0].toExplain == [] && orders[1].toExplain == [])
  }

  @Test("what the keen session hears alone does not, and is explained")
  func weak() {
    let (list, numbers) = list((.keen, .began, 1), (.keen, .ended, 2))
    #expect(list.shakes.map(\.verdict) == [.doesNot(nil)])
    #expect(numbers == [1])
  }

  @Test("what went on for too long, or was another motion, does not count")
  func cancelled() {
    func verdicts(_ reason: CancellationReason) -> [ShakeList.Verdict] {
      list((.keen, .began, 1), (.agent, .began, 1), (.agent, .cancelled(reason), 3)).0
        .shakes.map(\.verdict)
    }
    #expect(verdicts(.tooLong) == [.tooLong])
    #expect(verdicts(.notAShake) == [.doesNot(nil)])
    #expect(verdicts(.interrupted) == [])
  }

  @Test("the newest are first, and the oldest go")
  func order() {
    var list = ShakeList()
    for number in 0..<9 {
      _ = list.process(shake(.began, Double(2 * number)), .agent, at: 0)
      _ = list.process(shake(.ended, Double(2 * number) + 1), .agent, at: UInt64(number))
    }
    #expect(list.shakes.map(\.clock) == [8, 7, 6, 5, 4])
  }

  @Test("an end without its begin, and another kind, are nothing")
  func strangers() {
    #expect(list((.agent, .ended, 1), (.keen, .ended, 2)).0.shakes == [])
    var list = ShakeList()
    _ = list.process(MotionEvent(.flip, .recognized, at: at(1)), .agent, at: 0)
    #expect(list.shakes == [])
  }

  @Test("the readings say what sensitivity lets a gentle shake count")
  func explained() throws {
    // Back and forth in 0.2 s, as hard as a shake at medium sensitivity just is not.
    let readings = (0..<600).map { index in
      let seconds = Double(index) / 100
      let swing = (2..<3).contains(seconds) ? 9.5 * sin(10 * .pi * (seconds - 2)) : 0
      return "\(index * 10_000_000),\(swing),0,9.81\n"
    }
    let recording = "timestamp_ns,x,y,z\n" + readings.joined()
    var (list, _) = list((.keen, .began, 2.4), (.keen, .ended, 3.2))
    list.explain(recording, 1, by: MotionOptions())
    guard case .doesNot(let reason?) = list.shakes.first?.verdict else {
      Issue.record("no reason: \(list.shakes)")
      return
    }
    let sensitivity = try #require(reason.foundFrom)
    #expect(sensitivity.value > 0.5)
    let row = Texts(translate: { $0 }, point: ",") { _ in "14:05" }.row(of: list.shakes[0])
    #expect(row.text == "14:05: a motion")
    #expect(row.sensitivity == sensitivity.value)
    #expect(row.button?.hasPrefix("Let such shakes count: ") == true)
    // Another one is not explained by it.
    list.explain("", 7, by: MotionOptions())
  }

  @Test("the model listens by the settings, and again when they change")
  func listening() {
    var model = WindowModel()
    func read(_ text: String) -> [WindowModel.Action] {
      model.process(.answered(.settings, output: text, failure: nil))
    }
    let low = MotionOptions(sensitivity: .low)
    var expected = low
    try? expected.set("shake.window", to: 1)
    try? expected.set("shake.long", to: 1)
    #expect(read("sensitivity=low\n#ask=always") == [.listen(expected)])
    #expect(read("sensitivity=low\nask=never") == [])
    _ = model.process(.motion(shake(.began, 1), .keen, clock: 0))
    #expect(model.process(.motion(shake(.ended, 2), .keen, clock: 0)) == [.capture(1)])
    _ = model.process(.answered(.capture(1), output: "", failure: "refused"))
    #expect(
      model.view(
        Texts {
          $0
        } clock: { _ in
          ""
        }
      ).shakes.map(\.verdict) == [
        "Does not count: too gentle, or too little like a shake."
      ])
  }
}
