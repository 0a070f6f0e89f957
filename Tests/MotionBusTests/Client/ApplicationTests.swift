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
    let bus = try PrivateBus()
    let daemon = try FakeDaemon(bus.address)
    var calls = daemon.calls.makeAsyncIterator()
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
    guard case .claim = await calls.next() else {
      Issue.record("no claim was made")
      return
    }
    try await daemon.emit(.began(at: 0))
    try await daemon.emit(.ended(at: 500))
    var changes = note.changes.makeAsyncIterator()
    #expect(await changes.next() == "Dear Ada")
    #expect(await changes.next() == "")
    feeding.cancel()
    await feeding.value
    #expect(await calls.next() == .release)
  }

  /// A session that keeps its claim for `delay`, and the calls of the daemon.
  private func session(_ bus: PrivateBus, keepingClaim delay: Duration) -> MotionSession {
    MotionSession(
      .address(bus.address), claim: MotionClaim(), isActive: true,
      RetryDelays(first: .milliseconds(1), longest: .milliseconds(30)), keepingClaim: delay)
  }

  @Test("ten switches between two windows are one claim; without the focus it is released")
  @MainActor func focus() async throws {
    for delay in [Duration.seconds(3600), .zero] {
      let bus = try PrivateBus()
      let daemon = try FakeDaemon(bus.address)
      var calls = daemon.calls.makeAsyncIterator()
      let application = Application()
      let windows = [Window(application: application), Window(application: application)]
      let session = session(bus, keepingClaim: delay)
      application.keyWindow = windows[0]
      let feeding = Task { await application.sendEvents(from: session, onShake: .undo) }
      guard case .claim = await calls.next() else { throw NoClaim() }
      // The loop begins.
      await Task.yield()
      for number in 0..<10 {
        application.keyWindow = nil
        if delay == .zero {
          #expect(await calls.next() == .release)
        }
        application.keyWindow = windows[number % 2]
        if delay == .zero {
          guard case .claim = await calls.next() else { throw NoClaim() }
        }
      }
      session.holdOff(for: .milliseconds(1))
      #expect(await calls.next() == .holdOff(1))
      feeding.cancel()
      await feeding.value
    }
  }

  @Test("a loop for falls in the background does not end with the focus of the other")
  @MainActor func twoLoops() async throws {
    let bus = try PrivateBus()
    let daemon = try FakeDaemon(bus.address)
    var calls = daemon.calls.makeAsyncIterator()
    let application = Application()
    let window = Window(application: application)
    application.keyWindow = window
    let session = session(bus, keepingClaim: .zero)
    let feeding = Task { await application.sendEvents(from: session, onShake: .undo) }
    guard case .claim = await calls.next() else { throw NoClaim() }
    let falls = Task { for await _ in session {} }
    await Task.yield()
    application.keyWindow = nil
    session.holdOff(for: .milliseconds(1))
    #expect(await calls.next() == .holdOff(1))
    falls.cancel()
    await falls.value
    #expect(await calls.next() == .release)
    feeding.cancel()
  }

  private struct NoClaim: Error {}
}
