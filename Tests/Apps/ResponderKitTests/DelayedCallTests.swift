// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing
import TouchCore

@Suite("Delayed calls, and targets that are not responders")
@MainActor
struct DelayedCallTests {
  private let stage = TouchStage()
  private let tile: Tile

  init() {
    tile = Tile(in: stage.application)
    stage.window.addSubview(tile)
  }

  @Test("T115 the guide's recipe of single and double taps")
  func recipe() {
    stage.tap(50, 50)
    stage.wait(milliseconds: 340)
    #expect(tile.heard.isEmpty)
    stage.wait(milliseconds: 10)
    #expect(tile.heard == ["single"])
    stage.tap(50, 50)
    stage.wait(milliseconds: 200)
    stage.tap(50, 50)
    stage.wait(milliseconds: 1000)
    #expect(tile.heard == ["single", "double"])
  }

  @Test("T115 a frame that comes later finds the call made; the deadline counts it in")
  func order() {
    var heard: [String] = []
    let press = LongPressGestureRecognizer()
    press.addAction { heard.append("press \($0.state)") }
    tile.addGestureRecognizer(press)
    stage.down(50, 50)
    let start = stage.milliseconds
    for delay in [600, 499, 499, 501] {
      stage.application.perform(after: .milliseconds(delay)) { heard.append("\(delay)") }
    }
    let deadline = Timestamp(nanoseconds: (start + 499) * 1_000_000)
    #expect(stage.application.touchDeadline == deadline)
    stage.wait(milliseconds: 550)
    #expect(heard == ["499", "499", "press began", "501"])
    stage.up()
    stage.wait(milliseconds: 100)
    #expect(heard.last == "600" && stage.application.touchDeadline == nil)
  }

  @Test("T115 a call is cancelled by itself")
  func cancel() {
    stage.wait(milliseconds: 10)
    let application = stage.application
    var heard: [Int] = []
    let calls = (0..<3).map { number in
      application.perform(after: .milliseconds(5)) { heard.append(number) }
    }
    calls[1].cancel()
    #expect(calls.map(\.isPending) == [true, false, true])
    stage.wait(milliseconds: 10)
    #expect(heard == [0, 2] && !calls[0].isPending)
    calls[0].cancel()
    let last = application.perform(after: .milliseconds(5)) { heard.append(3) }
    last.cancel()
    #expect(application.touchDeadline == nil)
  }

  @Test("T115 who calls itself anew without a delay gets on")
  func again() {
    stage.wait(milliseconds: 10)
    var count = 0
    func again() {
      count += 1
      stage.application.perform(after: .zero, again)
    }
    again()
    stage.wait(milliseconds: 10)
    #expect(count == 11)
  }

  @Test("T116 an interruption stops the time; before the first step there is none")
  func interruption() {
    var count = 0
    stage.application.perform(after: .milliseconds(100)) { count += 1 }
    #expect(stage.application.touchDeadline == nil)
    stage.wait(milliseconds: 5000)
    stage.wait(milliseconds: 60)
    stage.interrupt()
    stage.application.receive(.time(Timestamp(nanoseconds: 1_000_000)))
    stage.application.receive(.time(Timestamp(nanoseconds: 40_000_000)))
    #expect(count == 0)
    stage.application.receive(.time(Timestamp(nanoseconds: 41_000_000)))
    #expect(count == 1)
  }

  @Test("C022 a target need not be a responder")
  func model() {
    let model = Model()
    let control = Control(frame: .init(x: 200, y: 0, width: 100, height: 100))
    stage.window.addSubview(control)
    control.addTarget(model, action: .single, for: .touchUpInside)
    let tap = TapGestureRecognizer(target: model, action: .single)
    tile.addGestureRecognizer(tap)
    stage.tap(250, 50)
    #expect(model.heard == ["single of Control"])
    stage.tap(50, 50)
    #expect(model.heard == ["single of Control", "single of TapGestureRecognizer"])
    #expect(stage.application.sendAction(.single, to: model, from: nil, for: nil))
    #expect(!stage.application.sendAction(.cut, to: model, from: nil, for: nil))
    #expect(control.allTargets.count == 1 && control.allTargets.first === model)
    #expect(control.actions(forTarget: model, for: .touchUpInside) == [.single])
    control.removeTarget(model, action: nil, for: .allEvents)
    tap.removeTarget(model, action: nil)
    #expect(control.allTargets.isEmpty)
    stage.tap(50, 50)
    #expect(model.heard.count == 3)
  }
}

extension Action {
  fileprivate static let single = Action(rawValue: "single")
}

/// A view that takes one tap or two.
private final class Tile: View {
  private(set) var heard: [String] = []
  private weak var application: Application?
  private var single: DelayedCall?

  init(in application: Application) {
    self.application = application
    super.init(frame: .init(x: 0, y: 0, width: 100, height: 100))
  }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    if touches.first?.tapCount == 2 { single?.cancel() }
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    switch touches.first?.tapCount {
    case 1:
      single = application?.perform(after: .milliseconds(350)) { self.heard.append("single") }
    case 2: heard.append("double")
    default: break
    }
  }
}

/// An object that is no responder.
@MainActor
private final class Model: ActionTarget {
  private(set) var heard: [String] = []

  func method(for action: Action) -> Action.Method? {
    guard action == .single else { return nil }
    return { sender, _ in
      self.heard.append("single of \(sender.map { "\(type(of: $0))" } ?? "nobody")")
    }
  }
}
