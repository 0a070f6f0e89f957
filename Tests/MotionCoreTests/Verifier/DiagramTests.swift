// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

/// That a drawing which is wrong fails.
@Suite struct DiagramTests {
  private let motion = "motion: ----------SSSS--------------\n"

  @Test(
    "anything else than what comes is a difference",
    arguments: [
      "............................",
      "...........bbbb.............",
      "...........bbbb..cccc.......",
      "bbbbbbbbbbb......eeee.......",
      "...........bbbb......eeeeeee",
      "bbb........bbbb..eeee.......",
    ])
  func isStrict(_ events: String) throws {
    let difference = try Diagram("wrong", motion + "shake: " + events).differences(rate: 100)
    #expect(difference.count == 1)
    #expect(difference.first?.contains(events) == true)
  }

  @Test("findings that come are wrong; without a line nothing may come")
  func silence() throws {
    let right = motion + "shake: ...........bbbb..eeee......."
    #expect(try Diagram("right", right).differences(rate: 100) == [])
    #expect(try Diagram("wrong", motion).differences(rate: 100).count == 1)
  }

  @Test(
    "a diagram that cannot be read is an error",
    arguments: [
      "shake: ....", "motion ----", "motion: --?-", "motion: ----\nshake: .....",
    ])
  func unreadable(_ text: String) {
    #expect(throws: Diagram.Mistake.self) { try Diagram("bad", text).differences(rate: 100) }
  }
}
