// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import ShakeUndo
import Testing

/// A source of motions that a test switches and feeds.
final class FakeSource: MotionSource {
  let (events, inbox) = AsyncStream.makeStream(of: MotionEvent.self)
  /// The values of `isActive`, each as soon as it is another.
  let (activities, changes) = AsyncStream.makeStream(of: Bool.self)
  private nonisolated(unsafe) var wasActive = true

  /// Set on the main actor alone.
  var isActive: Bool {
    get { wasActive }
    set {
      if newValue != wasActive { changes.yield(newValue) }
      wasActive = newValue
    }
  }

  func makeAsyncIterator() -> AsyncStream<MotionEvent>.Iterator { events.makeAsyncIterator() }
}

@MainActor @Suite("Only the app in front gets motions") struct FocusTests {
  private final class Listener: ReportingApplication {
    var phases: [String] = []
    let (sent, inbox) = AsyncStream.makeStream(of: Void.self)

    override func sendEvent(_ event: Event) {
      phases.append(event.motionEvent.map { "\($0.kind) \($0.phase.name)" } ?? "")
      super.sendEvent(event)
      inbox.yield()
    }
  }

  private let application = Listener()
  private let source = FakeSource()

  /// Begins a loop, and waits until it has begun.
  private func begin(alsoInBackground: Bool = false) async -> Task<Void, Never> {
    let task = Task { [application, source] in
      await application.sendEvents(
        from: source, onShake: .undo, alsoInBackground: alsoInBackground)
    }
    await feed(.of(.tap, .recognized))
    return task
  }

  /// Has the source emit `event`, and waits until it was sent.
  private func feed(_ event: MotionEvent) async {
    source.inbox.yield(event)
    for await _ in application.sent { return }
  }

  @Test("the key window wants motions, an open question too; a window's release and the end do not")
  func wishes() async throws {
    let task = await begin()
    #expect(source.isActive, "never had a key window")
    var window: Window? = Window(application: application)
    application.keyWindow = window
    application.keyWindow = nil
    #expect(!source.isActive)
    application.keyWindow = window
    #expect(source.isActive)
    var question: EditQuestion?
    application.onShake = .ask { question = $0 }
    let text = TextResponder("")
    text.next = window
    text.becomeFirstResponder()
    text.insertText("a")
    for phase in [MotionEvent.Phase.began, .ended] { await feed(.of(.shake, phase)) }
    application.keyWindow = nil
    #expect(source.isActive, "a question is open")
    try #require(question).answer(.neither)
    #expect(!source.isActive)
    application.keyWindow = window
    text.becomeFirstResponder()
    #expect(!application.inputViews.isEmpty)
    window = nil
    #expect(!source.isActive && application.reports == [.keyWindowReleased])
    #expect(application.inputViews.isEmpty)
    let next = Window(application: application)
    application.keyWindow = next
    #expect(source.isActive)
    task.cancel()
    await task.value
    #expect(!source.isActive)
  }

  @Test("also in the background, where a shake undoes nothing")
  func background() async {
    let task = await begin(alsoInBackground: true)
    let window = Window(application: application)
    let text = TextResponder("", next: window)
    application.keyWindow = window
    text.becomeFirstResponder()
    text.insertText("a")
    application.keyWindow = nil
    #expect(source.isActive)
    for phase in [MotionEvent.Phase.began, .ended] { await feed(.of(.shake, phase)) }
    #expect(application.phases.suffix(2) == ["shake began", "shake ended"] && text.text == "a")
    task.cancel()
  }

  @Test("a shake that began in front is cancelled; a state that holds begins for the next window")
  func states() async {
    let task = await begin()
    let (first, second) = (Window(application: application), Window(application: application))
    application.keyWindow = first
    await feed(.of(.still, .began))
    await feed(.of(.shake, .began))
    application.keyWindow = nil
    source.inbox.yield(.of(.flip, .recognized))
    await feed(.of(.shake, .ended))
    #expect(application.phases.suffix(2) == ["shake began", "shake cancelled"])
    application.phases = []
    for _ in 0..<3 { (application.keyWindow, application.keyWindow) = (nil, second) }
    for _ in 0..<2 { for await _ in application.sent { break } }
    #expect(application.phases == ["still cancelled", "still began"])
    await feed(.of(.still, .ended))
    #expect(application.phases.last == "still ended")
    task.cancel()
    withExtendedLifetime(first) {}
  }

  @Test("the door wants motions while its app is active")
  func door() async {
    let shakes = ShakeToUndo(.undo) { nil }
    shakes.isActive = false
    var activities = source.activities.makeAsyncIterator()
    let task = Task { [source] in await shakes.run(source) }
    #expect(await activities.next() == false)
    shakes.isActive = true
    #expect(source.isActive)
    shakes.isActive = false
    #expect(!source.isActive)
    shakes.isActive = true
    task.cancel()
    await task.value
    #expect(!source.isActive, "a wish ends with its task")
  }
}
