// SPDX-License-Identifier: Apache-2.0

import ResponderKit
import Testing
import TouchCore

@Suite("Gestures: what a subclass, a view and a touch may say")
@MainActor
struct GestureSubclassTests {
  private let stage = TouchStage()
  private let pad: Pad
  private let inner: Pad

  init() {
    pad = stage.pad("pad", width: 200, height: 200)
    inner = stage.pad("inner", width: 100, height: 100, in: pad)
    pad.isMultipleTouchEnabled = true
  }

  @Test("G079 a finger that is ignored is heard no more, and its view is not cancelled")
  func ignore() {
    let own = stage.add(Choosy(), "own")
    stage.frame((0, .down(150, 50)), (1, .down(180, 50)))
    own.ignores = { $0.location(in: nil).x > 160 }
    stage.frame((0, .move(151, 50)), (1, .move(181, 50)))
    #expect(own.heard == ["began 2", "moved 2"] && own.numberOfTouches == 1)
    #expect(own.location(in: nil).x == 151)
    stage.frame((0, .move(152, 50)), (1, .move(182, 50)))
    #expect(own.heard.last == "moved 1")
    own.state = .ended
    #expect(stage.drain().suffix(2) == ["pad cancelled a", "own ended"])
    stage.up(finger: 1)
    #expect(stage.drain() == ["pad ended b"] && own.heard.count == 3)
  }

  @Test("G079 a recognizer that ignores all of its fingers fails", arguments: [false, true])
  func ignoreAll(isLater: Bool) {
    let own = stage.add(Choosy(), "own")
    let tap = stage.add(TapGestureRecognizer(), "tap")
    tap.require(toFail: own)
    var touch: Touch?
    pad.onTouches = { _, touches, _ in touch = touches.first }
    own.ignores = { _ in !isLater }
    stage.down(150, 50)
    if isLater, let touch { own.ignore(touch, for: nil) }
    #expect(own.state == (isLater ? .possible : .failed) || own.numberOfTouches == 0)
    stage.up()
    #expect(stage.drain() == ["pad began a", "pad cancelled a", "tap ended"])
  }

  @Test("G079 the library's own recognizers ignore nothing")
  func ignoreTap() {
    let tap = stage.add(TapGestureRecognizer(), "tap")
    pad.onTouches = { _, touches, event in
      for touch in touches { tap.ignore(touch, for: event) }
    }
    stage.tap(150, 50)
    #expect(stage.drain().last == "tap ended")
  }

  enum Cancelling: CaseIterable {
    case interruption, inactive, ignoring, removal
  }

  @Test("G084 fingers that are taken back show it to a recognizer", arguments: Cancelling.allCases)
  func phases(_ cancelling: Cancelling) {
    let own = stage.add(Choosy(), "own")
    stage.frame((0, .down(150, 50)), (1, .down(180, 50)))
    stage.frame((0, .move(151, 50)), (1, .move(181, 50)))
    switch cancelling {
    case .interruption: stage.application.receive(.interruption)
    case .inactive: stage.application.keyWindow = nil
    case .ignoring: stage.application.beginIgnoringInteractionEvents()
    case .removal: pad.removeFromSuperview()
    }
    #expect(own.cancelledPhases.allSatisfy { $0 == .cancelled })
    #expect(own.cancelledPhases.count == 2)
  }

  enum Removal: CaseIterable {
    case view, superview, chain, superviewsChain, window
  }

  @Test(
    "G085 a view that goes while the end is held back has a cancellation",
    arguments: Removal.allCases)
  func heldEnd(_ removal: Removal) {
    pad.addGestureRecognizer(TapGestureRecognizer(taps: 2))
    stage.tap(50, 50)
    #expect(stage.drain() == ["inner began a"])
    switch removal {
    case .view: inner.removeFromSuperview()
    case .superview: pad.removeFromSuperview()
    case .chain: inner.next = nil
    case .superviewsChain: pad.next = nil
    case .window: stage.application.keyWindow = nil
    }
    #expect(stage.drain() == ["inner cancelled a"])
    stage.wait(milliseconds: 1000)
    #expect(stage.drain() == [])
  }

  enum Rule: CaseIterable {
    case none, canPrevent, canBePrevented, delegate, otherWayRound
  }

  @Test(
    "G080 either of two may leave room for the other, in one direction", arguments: Rule.allCases)
  func prevention(rule: Rule) {
    let first = stage.add(Choosy(), "first")
    let second = stage.add(Choosy(), "second")
    for each in [first, second] { each.endsAtLift = true }
    let delegate = Delegate()
    switch rule {
    case .none: break
    case .canPrevent: first.prevents = false
    case .canBePrevented: second.isPreventable = false
    case .delegate:
      delegate.together = { _, _ in true }
      second.delegate = delegate
    case .otherWayRound: (second.prevents, first.isPreventable) = (false, false)
    }
    stage.tap(150, 50)
    #expect(stage.drain().contains("second ended") == ![.none, .otherWayRound].contains(rule))
  }

  @Test("G080 a subclass may wait, or be waited for", arguments: [false, true])
  func requirement(isOther: Bool) {
    let first = stage.add(Choosy(), "first")
    let second = stage.add(Choosy(), "second")
    for each in [first, second] { each.endsAtLift = true }
    if isOther { second.isRequired = true } else { first.requires = true }
    stage.tap(150, 50)
    #expect(stage.drain().filter { !$0.hasPrefix("pad") } == ["second ended"])
  }

  @Test("G081 a view between finger and recognizer refuses", arguments: ["inner", "pad", ""])
  func opinion(refusing: String) {
    let hit = Opinionated(frame: inner.bounds)
    let own = Opinionated(frame: .init(x: 0, y: 200, width: 100, height: 100))
    stage.window.addSubview(own)
    own.addSubview(inner)
    inner.addSubview(hit)
    stage.add(TapGestureRecognizer(), "tap", to: own)
    own.admits = refusing != "pad"
    hit.admits = refusing != "inner"
    stage.tap(50, 250)
    #expect(stage.drain().contains("tap ended") == refusing.isEmpty)
    #expect(hit.asked == 1)
    #expect(own.asked == (refusing == "inner" ? 0 : 1))
  }

  @Test("G081 a recognizer of a subview does not concern the view")
  func opinionBehind() {
    let outer = Opinionated(frame: .init(x: 0, y: 200, width: 100, height: 100))
    stage.window.addSubview(outer)
    outer.addSubview(inner)
    outer.admits = false
    stage.add(TapGestureRecognizer(), "tap", to: inner)
    stage.tap(50, 250)
    #expect(stage.drain().contains("tap ended") && outer.asked == 0)
  }

  @Test("G082 a touch knows its recognizers, and an event the touches of each")
  func participants() {
    let (tap, pan) = (
      stage.add(TapGestureRecognizer(), "tap"), stage.add(PanGestureRecognizer(), "pan")
    )
    let own = stage.add(Choosy(), "own")
    for each in [pan, own] as [GestureRecognizer] { each.cancelsTouchesInView = false }
    var seen: [Set<GestureRecognizer>] = []
    var counts: [Int?] = []
    pad.onTouches = { _, touches, event in
      seen.append(Set(touches.first?.gestureRecognizers ?? []))
      counts.append(event?.touches(for: pan)?.count)
    }
    own.ignores = { $0.phase == .moved }
    stage.stroke((150, 50), (150, 80))
    #expect(seen == [[tap, pan, own], [pan], [pan]])
    #expect(counts == [1, 1, 1])
    pan.isEnabled = false
    own.isEnabled = false
    pad.removeGestureRecognizer(tap)
    stage.down(150, 50)
    #expect(seen.last == [] && counts.last == .some(nil))
  }
}

/// A recognizer that answers as it is set to.
private final class Choosy: GestureRecognizer {
  var ignores: (Touch) -> Bool = { _ in false }
  var endsAtLift = false
  var prevents = true
  var isPreventable = true
  var requires = false
  var isRequired = false
  private(set) var heard: [String] = []
  private(set) var cancelledPhases: [Touch.Phase] = []

  override func canPrevent(_ other: GestureRecognizer) -> Bool { prevents }
  override func canBePrevented(by other: GestureRecognizer) -> Bool { isPreventable }
  override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { requires }
  override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { isRequired }

  override func touchesBegan(_ touches: Set<Touch>, with event: Event?) {
    hear("began", touches, event)
  }

  override func touchesMoved(_ touches: Set<Touch>, with event: Event?) {
    hear("moved", touches, event)
  }

  override func touchesCancelled(_ touches: Set<Touch>, with event: Event?) {
    cancelledPhases += touches.map(\.phase)
  }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    hear("ended", touches, event)
    if endsAtLift { state = .ended }
  }

  private func hear(_ phase: String, _ touches: Set<Touch>, _ event: Event?) {
    heard.append("\(phase) \(touches.count)")
    for touch in touches where ignores(touch) { ignore(touch, for: event) }
  }
}

/// A view that admits gestures as it is set to.
private final class Opinionated: View {
  var admits = true
  private(set) var asked = 0

  override func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    asked += 1
    return admits
  }
}
