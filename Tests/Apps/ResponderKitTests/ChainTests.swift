// SPDX-License-Identifier: Apache-2.0

import ResponderKit
import TestTraits
import Testing
import UndoKit

@Suite("The chain")
@MainActor
struct ChainTests {
  @Test("R001 base responder defaults")
  func defaults() {
    let responder = Responder()
    #expect(responder.next == nil)
    #expect(!responder.isFirstResponder)
    #expect(!responder.canBecomeFirstResponder)
    #expect(responder.canResignFirstResponder)
    #expect(responder.undoManager == nil)
  }

  @Test("R002 chain order, from a view to what is behind the application")
  func order() {
    let stage = Stage()
    let scene = Responder()
    let delegate = Responder()
    stage.window.next = scene
    scene.next = stage.application
    stage.application.next = delegate
    let chain = Array(sequence(first: stage.view as Responder) { $0.next })
    let expected: [Responder] = [
      stage.view, stage.panel, stage.window, scene, stage.application, delegate,
    ]
    #expect(chain.map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init))
  }

  @Test("R003 a view that has a controller is followed by it, and the controller by the superview")
  func controller() {
    let stage = Stage()
    let controller = Witness("controller", stage.journal)
    stage.view.next = controller
    controller.next = stage.panel
    stage.view.becomeFirstResponder()
    _ = stage.journal.drain()
    stage.send(.began)
    #expect(stage.journal.drain().prefix(3) == ["view.began", "controller.began", "panel.began"])
  }

  @Test("R004 a presented controller is followed by the presenting one, that one by the window")
  func presentedController() {
    let stage = Stage()
    let root = Witness("root", stage.journal)
    let presented = Witness("presented", stage.journal)
    root.next = stage.window
    presented.next = root
    presented.becomeFirstResponder()
    _ = stage.journal.drain()
    stage.send(.began)
    #expect(stage.journal.drain().prefix(3) == ["presented.began", "root.began", "window.began"])
  }

  @Test("R005 nothing follows the application")
  func end() {
    #expect(Application().next == nil)
  }

  @Test("Next can be overridden, and is asked each time")
  func overriding() {
    let stage = Stage()
    let follower = Follower()
    #expect(follower.undoManager == nil)
    follower.parent = stage.view
    #expect(follower.undoManager === stage.window.undoManager)
    #expect(follower.becomeFirstResponder())
    follower.parent = nil
    #expect(!follower.isFirstResponder)
    #expect(stage.window.firstResponder == nil)
  }

  @Test("A responder must not follow itself", .exits)
  nonisolated func cycle() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let parent = Responder()
        let child = Responder()
        child.next = parent
        parent.next = child
      }
    }
  }

  @Test("R022 the undo manager is the window's, made once")
  func windowUndoManager() {
    let stage = Stage()
    let manager = stage.view.undoManager
    #expect(manager != nil)
    #expect(manager === stage.window.undoManager)
    #expect(manager !== Window(application: stage.application).undoManager)
  }

  @Test("R023 a responder's own undo manager serves those before it")
  func overriddenUndoManager() {
    let stage = Stage()
    let document = Document()
    document.next = stage.panel
    stage.view.next = document
    #expect(stage.view.undoManager === document.undoManager)
    #expect(stage.view.undoManager !== stage.window.undoManager)
    #expect(stage.panel.undoManager === stage.window.undoManager)
  }
}

/// A responder that finds its next elsewhere.
private final class Follower: Able {
  weak var parent: Responder?

  override var next: Responder? {
    get { parent }
    set {}
  }
}
