// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UndoKit

// Foundation has typed messages from Swift 6.3 on.
#if compiler(>=6.3)
  @MainActor
  @Suite("10 Notifications: typed messages")
  struct TypedMessageTests {
    let manager = UndoManager()
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

    @Test("U131 typed messages say whether the group is discardable", arguments: [false, true])
    func typedDiscardability(isDiscardable: Bool) {
      var flags: [Bool] = []
      let center = NotificationCenter.default
      let tokens = [
        center.addObserver(of: manual, for: .didCloseUndoGroup) {
          flags += [$0.groupIsDiscardable]
        },
        center.addObserver(of: manual, for: .didUndoChange) { flags += [$0.groupIsDiscardable] },
        center.addObserver(of: manual, for: .didRedoChange) { flags += [$0.groupIsDiscardable] },
      ]
      change(isDiscardable: isDiscardable)
      #expect(flags == [isDiscardable, isDiscardable, isDiscardable])
      tokens.forEach(center.removeObserver)
    }

    @Test("U132 typed observers are called, each with its message")
    func typedObservers() {
      var received: [String] = []
      let center = NotificationCenter.default
      let tokens = [
        center.addObserver(of: manager, for: .checkpoint) { _ in received += ["Checkpoint"] },
        center.addObserver(of: manager, for: .didOpenUndoGroup) { _ in received += ["DidOpen"] },
        center.addObserver(of: manager, for: .willCloseUndoGroup) { _ in received += ["WillClose"]
        },
        center.addObserver(of: manager, for: .didCloseUndoGroup) { _ in received += ["DidClose"] },
        center.addObserver(of: manager, for: .willUndoChange) { _ in received += ["WillUndo"] },
        center.addObserver(of: manager, for: .didUndoChange) { _ in received += ["DidUndo"] },
        center.addObserver(of: manager, for: .willRedoChange) { _ in received += ["WillRedo"] },
        center.addObserver(of: manager, for: .didRedoChange) { _ in received += ["DidRedo"] },
      ]
      let log = NotificationLog(manager)
      let document = Document(0, manager)
      document.set(1)
      manager.undo()
      manager.redo()
      let notifications = log.entries.map { $0.prefix { $0 != "@" } }.map(String.init)
      #expect(Set(notifications).count == 8)
      #expect(received == notifications)
      tokens.forEach(center.removeObserver)
    }

    @Test("U132 a typed observer has the messages of its manager only, until it is removed")
    func subjectAndRemoval() {
      var received = 0
      let token = NotificationCenter.default.addObserver(of: manager, for: .checkpoint) { _ in
        received += 1
      }
      _ = manual.canRedo
      #expect(received == 0)
      _ = manager.canRedo
      #expect(received == 1)
      NotificationCenter.default.removeObserver(token)
      _ = manager.canRedo
      #expect(received == 1)
    }
  }
#endif
