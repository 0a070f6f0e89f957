// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UndoKit

/// The cases that need the main queue only.
///
/// Swift Testing runs under an `async` main: the main queue is drained by Dispatch, as
/// `dispatchMain()` drains it, and `RunLoop.main` does not run. For that host see
/// `RunLoopTests`. Serialized, because `endEventGroups()` reaches the managers of other tests.
@MainActor
@Suite("5 Events: main queue", .serialized)
struct EventGroupTests {
  let manager = UndoManager()

  @Test("U062 the event group closes when the event ends")
  func closesAtEndOfEvent() async {
    Document(0, manager).set(1)
    await mainQueueRoundTrip()
    #expect(manager.groupingLevel == 0)
    #expect(manager.canUndo)
  }

  @Test("U063 two events make two steps")
  func twoEvents() async {
    let document = Document(0, manager)
    document.set(1)
    await mainQueueRoundTrip()
    document.set(2)
    await mainQueueRoundTrip()
    manager.undo()
    #expect(document.value == 1)
    manager.undo()
    #expect(document.value == 0)
  }

  @Test("U065 main-queue blocks of one pass coalesce")
  func blocksCoalesce() async {
    let document = Document(0, manager)
    DispatchQueue.main.async { document.set(1) }
    DispatchQueue.main.async { document.set(2) }
    await mainQueueRoundTrip()
    await mainQueueRoundTrip()
    #expect(manager.groupingLevel == 0)
    DispatchQueue.main.async { document.set(3) }
    await mainQueueRoundTrip()
    await mainQueueRoundTrip()
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(document.value == 2)
    manager.undo()
    #expect(document.value == 0)
  }

  @Test("U066 the event group is closed after a suspension")
  func closesAtSuspension() async {
    Document(0, manager).set(1)
    await Task.yield()
    #expect(manager.groupingLevel == 0)
    #expect(manager.undoCount == 1)
  }

  @Test("U068 an explicit group stays open across events")
  func explicitGroupAcrossEvents() async {
    manager.beginUndoGrouping()
    Document(0, manager).set(1)
    await mainQueueRoundTrip()
    #expect(manager.groupingLevel == 2)
    await mainQueueRoundTrip()
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 1)
    await mainQueueRoundTrip()
    #expect(manager.groupingLevel == 0)
    #expect(manager.undoCount == 1)
  }

  @Test("U068 an explicit group is not taken for an event group")
  func explicitGroupAtLevelOne() async {
    manager.groupsByEvent = false
    manager.beginUndoGrouping()
    manager.groupsByEvent = true
    await mainQueueRoundTrip()
    UndoManager.endEventGroups()
    #expect(manager.groupingLevel == 1)
  }

  @Test("U070 the event group stays open once groupsByEvent is off")
  func groupsByEventTurnedOff() async {
    let document = Document(0, manager)
    document.set(1)
    manager.groupsByEvent = false
    await mainQueueRoundTrip()
    #expect(manager.groupingLevel == 1)
    manager.endUndoGrouping()
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect(document.value == 0)
  }

  @Test("U070 the event group closes once groupsByEvent is on again")
  func groupsByEventTurnedOnAgain() async {
    Document(0, manager).set(1)
    manager.groupsByEvent = false
    await mainQueueRoundTrip()
    manager.groupsByEvent = true
    #expect(manager.groupingLevel == 1)
    await mainQueueRoundTrip()
    #expect(manager.groupingLevel == 0)
  }

  @Test("U071 the event group may be ended by hand")
  func endedByHand() async {
    let document = Document(0, manager)
    document.set(1)
    manager.endUndoGrouping()
    #expect(manager.groupingLevel == 0)
    await mainQueueRoundTrip()
    document.set(2)
    #expect(manager.groupingLevel == 1)
    #expect(manager.undoCount == 2)
  }

  @Test("U072 removeAllActions cancels the pending close")
  func removeCancelsClose() async {
    let document = Document(0, manager)
    document.set(1)
    manager.removeAllActions()
    await mainQueueRoundTrip()
    document.set(2)
    #expect(manager.groupingLevel == 1)
    manager.undo()
    #expect(document.value == 1)
  }

  @Test("U072 a cancelled close leaves the next event group alone")
  func cancelledCloseIsForgotten() {
    let log = NotificationLog(manager)
    Document(0, manager).set(1)
    manager.removeAllActions()
    UndoManager.endEventGroups()
    #expect(log.entries == ["DidOpen@1"])
  }

  @Test("U073 endEventGroups closes the event groups of all managers")
  func endEventGroups() {
    let other = UndoManager()
    let explicit = UndoManager()
    Document(0, manager).set(1)
    Document(0, other).set(1)
    explicit.beginUndoGrouping()
    UndoManager.endEventGroups()
    #expect(manager.groupingLevel == 0)
    #expect(other.groupingLevel == 0)
    #expect(explicit.groupingLevel == 2)
    explicit.endUndoGrouping()
    UndoManager.endEventGroups()
    #expect(explicit.groupingLevel == 0)
    for manager in [manager, other, explicit] { #expect(manager.undoCount == 1) }
  }

  @Test("U073 endEventGroups inside a handler closes nothing")
  func endEventGroupsInHandler() {
    let target = Token()
    manager.group { manager.registerUndo(withTarget: target) { _ in UndoManager.endEventGroups() } }
    manager.undoNestedGroup()
    #expect(manager.groupingLevel == 1)
    UndoManager.endEventGroups()
    #expect(manager.groupingLevel == 0)
  }

  @Test("U134 a manager may go with a pending close")
  func managerGoesWithPendingClose() async {
    weak let abandoned = abandonedManager()
    #expect(abandoned == nil)
    await mainQueueRoundTrip()
    UndoManager.endEventGroups()
  }

  private func abandonedManager() -> UndoManager {
    let manager = UndoManager()
    let target = Token()
    manager.registerUndo(withTarget: target) { _ in }
    return manager
  }
}
