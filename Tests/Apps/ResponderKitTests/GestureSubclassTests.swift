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
  }

  @discardableResult
  private func add<Recognizer: GestureRecognizer>(
    _ recognizer: Recognizer, _ name: String, to view: View? = nil
  ) -> Recognizer {
    recognizer.addAction { [journal = stage.journal] in journal.note("\(name) \($0.state)") }
    (view ?? pad).addGestureRecognizer(recognizer)
    return recognizer
  }

  enum Rule: CaseIterable {
    case none, canPrevent, canBePrevented, delegate
  }

  @Test("G080 either of two may leave room for the other", arguments: Rule.allCases)
  func prevention(rule: Rule) {
    let first = add(Choosy(), "first")
    let second = add(Choosy(), "second")
    for each in [first, second] { each.endsAtLift = true }
    let delegate = Delegate()
    switch rule {
    case .none: break
    case .canPrevent: first.prevents = false
    case .canBePrevented: second.isPreventable = false
    case .delegate:
      delegate.together = { _, _ in true }
      second.delegate = delegate
    }
    stage.tap(150, 50)
    #expect(stage.drain().contains("second ended") == (rule != .none))
  }

  @Test("G080 prevention has a direction")
  func direction() {
    let first = add(Choosy(), "first")
    let second = add(Choosy(), "second")
    for each in [first, second] { each.endsAtLift = true }
    second.prevents = false
    first.isPreventable = false
    stage.tap(150, 50)
    #expect(!stage.drain().contains("second ended"))
  }

  @Test("G080 a subclass may wait, or be waited for", arguments: [false, true])
  func requirement(isOther: Bool) {
    let first = add(Choosy(), "first")
    let second = add(Choosy(), "second")
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
    add(TapGestureRecognizer(), "tap", to: own)
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
    add(TapGestureRecognizer(), "tap", to: inner)
    stage.tap(50, 250)
    #expect(stage.drain().contains("tap ended") && outer.asked == 0)
  }
}

/// A recognizer that answers as it is set to.
private final class Choosy: GestureRecognizer {
  var endsAtLift = false
  var prevents = true
  var isPreventable = true
  var requires = false
  var isRequired = false

  override func canPrevent(_ other: GestureRecognizer) -> Bool { prevents }
  override func canBePrevented(by other: GestureRecognizer) -> Bool { isPreventable }
  override func shouldRequireFailure(of other: GestureRecognizer) -> Bool { requires }
  override func shouldBeRequiredToFail(by other: GestureRecognizer) -> Bool { isRequired }

  override func touchesEnded(_ touches: Set<Touch>, with event: Event?) {
    if endsAtLift { state = .ended }
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
