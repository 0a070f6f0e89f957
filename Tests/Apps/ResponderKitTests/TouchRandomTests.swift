// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionSynthesis
import ResponderKit
import Testing
import TouchCore

/// Whatever fingers do, and whatever becomes of views, windows, keys and recognizers meanwhile.
///
/// `make test` takes a share of the inputs; with `TOUCH_INPUTS` in the environment so many are
/// taken.
@Suite("T076 touches stay whole, whatever happens to the views")
@MainActor
struct TouchRandomTests {
  private nonisolated static let inputs =
    ProcessInfo.processInfo.environment["TOUCH_INPUTS"].flatMap { Int($0) } ?? 240
  private nonisolated static let parts = 6
  /// With `TOUCH_SEED` in the environment that input alone is taken.
  private nonisolated static let seed =
    ProcessInfo.processInfo.environment["TOUCH_SEED"].flatMap { UInt64($0) }

  @Test(
    "T076 each that received a beginning receives one end; gestures keep their grammar",
    arguments: 0..<parts)
  func oneEnd(part: Int) {
    var broken: [String] = []
    let share = stride(from: part, to: Self.inputs, by: Self.parts).map(UInt64.init)
    for seed in Self.seed.map({ [$0] }) ?? share where broken.count < 5 {
      broken += TouchHouse(seed: seed).broken().map { "seed \(seed): \($0)" }
    }
    for rule in broken { Issue.record("\(rule)") }
  }

  @Test("T076 the random input is worth its name")
  func isEventful() {
    let words = (0..<UInt64(150)).reduce(into: Set<String>()) {
      let house = TouchHouse(seed: $1)
      _ = house.broken()
      $0.formUnion(house.words)
    }
    var expected: Set = ["view began", "view moved", "view ended", "view cancelled"]
    for kind in ["PanGestureRecognizer", "LongPressGestureRecognizer", "Follower"] {
      expected.formUnion(["began", "changed", "ended", "cancelled"].map { "\(kind) \($0)" })
    }
    expected.formUnion(["TapGestureRecognizer ended", "SwipeGestureRecognizer ended"])
    #expect(expected.subtracting(words).isEmpty)
  }
}

/// Two windows with views that move about, are hidden, released and touched.
@MainActor
final class TouchHouse {
  private var random: SeededGenerator
  private let application = Application()
  private var windows: [Window] = []
  private var views: [Occupant] = []
  private var gestures: [GestureRecognizer: [GestureRecognizer.State]] = [:]
  private var now: Int64 = 0
  private var problems: [String] = []
  private(set) var words: Set<String> = []
  /// Of each responder and touch, what it received.
  private var ledgers: [Ledger] = []

  private struct Ledger {
    weak var occupant: Occupant?
    let touch: Touch
    var isOver = false
  }

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    windows = (0..<2).map { _ in
      Window(application: application, frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    }
    for _ in 0..<6 { addView() }
    application.keyWindow = windows[0]
  }

  /// Runs a random life, and finds the rules that it breaks.
  func broken() -> [String] {
    for _ in 0..<Int.random(in: 20...60, using: &random) {
      now += [0, 1, 16, 100, 350, 500].randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<10, using: &random) {
      case 0: change()
      case 1: application.receive(.time(Timestamp(nanoseconds: now * 1_000_000)))
      default: touch()
      }
    }
    application.receive(.interruption)
    if application.touchDeadline != nil { problems.append("a gesture is open at the end") }
    for ledger in ledgers where !ledger.isOver && ledger.occupant != nil {
      problems.append("a beginning without an end")
    }
    for (recognizer, states) in gestures where recognizer.state != .possible {
      problems.append("\(recognizer.state) at the end, after \(states)")
    }
    return problems
  }

  private func touch() {
    let changes = (0..<Int.random(in: 1...2, using: &random)).map { _ in
      let finger = Int32.random(in: 0..<3, using: &random)
      let place = Point(
        x: Double(Int.random(in: 0..<10, using: &random)) * 10 + 5,
        y: Double(Int.random(in: 0..<3, using: &random)) * 10 + 5)
      let kinds: [TouchChange.Kind] = [
        .down(place), .down(place), .move(place), .move(place), .move(place), .up, .cancel,
      ]
      return TouchChange(finger, kinds.randomElement(using: &random) ?? .up)
    }
    let frame = TouchFrame(timestamp: Timestamp(nanoseconds: now * 1_000_000), changes: changes)
    application.receive(.frame(frame), in: windows.randomElement(using: &random))
  }

  /// Something that an app may do at any time, also in the middle of an event.
  private func change() {
    let view = views.randomElement(using: &random)
    let parents: [View] = windows + views
    switch Int.random(in: 0..<16, using: &random) {
    case 0: view?.removeFromSuperview()
    case 1, 2:
      if let view, let parent = parents.randomElement(using: &random),
        !parent.isDescendant(of: view), !parent.chainContains(view)
      {
        parent.addSubview(view)
      }
    case 3:
      views.removeAll { $0 === view }
      view?.removeFromSuperview()
      addView()
    case 4: view?.isHidden.toggle()
    case 5: view?.isMultipleTouchEnabled.toggle()
    case 6: view?.isExclusiveTouch.toggle()
    case 7: view?.isUserInteractionEnabled.toggle()
    case 8: application.keyWindow = (windows + [nil]).randomElement(using: &random) ?? nil
    case 9: view?.next = Bool.random(using: &random) ? view?.superview : windows[0]
    case 10:
      application.beginIgnoringInteractionEvents()
      application.endIgnoringInteractionEvents()
    case 11: view?.gestureRecognizers.randomElement(using: &random)?.isEnabled.toggle()
    case 12: if let view { addGesture(to: view) }
    case 13:
      if let view, let gesture = view.gestureRecognizers.randomElement(using: &random) {
        view.removeGestureRecognizer(gesture)
      }
    default: view?.handles.toggle()
    }
  }

  private func addView() {
    let view = Occupant(
      frame: CGRect(
        x: Int.random(in: 0..<5, using: &random) * 10, y: 0,
        width: Int.random(in: 2..<8, using: &random) * 10, height: 50))
    view.isMultipleTouchEnabled = Bool.random(using: &random)
    view.received = { [unowned self] in note($0, $1, $2) }
    (windows + views).randomElement(using: &random)?.addSubview(view)
    views.append(view)
    if Bool.random(using: &random) { addGesture(to: view) }
  }

  private func addGesture(to view: View) {
    let recognizer: GestureRecognizer
    switch Int.random(in: 0..<6, using: &random) {
    case 0: recognizer = PanGestureRecognizer()
    case 1: recognizer = LongPressGestureRecognizer()
    case 2: recognizer = SwipeGestureRecognizer()
    case 3: recognizer = Follower()
    case 4: recognizer = TapGestureRecognizer()
    default:
      let tap = TapGestureRecognizer()
      tap.numberOfTapsRequired = 2
      recognizer = tap
    }
    recognizer.cancelsTouchesInView = Int.random(in: 0..<4, using: &random) > 0
    recognizer.delaysTouchesBegan = Int.random(in: 0..<4, using: &random) == 0
    recognizer.delaysTouchesEnded = Bool.random(using: &random)
    recognizer.addAction { [unowned self] in note($0) }
    view.addGestureRecognizer(recognizer)
  }

  private func note(_ recognizer: GestureRecognizer) {
    let state = recognizer.state
    words.insert("\(type(of: recognizer)) \(state)")
    let before = gestures[recognizer, default: []].last
    let isOpen = before == .began || before == .changed
    let isContinuous = !(recognizer is TapGestureRecognizer || recognizer is SwipeGestureRecognizer)
    let isLawful =
      switch state {
      case .began: isContinuous && !isOpen
      case .changed, .cancelled: isOpen
      case .ended: isOpen == isContinuous
      case .possible, .failed: false
      }
    if !isLawful { problems.append("\(type(of: recognizer)): \(state) after \(before as Any)") }
    gestures[recognizer, default: []].append(state)
    if Int.random(in: 0..<12, using: &random) == 0 { change() }
  }

  private func note(_ view: Occupant, _ phase: Touch.Phase, _ touches: Set<Touch>) {
    words.insert("view \(phase)")
    if touches.isEmpty { problems.append("\(phase) of no touches") }
    for touch in touches {
      if touch.phase != phase { problems.append("received \(phase), but \(touch.phase)") }
      let index = ledgers.lastIndex { $0.occupant === view && $0.touch === touch }
      switch (phase, index) {
      case (.began, nil): ledgers.append(Ledger(occupant: view, touch: touch))
      case (.began, _): problems.append("a second beginning")
      case (.moved, let index?), (.ended, let index?), (.cancelled, let index?):
        if ledgers[index].isOver { problems.append("\(phase) after the end") }
        if phase != .moved { ledgers[index].isOver = true }
      case (.moved, nil), (.ended, nil), (.cancelled, nil):
        // Who joined the chain later hears the rest of it.
        if touch.view === view { problems.append("\(phase) without a beginning") }
      case (.stationary, _): problems.append("received stationary")
      }
    }
    if Int.random(in: 0..<(phase == .began ? 3 : 12), using: &random) == 0 { change() }
  }
}

/// A view that reports the touches that it receives.
private final class Occupant: View {
  var handles = false
  var received: (Occupant, Touch.Phase, Set<Touch>) -> Void = { _, _, _ in }
  /// What the beginning of a touch decided holds for all of it.
  private var kept: Set<Touch> = []

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    if handles { kept.formUnion(touches) }
    received(self, .began, touches)
    let passed = touches.subtracting(kept)
    if !passed.isEmpty { super.touchesBegan(passed, with: event) }
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    received(self, .moved, touches)
    let passed = touches.subtracting(kept)
    if !passed.isEmpty { super.touchesMoved(passed, with: event) }
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    received(self, .ended, touches)
    let passed = touches.subtracting(kept)
    if !passed.isEmpty { super.touchesEnded(passed, with: event) }
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    received(self, .cancelled, touches)
    let passed = touches.subtracting(kept)
    if !passed.isEmpty { super.touchesCancelled(passed, with: event) }
  }
}

extension Responder {
  fileprivate func chainContains(_ other: Responder) -> Bool {
    sequence(first: self) { $0.next }.contains { $0 === other }
  }
}

/// A recognizer of one's own: begins with the first move, and follows.
private final class Follower: GestureRecognizer {
  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    state = state == .possible ? .began : .changed
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    state = state == .possible ? .failed : .ended
  }
}
