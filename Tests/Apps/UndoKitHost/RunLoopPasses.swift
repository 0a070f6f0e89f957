// SPDX-License-Identifier: Apache-2.0

import Foundation
import UndoKit

/// What passes of the main run loop do to event groups, under the number of each case;
/// RunLoopTests knows what each prints.
enum RunLoopPasses: String {
  case u062EventGroupClosesAtEndOfPass, u063TwoPassesMakeTwoSteps
  case u064MainQueueBlocksOfOnePassCoalesce, u068ExplicitGroupStaysOpenAcrossPasses
  case u068EventGroupOutlivesALoopRunByAHandler
  case u069OnlyTheGivenModesCloseTheEventGroup, u069ModesCountWhenTheLoopRunsAlready
  case u071EndingByHandCancelsThePendingClose
  case u072CancelledCloseLeavesTheNextEventGroupAlone
  case u072CancelledCloseInTheRunLoopLeavesTheNextEventGroupAlone
  case u134ManagerMayGoWithAPendingClose

  /// Prints the grouping level and the values of the document as they come.
  @MainActor func run() {
    let manager = UndoManager()
    let document = Document(manager)
    func level() { print("level \(manager.groupingLevel)") }
    func undo() {
      manager.undo()
      print("value \(document.value)")
    }
    switch self {
    case .u062EventGroupClosesAtEndOfPass:
      document.set(1)
      level()
      spin()
      level()
      undo()
    case .u063TwoPassesMakeTwoSteps:
      for value in 1...2 {
        onRunLoop { document.set(value) }
        spin()
      }
      level()
      undo()
      undo()
    case .u064MainQueueBlocksOfOnePassCoalesce:
      DispatchQueue.main.async { document.set(1) }
      DispatchQueue.main.async { document.set(2) }
      spin()
      level()
      print("value \(document.value)")
      DispatchQueue.main.async { document.set(3) }
      spin()
      print("\(manager.undoCount) steps")
      undo()
      undo()
    case .u068ExplicitGroupStaysOpenAcrossPasses:
      onRunLoop { manager.beginUndoGrouping() }
      spin()
      level()
      onRunLoop { manager.endUndoGrouping() }
      spin()
      level()
    case .u068EventGroupOutlivesALoopRunByAHandler:
      manager.beginUndoGrouping()
      manager.registerUndo(withTarget: document) { _ in spin() }
      manager.endUndoGrouping()
      manager.undoNestedGroup()
      level()
      spin()
      level()
    case .u069OnlyTheGivenModesCloseTheEventGroup, .u069ModesCountWhenTheLoopRunsAlready:
      manager.runLoopModes = [.undoTest]
      if self == .u069ModesCountWhenTheLoopRunsAlready {
        onRunLoop { document.set(1) }
      } else {
        document.set(1)
      }
      spin(.default)
      level()
      spin(.undoTest)
      level()
    case .u071EndingByHandCancelsThePendingClose, .u072CancelledCloseLeavesTheNextEventGroupAlone:
      manager.runLoopModes = [.undoTest]
      onRunLoop { document.set(1) }
      spin(.default)
      if self == .u071EndingByHandCancelsThePendingClose {
        manager.endUndoGrouping()
      } else {
        manager.removeAllActions()
      }
      manager.runLoopModes = [.default]
      document.set(2)
      spin(.undoTest)
      level()
      spin(.default)
      level()
    case .u072CancelledCloseInTheRunLoopLeavesTheNextEventGroupAlone:
      manager.runLoopModes = [.undoTest]
      onRunLoop { document.set(1) }
      spin(.default)
      manager.removeAllActions()
      manager.runLoopModes = [.otherUndoTest]
      onRunLoop { document.set(2) }
      spin(.default)
      spin(.undoTest)
      level()
      spin(.otherUndoTest)
      level()
    case .u134ManagerMayGoWithAPendingClose:
      weak let abandoned = abandonedManager()
      print(abandoned == nil ? "it has gone" : "it stays")
      spin()
      print("the loop runs on")
    }
  }
}

@MainActor
private func abandonedManager() -> UndoManager {
  let manager = UndoManager()
  onRunLoop { [weak manager] in
    if let manager { Document(manager).set(1) }
  }
  Document(manager).set(1)
  return manager
}

extension RunLoop.Mode {
  fileprivate static let undoTest = RunLoop.Mode("UndoKitTests")
  fileprivate static let otherUndoTest = RunLoop.Mode("UndoKitTests.other")
}

@MainActor
private func onRunLoop(_ body: @escaping @MainActor @Sendable () -> Void) {
  RunLoop.main.perform { MainActor.assumeIsolated(body) }
}

/// Runs one pass of the main run loop.
@MainActor
private func spin(_ mode: RunLoop.Mode = .default) {
  _ = RunLoop.main.run(mode: mode, before: .distantPast)
}
