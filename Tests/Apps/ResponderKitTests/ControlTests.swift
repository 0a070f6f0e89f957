// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ResponderKit
import Testing
import TouchCore

@Suite("Controls: fingers")
@MainActor
struct ControlTests {
  private let stage = TouchStage()
  private let button: Button
  private let listener: ControlListener

  init() {
    button = Button(stage.journal)
    listener = ControlListener(stage.journal)
    listener.next = stage.window
    stage.window.addSubview(button)
  }

  /// Has the listener note each touch event of the button.
  private func listen() {
    for (name, event) in ControlListener.names {
      button.addTarget(listener, action: Action(rawValue: name), for: event)
    }
  }

  private func drain() -> [String] { stage.drain().filter { !$0.hasPrefix("window") } }

  enum Tap: CaseIterable {
    case behind, disabled, twice, own
  }

  @Test("C021 a control beats the single tap of a view behind it", arguments: Tap.allCases)
  func beats(tap: Tap) {
    let recognizer = TapGestureRecognizer()
    if tap == .twice { recognizer.numberOfTapsRequired = 2 }
    recognizer.addAction { [journal = stage.journal] _ in journal.note("tap") }
    (tap == .own ? button : stage.window).addGestureRecognizer(recognizer)
    button.isEnabled = tap != .disabled
    button.addTarget(listener, action: .press, for: .touchUpInside)
    stage.tap(110, 110)
    stage.tap(110, 110)
    let expected =
      switch tap {
      case .behind: ["press", "press"]
      case .disabled, .own: ["tap", "tap"]
      case .twice: ["tap"]
      }
    #expect(drain() == expected)
  }

  @Test("C017 a touch that is cancelled in a callback is over: no highlight, no further event")
  func cancelledMeanwhile() {
    listen()
    for part in ["begin", "down", "continue", "exit"] {
      let control = Meanwhile(frame: CGRect(x: 300, y: 300, width: 50, height: 50))
      stage.window.addSubview(control)
      control.part = part
      control.deed = { control.removeFromSuperview() }
      var events: [String] = []
      for (name, event) in ControlListener.names {
        control.addAction(for: event) { _ in events.append(name) }
      }
      control.addAction(for: .touchDown) { _ in control.act("down") }
      control.addAction(for: .touchDragExit) { _ in control.act("exit") }
      stage.tap(320, 320)
      stage.drag((320, 320), (321, 320), (20, 20))
      #expect(!control.isTracking && !control.isHighlighted && control.cancels == 1, "\(part)")
      #expect(part == "begin" ? events.isEmpty : events.last != "drag outside", "\(part)")
      stage.up()
      control.deed = {}
      stage.window.addSubview(control)
      stage.down(320, 320)
      #expect(control.isTracking, "\(part)")
      stage.up()
    }
  }

  @Test("C005 a finger is put down, and again: the second time with a repetition")
  func down() {
    listen()
    stage.tap(110, 110)
    stage.tap(110, 110)
    #expect(drain() == ["down", "up inside", "down", "repeat", "up inside"])
  }

  @Test("C006 C007 dragging and lifting, inside and outside")
  func drag() {
    listen()
    stage.drag((110, 110), (120, 110), (320, 110), (120, 110))
    #expect(
      drain() == [
        "down", "drag inside", "drag exit", "drag outside", "drag enter", "drag inside",
      ])
    stage.move(320, 110)
    stage.up()
    #expect(drain() == ["drag exit", "drag outside", "up outside"])
  }

  @Test("C008 70 points around the bounds count as inside")
  func reach() {
    listen()
    stage.drag((110, 110), (269, 110))
    #expect(button.isTouchInside)
    stage.move(271, 110)
    #expect(!button.isTouchInside)
    stage.move(110, 31)
    stage.up()
    #expect(
      drain() == [
        "down", "drag inside", "drag exit", "drag outside", "drag enter", "drag inside",
        "up inside",
      ])
  }

  @Test("C009 a touch that is cancelled")
  func cancelled() {
    listen()
    stage.down(110, 110)
    stage.interrupt()
    #expect(drain() == ["down", "cancel"])
    #expect(!button.isHighlighted && !button.isTracking)
  }

  @Test("C010 disabled it sends nothing, and what is behind gets nothing; in the middle it stops")
  func disabled() {
    listen()
    button.isEnabled = false
    stage.tap(110, 110)
    #expect(stage.drain().isEmpty)
    button.isEnabled = true
    button.hooks = []
    stage.wait(milliseconds: 400)
    stage.down(110, 110)
    button.isEnabled = false
    stage.up()
    #expect(drain() == ["down"] && button.hooks == ["begin", "cancel"])
    #expect(!button.isHighlighted)
  }

  @Test("C011 highlighted while a finger is inside")
  func highlighted() {
    var seen: [Bool] = []
    button.whenHighlighted = { seen.append($0) }
    stage.stroke((110, 110), (320, 110), (330, 110), (110, 110))
    #expect(seen == [true, false, true, false])
  }

  @Test("C012 a subclass decides what is tracked")
  func hooks() {
    listen()
    button.begins = false
    stage.tap(110, 110)
    #expect(drain().isEmpty && button.hooks == ["begin"] && !button.isHighlighted)
    button.begins = true
    button.hooks = []
    stage.down(110, 110)
    #expect(button.isTracking)
    stage.move(111, 110)
    stage.up()
    stage.down(110, 110)
    stage.interrupt()
    #expect(
      button.hooks == ["begin", "continue", "end", "begin", "cancel"])
    _ = drain()
    button.hooks = []
    button.continues = false
    stage.stroke((110, 110), (111, 110))
    #expect(drain() == ["down"] && button.hooks == ["begin", "continue"])
  }

  @Test("C013 a value changes when the app says so, and never by itself")
  func value() {
    button.addTarget(listener, action: .press, for: .valueChanged)
    stage.tap(110, 110)
    #expect(drain().isEmpty)
    button.sendActions(for: .valueChanged)
    #expect(drain() == ["press"])
  }

  @Test("C015 editing has constants, with UIKit's bits")
  func editing() {
    let editing: Control.Events = [
      .editingDidBegin, .editingChanged, .editingDidEnd, .editingDidEndOnExit,
    ]
    #expect(editing == .allEditingEvents && Control.Events.allEvents.isSuperset(of: editing))
    #expect(Control.Events.allTouchEvents.isSuperset(of: [.touchDown, .touchCancel]))
    #expect(Control.Events.allTouchEvents.isDisjoint(with: [.valueChanged, .editingDidEnd]))
    #expect(Control.Events.valueChanged.rawValue == 4096)
  }

  @Test("C016 what is behind a control hears nothing of its fingers")
  func behind() {
    stage.stroke((110, 110), (320, 110))
    stage.down(110, 110)
    stage.interrupt()
    #expect(stage.drain().isEmpty)
  }

  @Test("C012 with several fingers the control follows the first")
  func severalFingers() {
    listen()
    button.isMultipleTouchEnabled = true
    stage.frame((0, .down(110, 110)), (1, .down(120, 110)))
    stage.frame((1, .up))
    #expect(drain() == ["down"] && button.isTracking)
    stage.up()
    #expect(drain() == ["up inside"])
  }
}

extension Action {
  fileprivate static let press = Action(rawValue: "press")
}

private final class Button: Control {
  var begins = true
  var continues = true
  var hooks: [String] = []
  var whenHighlighted: (Bool) -> Void = { _ in }

  init(_ journal: TouchJournal) {
    super.init(frame: .init(x: 100, y: 100, width: 100, height: 100))
  }

  override var isHighlighted: Bool {
    didSet { if isHighlighted != oldValue { whenHighlighted(isHighlighted) } }
  }

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    hooks.append("begin")
    return begins
  }

  override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    hooks.append("continue")
    return continues
  }

  override func endTracking(_ touch: Touch?, with event: Event?) {
    hooks.append("end")
  }

  override func cancelTracking(with event: Event?) {
    hooks.append("cancel")
  }
}

/// A responder that notes the actions that it performs.
final class ControlListener: Able {
  static let names: [(String, Control.Events)] = [
    ("down", .touchDown), ("repeat", .touchDownRepeat), ("drag exit", .touchDragExit),
    ("drag enter", .touchDragEnter), ("drag inside", .touchDragInside),
    ("drag outside", .touchDragOutside), ("up inside", .touchUpInside),
    ("up outside", .touchUpOutside), ("cancel", .touchCancel),
  ]

  private let journal: TouchJournal
  private let name: String
  private(set) weak var sender: Control?
  private(set) var event: Event?

  init(_ journal: TouchJournal, name: String = "") {
    self.journal = journal
    self.name = name
  }

  override func method(for action: Action) -> Action.Method? {
    guard action == .press || Self.names.contains(where: { $0.0 == action.rawValue })
    else { return nil }
    return { sender, event in
      self.journal.note(self.name + action.rawValue)
      self.sender = sender as? Control
      self.event = event
    }
  }
}

/// A control in whose callbacks something happens.
private final class Meanwhile: Control {
  var part = ""
  var deed: () -> Void = {}
  private(set) var cancels = 0

  func act(_ part: String) {
    if part == self.part { deed() }
  }

  override func beginTracking(_ touch: Touch, with event: Event?) -> Bool {
    act("begin")
    return true
  }

  override func continueTracking(_ touch: Touch, with event: Event?) -> Bool {
    act("continue")
    return true
  }

  override func cancelTracking(with event: Event?) { cancels += 1 }
}
