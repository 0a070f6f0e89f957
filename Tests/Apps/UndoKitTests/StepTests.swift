// SPDX-License-Identifier: Apache-2.0

import Foundation
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

  @Test("U139 what a body registered before it threw is a step")
  func throwing() {
    #expect(throws: CancellationError.self) {
      try manager.step("Half") {
        document.set(1)
        throw CancellationError()
      }
    }
    #expect(manager.groupingLevel == 0 && manager.undoActionName == "Half")
    manager.undo()
    #expect(document.value == 0)
  }

  @Test("U139 a group that a body leaves open as it throws is closed for it")
  func leftOpen() {
    #expect(throws: CancellationError.self) {
      try manager.step("Save") {
        manager.beginUndoGrouping()
        document.set(1)
        throw CancellationError()
      }
    }
    #expect(manager.groupingLevel == 0 && manager.isBetweenEdits)
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

  @Test("U141 nobody runs the main queue: said once, at a registration 2 s later")
  func nobodyRunsTheMainQueue() {
    let (now, report) = (MainQueueWatch.now, UndoManager.report)
    defer {
      (MainQueueWatch.now, UndoManager.report) = (now, report)
      MainQueueWatch.isSettled = true
    }
    var time = ContinuousClock.now
    var reports: [String] = []
    MainQueueWatch.now = { .init(time: time, work: .zero) }
    UndoManager.report = { reports.append($0) }
    MainQueueWatch.isSettled = false
    document.set(1)
    time += .milliseconds(1999)
    document.set(2)
    #expect(reports.isEmpty)
    // A host that ends its events by hand needs no main queue.
    UndoManager.endEventGroups()
    time += .seconds(1)
    document.set(3)
    #expect(reports.isEmpty)
    // One long edit, not a loop that waits for the user.
    let later = time + .seconds(3)
    MainQueueWatch.now = { .init(time: later, work: .seconds(2)) }
    document.set(4)
    #expect(reports.isEmpty)
    MainQueueWatch.now = { .init(time: later + .seconds(2), work: .seconds(2)) }
    document.set(4)
    document.set(5)
    #expect(reports.count == 1 && reports.first?.contains("main queue") == true)
  }

  @Test("U141 the main queue has run: a long event is no mistake")
  func mainQueueRuns() async {
    let (now, report) = (MainQueueWatch.now, UndoManager.report)
    defer { (MainQueueWatch.now, UndoManager.report) = (now, report) }
    MainQueueWatch.isSettled = false
    document.set(1)
    await mainQueueRoundTrip()
    #expect(MainQueueWatch.isSettled)
    let later = ContinuousClock.now + .seconds(5)
    MainQueueWatch.now = { .init(time: later, work: .zero) }
    var reports = 0
    UndoManager.report = { _ in reports += 1 }
    document.set(2)
    #expect(reports == 0)
  }
}
