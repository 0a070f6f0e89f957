// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

@MainActor
@Suite("7 Disabling")
struct DisablingTests {
  let manager = UndoManager()
  let manual = UndoManager.manual()

  @Test("U079 disabling nests")
  func nesting() {
    var enabled: [Bool] = []
    func note() { enabled.append(manager.isUndoRegistrationEnabled) }
    manager.disableUndoRegistration()
    note()
    manager.disableUndoRegistration()
    note()
    manager.enableUndoRegistration()
    note()
    manager.enableUndoRegistration()
    note()
    #expect(enabled == [false, false, false, true])
  }

  @Test("U081 a disabled registration is ignored")
  func disabledRegistration() {
    manager.disableUndoRegistration()
    Document(0, manager).set(1)
    #expect(!manager.canUndo)
    #expect(manager.groupingLevel == 0)
  }

  @Test("U081 a disabled registration needs no group")
  func disabledRegistrationWithoutGroup() {
    manual.disableUndoRegistration()
    Document(0, manual).set(1)
    manual.setActionName("N")
    #expect(!manual.canUndo)
  }

  @Test("U082 a disabled registration keeps redo")
  func disabledRegistrationKeepsRedo() {
    let document = Document(0, manager)
    document.set(1)
    manager.undo()
    manager.disableUndoRegistration()
    document.set(2)
    #expect(manager.canRedo)
  }

  @Test("U083 begin and end while disabled leave no group", arguments: [false, true])
  func groupWhileDisabled(groupsByEvent: Bool) {
    manager.groupsByEvent = groupsByEvent
    manager.disableUndoRegistration()
    manager.group {}
    #expect(manager.groupingLevel == 0)
    #expect(!manager.canUndo)
  }

  @Test("U083 begin and end balance across disable and enable")
  func groupAcrossDisabling() {
    manual.beginUndoGrouping()
    manual.disableUndoRegistration()
    manual.endUndoGrouping()
    #expect(manual.groupingLevel == 0)
    manual.beginUndoGrouping()
    manual.enableUndoRegistration()
    manual.endUndoGrouping()
    #expect(manual.groupingLevel == 0)
  }

  @Test("U083 a group with changes that ends while disabled is kept")
  func groupWithChangesEndsWhileDisabled() {
    let document = Document(0, manual)
    manual.beginUndoGrouping()
    document.set(1)
    manual.disableUndoRegistration()
    manual.endUndoGrouping()
    #expect(manual.undoCount == 1)
  }

  @Test("U084 undo while disabled records no inverse")
  func undoWhileDisabled() {
    let document = Document(0, manual)
    manual.group { document.set(1) }
    manual.disableUndoRegistration()
    manual.undo()
    #expect(document.value == 0)
    #expect(!manual.canRedo)
  }
}
