// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Synchronization
import SystemPackage
import Testing
import TouchCore

@testable import TouchInput

/// A reader where there is no touchscreen.
///
/// Real ones, made by uinput, are in `Tests/Rigs/VM`.
@Suite("A reader without touchscreens") struct TouchReaderTests {
  @Test("a seat without a touchscreen is an error that names it")
  func noPanel() async {
    var options = TouchOptions()
    options.source = .seat("seat-of-none")
    let error = await #expect(throws: TouchInputError.self) {
      for try await _ in TouchReader(options) { Issue.record("a step") }
    }
    #expect(error == .noPanel(seat: "seat-of-none"))
    #expect(error?.description.contains("seat 'seat-of-none'") == true)
    #expect(error?.isNotPermitted == false)
  }

  @Test(
    "a node that is no touchscreen is never opened", arguments: ["/dev/null", "/dev/input/none"])
  func noTouchscreen(_ node: String) async {
    var options = TouchOptions()
    options.source = .device(node)
    await #expect(throws: TouchInputError.noTouchscreen(device: node)) {
      for try await _ in TouchReader(options) { Issue.record("a step") }
    }
  }

  @Test("waiting for a touchscreen is not an error; the iteration ends when its task is cancelled")
  func waiting() async throws {
    let task = Task { [waitingOptions] in
      var count = 0
      for try await _ in TouchReader(waitingOptions) { count += 1 }
      return count
    }
    task.cancel()
    #expect(try await task.value == 0)
  }

  @Test("a reader that was cancelled opens nothing, and its sequences end")
  func cancelled() async throws {
    var options = TouchOptions()
    options.source = .seat("seat-of-none")
    let reader = TouchReader(options)
    reader.cancel()
    for try await _ in reader { Issue.record("a step") }
    for await _ in reader.changes { Issue.record("a change") }
    for await _ in reader.mediaKeys { Issue.record("a key") }
  }

  @Test("the time is reported once it is that late; a later deadline replaces it")
  func time() async throws {
    let (events, end) = AsyncStream.makeStream(of: TouchInputEvent.self)
    let reader = PanelReader(waitingOptions) { end.yield($0) }
    try reader.start()
    defer { reader.stop() }
    reader.remind(at: Timestamp(nanoseconds: .max))
    reader.remind(at: Timestamp(nanoseconds: 7))
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == .step(.time(Timestamp(nanoseconds: 7))))
  }

  private let waitingOptions = {
    var options = TouchOptions()
    options.source = .seat("seat-of-none")
    options.waitsForPanel = true
    return options
  }()

  @Test(
    "pause, resume and a second start change nothing that they should not; after a stop nothing comes"
  )
  func states() throws {
    let reports = Reports()
    let reader = PanelReader(waitingOptions) { reports.put($0) }
    reader.pause()
    reader.resume()
    #expect(reports.drain().isEmpty)
    try reader.start()
    try reader.start()
    #expect(reports.drain().isEmpty)
    reader.pause()
    reader.pause()
    #expect(reports.drain() == [.step(.interruption)])
    reader.resume()
    reader.resume()
    #expect(reports.drain().isEmpty)
    reader.stop()
    reader.pause()
    reader.resume()
    try reader.start()
    reader.remind(at: Timestamp(nanoseconds: 0))
    reader.stop()
    #expect(reports.drain().isEmpty)
  }

  @Test("an error names its remedy")
  func errors() {
    let refused = TouchInputError.cannotOpen(device: "/dev/input/event3", error: .permissionDenied)
    #expect(refused.isNotPermitted)
    #expect(refused.description.contains("cannot open /dev/input/event3"))
    #expect(refused.description.contains("group motiond-touch"))
    let gone = TouchInputError.cannotOpen(
      device: "/dev/input/event3", error: .noSuchFileOrDirectory)
    #expect(!gone.isNotPermitted && !gone.description.contains("group"))
  }

  @Test(
    "a sleep of the machine is noticed, once; the time that passes between two looks at a clock is not"
  )
  func suspends() {
    var watch = SuspendWatch()
    func hasSlept(_ monotonic: Int64, _ boot: Int64) -> Bool {
      watch.hasSlept(
        monotonic: Timestamp(nanoseconds: monotonic * 1_000_000),
        boot: Timestamp(nanoseconds: boot * 1_000_000))
    }
    #expect(!hasSlept(0, 5000))
    #expect(!hasSlept(1000, 6000))
    #expect(!hasSlept(2000, 7099))
    #expect(hasSlept(2010, 8000))
    #expect(!hasSlept(2020, 8010))
  }
}

/// What a reader has reports.
private final class Reports: Sendable {
  private let events = Mutex<[TouchInputEvent]>([])

  func put(_ event: TouchInputEvent) {
    events.withLock { $0.append(event) }
  }

  func drain() -> [TouchInputEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
