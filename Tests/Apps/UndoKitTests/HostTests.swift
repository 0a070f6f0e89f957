// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing

/// The cases that need a main thread of their own, which runs the main run loop: Swift Testing's
/// main actor does not run on the main thread.
@Suite("5 Events: main run loop", .waits)
struct RunLoopTests {
  @Test(
    "U062 U063 U064 U068 U069 U071 U072 U134 passes of the main run loop close event groups",
    arguments: [
      ("u062EventGroupClosesAtEndOfPass", "level 1, level 0, value 0"),
      ("u063TwoPassesMakeTwoSteps", "level 0, value 1, value 0"),
      (
        "u064MainQueueBlocksOfOnePassCoalesce",
        "level 0, value 2, 2 steps, value 2, value 0"
      ),
      ("u068ExplicitGroupStaysOpenAcrossPasses", "level 2, level 0"),
      ("u068EventGroupOutlivesALoopRunByAHandler", "level 1, level 0"),
      ("u069OnlyTheGivenModesCloseTheEventGroup", "level 1, level 0"),
      ("u069ModesCountWhenTheLoopRunsAlready", "level 1, level 0"),
      ("u071EndingByHandCancelsThePendingClose", "level 1, level 0"),
      ("u072CancelledCloseLeavesTheNextEventGroupAlone", "level 1, level 0"),
      ("u072CancelledCloseInTheRunLoopLeavesTheNextEventGroupAlone", "level 1, level 0"),
      ("u134ManagerMayGoWithAPendingClose", "it has gone, the loop runs on"),
    ])
  func passes(name: String, expected: String) throws {
    let (printed, status) = try runHost("passes", name)
    #expect(printed.split(separator: "\n").joined(separator: ", ") == expected)
    #expect(status == 0)
  }
}

/// The same program in each kind of host that this process is not: see `UndoKitHost`.
///
/// The fourth kind, an `async` `main`, is where these tests run: see `EventGroupTests`.
@Suite("5 Events: other hosts", .waits)
struct HostTests {
  @Test(
    "U064 U065 U073 the same changes make the same steps, whatever the host runs",
    arguments: ["RunLoop.main.run", "dispatchMain", "endEventGroups"])
  func steps(host: String) throws {
    let (printed, status) = try runHost(host)
    #expect(printed == "level 0, 2 steps, values 3 2 0, then 2 3\n")
    #expect(status == 0)
  }
}

/// What `UndoKitHost` prints with these arguments, and its exit status.
private func runHost(_ arguments: String...) throws -> (printed: String, status: Int32) {
  let program = Process()
  program.executableURL = builtProducts.appendingPathComponent("UndoKitHost")
  program.arguments = arguments
  let printed = try output(of: program, from: \.standardOutput)
  return (printed, program.terminationStatus)
}
