// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import LinuxSupport
import MotionCore
import ResponderKit
import TestTraits
import Testing
import UndoKit

@testable import MotionBus

@Suite(.waits, .enabled(if: PrivateBus.isInstalled), .deadline)
struct ApplicationTests {
  private let bus: PrivateBus
  private let daemon: FakeDaemon

  init() throws {
    bus = try PrivateBus()
    daemon = try FakeDaemon(bus.address)
  }

  @MainActor final class Note: Responder {
    private(set) var text = "" {
      didSet { whenChanged.yield(text) }
    }
    let changes: AsyncStream<String>
    private let whenChanged: AsyncStream<String>.Continuation

    override init() {
      (changes, whenChanged) = AsyncStream.makeStream()
      super.init()
    }

    func setText(_ newText: String) {
      let oldText = text
      undoManager?.registerUndo(withTarget: self) { $0.setText(oldText) }
      text = newText
    }

    override var canBecomeFirstResponder: Bool { true }
  }

  @Test("from a signal on the bus to an edit that is undone, in one line")
  @MainActor func undo() async throws {
    let application = Application()
    let window = Window(application: application)
    let note = Note()
    note.next = window
    note.becomeFirstResponder()
    application.keyWindow = window
    note.setText("Dear Ada")

    let address = BusAddress.address(bus.address)
    let feeding = Task {
      await application.sendEvents(from: MotionSession(address), onShake: .undo)
    }
    await daemon.takeClaim()
    try await daemon.emit(.began(at: 0))
    try await daemon.emit(.ended(at: 500))
    var changes = note.changes.makeAsyncIterator()
    #expect(await changes.next() == "Dear Ada")
    #expect(await changes.next() == "")
    feeding.cancel()
    await feeding.value
    #expect(await daemon.nextCall() == .release)
    withExtendedLifetime(window) {}
  }

  /// A session that keeps its claim for `delay`, and the calls of the daemon.
  private func session(keepingClaim delay: Duration) -> MotionSession {
    MotionSession(
      .address(bus.address), claim: MotionClaim(), isActive: true,
      RetryDelays(first: .milliseconds(1), longest: .milliseconds(30)), keepingClaim: delay)
  }

  @Test(
    "ten switches between two windows are one claim; without the focus it is released",
    arguments: [Duration.seconds(3600), .zero])
  @MainActor func focus(_ delay: Duration) async throws {
    let application = Application()
    let windows = [Window(application: application), Window(application: application)]
    let session = session(keepingClaim: delay)
    application.keyWindow = windows[0]
    let feeding = Task { await application.sendEvents(from: session, onShake: .undo) }
    await daemon.takeClaim()
    // The loop begins.
    await Task.yield()
    for number in 0..<10 {
      application.keyWindow = nil
      if delay == .zero { #expect(await daemon.nextCall() == .release) }
      application.keyWindow = windows[number % 2]
      if delay == .zero { await daemon.takeClaim() }
    }
    session.holdOff(for: .milliseconds(1))
    #expect(await daemon.nextCall() == .holdOff(1))
    feeding.cancel()
    await feeding.value
    withExtendedLifetime(windows) {}
  }

  @Test("a loop for falls in the background does not end with the focus of the other")
  @MainActor func twoLoops() async throws {
    let application = Application()
    let window = Window(application: application)
    application.keyWindow = window
    let session = session(keepingClaim: .zero)
    let feeding = Task { await application.sendEvents(from: session, onShake: .undo) }
    await daemon.takeClaim()
    let falls = Task { for await _ in session {} }
    await Task.yield()
    application.keyWindow = nil
    session.holdOff(for: .milliseconds(1))
    #expect(await daemon.nextCall() == .holdOff(1))
    falls.cancel()
    await falls.value
    #expect(await daemon.nextCall() == .release)
    feeding.cancel()
    withExtendedLifetime(window) {}
  }
}
