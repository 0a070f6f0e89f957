// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing

@testable import UndoKit

@Suite("8 Steps")
@MainActor
struct StepTests {
  private let manager = UndoManager()
  private let document: Document

  init() {
    document = Document(0, manager)
  }

  @Test("U138 two steps of one event are two undos, with their names")
  func twoSteps() {
    document.set(1)
    manager.step("Second") { document.set(2) }
    manager.step("Third") {
      document.set(3)
      manager.setActionName("Part")
    }
    #expect(manager.groupingLevel == 0 && manager.undoActionName == "Third")
    manager.undo()
    #expect(document.value == 2 && manager.undoActionName == "Second")
    manager.undo()
    #expect(document.value == 1)
    manager.undo()
    #expect(document.value == 0 && !manager.canUndo)
  }

  @Test("U138 a step that registers nothing leaves none", arguments: [true, false])
  func empty(groupsByEvent: Bool) {
    manager.groupsByEvent = groupsByEvent
    manager.step("Nothing") {}
    #expect(!manager.canUndo && manager.groupingLevel == 0)
    manager.step("Something") { document.set(1) }
    manager.step("All gone") {
      document.set(2)
      manager.removeAllActions()
    }
    #expect(!manager.canUndo && manager.groupingLevel == 0)
  }

  @Test("U138 a step while registration is disabled leaves none")
  func disabled() {
    manager.disableUndoRegistration()
    manager.step("Unseen") { document.set(1) }
    #expect(!manager.canUndo && manager.groupingLevel == 0)
  }

  @Test("U139 a step in a group of the client's is part of it")
  func nested() {
    manager.group {
      document.set(1)
      manager.step("Inner") { document.set(2) }
      #expect(manager.groupingLevel == 2)
    }
    manager.undo()
    #expect(document.value == 0 && !manager.canUndo)
  }

  @Test("U139 a handler that makes a step is redone as one")
  func inHandler() {
    func set(_ value: Int) {
      let old = document.value
      manager.step("Set") {
        manager.registerUndo(withTarget: document) { _ in set(old) }
        document.set(value)
      }
    }
    set(1)
    set(2)
    manager.undo()
    #expect(document.value == 1 && manager.counts == [1, 1])
    manager.redo()
    #expect(document.value == 2 && manager.counts == [2, 0])
  }

  @Test(
    "U139 what a body registered before it threw is a step, also in a group that it left open",
    arguments: [false, true])
  func throwing(leavesOpen: Bool) {
    #expect(throws: CancellationError.self) {
      try manager.step("Half") {
        if leavesOpen { manager.beginUndoGrouping() }
        document.set(1)
        throw CancellationError()
      }
    }
    #expect(manager.groupingLevel == 0 && manager.isBetweenEdits)
    #expect(manager.undoActionName == "Half")
    manager.undo()
    #expect(document.value == 0)
  }

  @Test("U140 a step keeps its identity while it grows, and no other has it")
  func identity() {
    #expect(manager.undoStep == nil)
    document.set(1)
    let first = manager.undoStep
    document.set(2)
    #expect(first != nil && manager.undoStep == first)
    UndoManager.endEventGroups()
    #expect(manager.undoStep == first)
    manager.step("Second") { document.set(3) }
    let second = manager.undoStep
    #expect(second != first)
    manager.undo()
    #expect(manager.undoStep == first)
    manager.redo()
    #expect(manager.undoStep != first && manager.undoStep != second)
  }

  @Test("U137 a name alone, or user info, is no step")
  func nameAlone() {
    manager.levelsOfUndo = 1
    document.set(1)
    manager.setActionName("Typing")
    UndoManager.endEventGroups()
    // As after a key whose change was added to the step before.
    let log = NotificationLog(manager)
    manager.setActionName("Typing")
    manager.setActionUserInfoValue(1, forKey: "key")
    UndoManager.endEventGroups()
    #expect(log.entries == ["DidOpen@1", "Checkpoint@1", "WillClose@1", "DidClose@0"])
    #expect(manager.undoCount == 1 && manager.undoActionUserInfoValue(forKey: "key") == nil)
    manager.setActionName("Typing")
    manager.undo()
    #expect(document.value == 0)
  }

  @Test("U142 an observer of DidOpen ends the event")
  func endsWhileOpening() {
    let log = NotificationLog(manager) { entry in
      if entry == "DidOpen" { UndoManager.endEventGroups() }
    }
    document.set(1)
    #expect(log.entries.first == "DidOpen@1" && manager.groupingLevel == 1)
    manager.undo()
    #expect(document.value == 0)
  }

  @Test(
    "U141 nobody runs the main queue: said once by a clock of its own, and of no long event",
    arguments: [
      ([0.1], 1), ([0, 0], 1), ([0.3, 2, 1], 0), ([2, 0.1], 1),
    ] as [([Double], Int)])
  func nobodyRunsTheMainQueue(work: [Double], reports: Int) async {
    let (report, clock) = (UndoManager.report, Clockwork())
    defer {
      UndoManager.report = report
      MainQueueWatch.settle()
    }
    UndoManager.report = { clock.heard($0) }
    MainQueueWatch.begin(clock.clocks)
    document.set(1)
    for work in work { clock.pass(working: .seconds(work)) }
    #expect(clock.reports.count == reports)
    #expect(clock.reports.allSatisfy { $0.contains("main queue") })
    // A host that ends its events by hand needs no main queue, and one that runs it is no mistake.
    MainQueueWatch.begin(clock.clocks)
    UndoManager.endEventGroups()
    clock.pass(working: .zero)
    MainQueueWatch.begin(clock.clocks)
    await mainQueueRoundTrip()
    clock.pass(working: .zero)
    #expect(clock.reports.count == reports)
  }
}

/// The clocks of a main thread, and what is due after a time.
private final class Clockwork: Sendable {
  private let state = Mutex(
    (
      now: MainQueueWatch.Moment(time: .zero, work: .zero), looks: [@Sendable () -> Void](),
      reports: [String]()
    ))

  var clocks: MainQueueWatch.Clocks {
    .init(
      now: { self.state.withLock { $0.now } },
      after: { _, look in self.state.withLock { $0.looks.append(look) } })
  }

  var reports: [String] { state.withLock { $0.reports } }

  func heard(_ report: String) { state.withLock { $0.reports.append(report) } }

  /// Lets 2 s pass, of which the thread works for a part.
  func pass(working work: Duration) {
    let looks = state.withLock { state in
      state.now = .init(time: state.now.time + .seconds(2), work: state.now.work + work)
      defer { state.looks = [] }
      return state.looks
    }
    for look in looks { look() }
  }
}
