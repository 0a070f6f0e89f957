// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UndoKit

@MainActor
@Suite("10 Notifications: messages and user info")
struct MessageTests {
  let manual = UndoManager.manual()

  private func change(isDiscardable: Bool) {
    let document = Document(0, manual)
    manual.group {
      document.set(1)
      manual.setActionIsDiscardable(isDiscardable)
    }
    manual.undo()
    manual.redo()
  }

  @Test("U131 the key is Apple's")
  func key() {
    #expect(NSUndoManagerGroupIsDiscardableKey == "NSUndoManagerGroupIsDiscardableKey")
  }

  @Test("U131 closing, undoing and redoing a discardable group says so")
  func discardableGroup() {
    let log = DiscardabilityLog(manual)
    change(isDiscardable: true)
    #expect(
      log.entries == ["DidClose discardable", "DidUndo discardable", "DidRedo discardable"])
  }

  @Test("U131 for another group the key is absent")
  func plainGroup() {
    let log = DiscardabilityLog(manual)
    change(isDiscardable: false)
    #expect(log.entries == ["DidClose plain", "DidUndo plain", "DidRedo plain"])
  }

  @Test("U132 messages carry the names of their notifications")
  func names() {
    #expect(UndoManager.CheckpointMessage.name == .NSUndoManagerCheckpoint)
    #expect(UndoManager.DidOpenUndoGroupMessage.name == .NSUndoManagerDidOpenUndoGroup)
    #expect(UndoManager.WillCloseUndoGroupMessage.name == .NSUndoManagerWillCloseUndoGroup)
    #expect(UndoManager.DidCloseUndoGroupMessage.name == .NSUndoManagerDidCloseUndoGroup)
    #expect(UndoManager.WillUndoChangeMessage.name == .NSUndoManagerWillUndoChange)
    #expect(UndoManager.DidUndoChangeMessage.name == .NSUndoManagerDidUndoChange)
    #expect(UndoManager.WillRedoChangeMessage.name == .NSUndoManagerWillRedoChange)
    #expect(UndoManager.DidRedoChangeMessage.name == .NSUndoManagerDidRedoChange)
  }
}
