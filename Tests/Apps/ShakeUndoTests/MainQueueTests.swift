// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestTraits
import Testing

/// A host whose main thread runs a loop that is not Swift's: `poll`, as GLib's, Qt's and SDL's do.
@Suite("The main queue in the loop of a toolkit", .waits)
struct MainQueueTests {
  @Test(
    "what a user types is undone step by step, in whatever loop",
    arguments: [
      ("drained", ["a task runs", "its edit is a step", "after a shake: a"]),
      (
        "undrained",
        [
          "it seems that nobody runs the main queue: no task ", "after a shake: ",
          "with steps: c",
        ]
      ),
      ("tick", ["after a shake: a"]),
      ("nested", ["the nested call has returned, and the loop rests: true", "the second block"]),
    ])
  func loop(mode: String, lines: [String]) throws {
    let host = Process()
    host.executableURL = builtProducts.appendingPathComponent("MainLoopHost")
    host.arguments = [mode]
    let printed = try output(of: host, from: \.standardOutput)
    #expect(printed.split(separator: "\n").map(String.init) == lines)
    #expect(host.terminationStatus == 0)
  }
}
