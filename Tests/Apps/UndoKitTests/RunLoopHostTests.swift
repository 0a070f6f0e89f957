// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing
import UndoKit
import XCTest

/// The cases that need a running `RunLoop.main`.
///
/// Swift Testing's main actor does not run on the main thread, so its tests cannot run the main run
/// loop. XCTest calls synchronous tests on the main thread, before that.
final class RunLoopHostTests: XCTestCase {
  func testU062EventGroupClosesAtEndOfPass() {
    MainActor.assumeIsolated {
      let manager = UndoManager()
      Document(0, manager).set(1)
      XCTAssertEqual(manager.groupingLevel, 1)
      spin()
      XCTAssertEqual(manager.groupingLevel, 0)
      XCTAssertTrue(manager.canUndo)
    }
  }

  func testU063TwoPassesMakeTwoSteps() {
    MainActor.assumeIsolated {
      let manager = UndoManager()
      let document = Document(0, manager)
      for value in 1...2 {
        onRunLoop { document.set(value) }
        spin()
      }
      XCTAssertEqual(manager.groupingLevel, 0)
      manager.undo()
      XCTAssertEqual(document.value, 1)
      manager.undo()
      XCTAssertEqual(document.value, 0)
    }
  }

  func testU064MainQueueBlocksOfOnePassCoalesce() {
    MainActor.assumeIsolated {
      let manager = UndoManager()
      let document = Document(0, manager)
      DispatchQueue.main.async { document.set(1) }
      DispatchQueue.main.async { document.set(2) }
      spin()
      XCTAssertEqual(manager.groupingLevel, 0)
      XCTAssertEqual(document.value, 2)
      DispatchQueue.main.async { document.set(3) }
      spin()
      XCTAssertEqual(manager.undoCount, 2)
      manager.undo()
      XCTAssertEqual(document.value, 2)
      manager.undo()
      XCTAssertEqual(document.value, 0)
    }
  }

  func testU068ExplicitGroupStaysOpenAcrossPasses() {
    MainActor.assumeIsolated {
      let manager = UndoManager()
      onRunLoop { manager.beginUndoGrouping() }
      spin()
      XCTAssertEqual(manager.groupingLevel, 2)
      onRunLoop { manager.endUndoGrouping() }
      spin()
      XCTAssertEqual(manager.groupingLevel, 0)
    }
  }

  func testU069OnlyTheGivenModesCloseTheEventGroup() {
    MainActor.assumeIsolated {
      let manager = UndoManager()
      manager.runLoopModes = [.undoTest]
      Document(0, manager).set(1)
      spin(.default)
      XCTAssertEqual(manager.groupingLevel, 1)
      spin(.undoTest)
      XCTAssertEqual(manager.groupingLevel, 0)
    }
  }

  func testU069ModesCountWhenTheLoopRunsAlready() {
    MainActor.assumeIsolated {
      let manager = UndoManager()
      manager.runLoopModes = [.undoTest]
      onRunLoop { Document(0, manager).set(1) }
      spin(.default)
      XCTAssertEqual(manager.groupingLevel, 1)
      spin(.undoTest)
      XCTAssertEqual(manager.groupingLevel, 0)
    }
  }

  func testU068EventGroupOutlivesALoopRunByAHandler() {
    MainActor.assumeIsolated {
      let manager = UndoManager()
      let target = Token()
      manager.group { manager.registerUndo(withTarget: target) { _ in spin() } }
      manager.undoNestedGroup()
      XCTAssertEqual(manager.groupingLevel, 1)
      spin()
      XCTAssertEqual(manager.groupingLevel, 0)
    }
  }

  func testU071EndingByHandCancelsThePendingClose() {
    MainActor.assumeIsolated { expectCancelledClose { $0.endUndoGrouping() } }
  }

  func testU072CancelledCloseLeavesTheNextEventGroupAlone() {
    MainActor.assumeIsolated { expectCancelledClose { $0.removeAllActions() } }
  }

  func testU072CancelledCloseInTheRunLoopLeavesTheNextEventGroupAlone() {
    MainActor.assumeIsolated {
      let manager = UndoManager()
      let document = Document(0, manager)
      manager.runLoopModes = [.undoTest]
      onRunLoop { document.set(1) }
      spin(.default)
      manager.removeAllActions()
      manager.runLoopModes = [.otherUndoTest]
      onRunLoop { document.set(2) }
      spin(.default)
      spin(.undoTest)
      XCTAssertEqual(manager.groupingLevel, 1)
      spin(.otherUndoTest)
      XCTAssertEqual(manager.groupingLevel, 0)
    }
  }

  func testU134ManagerMayGoWithAPendingClose() {
    MainActor.assumeIsolated {
      weak let manager = abandonedManager()
      XCTAssertNil(manager)
      spin()
    }
  }
}

extension RunLoop.Mode {
  fileprivate static let undoTest = RunLoop.Mode("UndoKitTests")
  fileprivate static let otherUndoTest = RunLoop.Mode("UndoKitTests.other")
}

/// Expects that `cancel` cancels the pending close of an event group, and the next group gets one
/// of its own.
@MainActor
private func expectCancelledClose(_ cancel: (UndoManager) -> Void) {
  let manager = UndoManager()
  let document = Document(0, manager)
  manager.runLoopModes = [.undoTest]
  onRunLoop { document.set(1) }
  spin(.default)
  cancel(manager)
  manager.runLoopModes = [.default]
  document.set(2)
  spin(.undoTest)
  XCTAssertEqual(manager.groupingLevel, 1)
  spin(.default)
  XCTAssertEqual(manager.groupingLevel, 0)
}

@MainActor
private func abandonedManager() -> UndoManager {
  let manager = UndoManager()
  onRunLoop { [weak manager] in
    if let manager { Document(0, manager).set(1) }
  }
  Document(0, manager).set(1)
  return manager
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

/// The same program in each kind of host that this process is not: see `UndoKitHost`.
///
/// The fourth kind, an `async` `main`, is where these tests run: see `EventGroupTests`.
@Suite("5 Events: other hosts")
struct HostTests {
  @Test(
    "U064 U065 U073 the same changes make the same steps, whatever the host runs",
    arguments: ["RunLoop.main.run", "dispatchMain", "endEventGroups"])
  func steps(host: String) throws {
    let program = Process()
    program.executableURL = builtProducts.appendingPathComponent("UndoKitHost")
    program.arguments = [host]
    let printed = try output(of: program, from: \.standardOutput)
    #expect(printed == "level 0, 2 steps, values 3 2 0, then 2 3\n")
    #expect(program.terminationStatus == 0)
  }
}
