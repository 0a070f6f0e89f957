// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import ProcessTestSupport
import TestTraits
import Testing

@Suite(.waits, .enabled(if: PrivateBus.isInstalled))
struct LoadTests {
  @Test("in a small crowd, and when things break, nothing is lost (Tests/Rigs/Load: a large one)")
  func short() throws {
    let result = try RunningCommand.run("MotionLoad", "--short")
    #expect(result.status == 0, "\(result.output.joined(separator: "\n"))\n\(result.errors)")
  }
}
