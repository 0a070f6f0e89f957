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

  @Test(
    "The ends of events, each at a ;",
    arguments: [
      Case("U062 the event group closes when the event ends", "a1 ;", "a1 @0 1/0"),
      Case("U063 two events make two steps", "a1 ; a2 ; undo | undo", "a1 @0 1/1 | a0 @0 0/2"),
      Case(
        "U068 an explicit group stays open across events", "[ a1 ; | ; ] | ;",
        "a1 @2 1/0 | a1 @1 1/0 | a1 @0 1/0"),
      Case(
        "U068 an explicit group is not taken for an event group", "manual [ events ; end",
        "@1 1/0"),
      Case(
        "U070 the event group stays open once groupsByEvent is off", "a1 manual ; | ] | undo",
        "a1 @1 1/0 | a1 @0 1/0 | a0 @0 0/1"),
      Case(
        "U070 and closes once that is on again", "a1 manual ; events | ;", "a1 @1 1/0 | a1 @0 1/0"),
      Case("U071 it may be ended by hand", "a1 ] | ; a2", "a1 @0 1/0 | a2 @1 2/0"),
      Case(
        "U072 removeAllActions cancels the pending close", "a1 clear ; a2 | undo",
        "a2 @1 1/0 | a1 @0 0/1"),
      Case(
        "U073 endEventGroups inside a handler closes nothing", "[ ( end ) ] nested | end",
        "@1 1/0 | @0 0/0"),
    ])
  func ends(_ each: Case) async { await each.checkEvents() }

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
