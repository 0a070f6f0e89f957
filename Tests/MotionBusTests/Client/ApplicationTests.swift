// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
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
}
