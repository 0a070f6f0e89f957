// SPDX-License-Identifier: Apache-2.0

import ProcessTestSupport
import TestTraits
import Testing

@Suite(.waits) struct DemoCommandTests {
  @Test("a shake undoes the last edit, and says who received it and who handled it")
  func undoes() throws {
    let command = try RunningCommand("motion-demo", ["samples/short-shake.csv"])
    let lines = command.lines()
    #expect(
      lines == [
        "edit Typing: Dear Ada,",
        "edit Typing: Dear Ada, see you on Monday.",
        "edit Replace: Dear Ada, see you on Friday.",
        "",
        "Playing samples/short-shake.csv in real time.",
        "",
        "1.220 s  shake began",
        "    received by: text view -> page -> window",
        "    handled by:  window",
        "    hint: stop shaking to undo",
        "2.220 s  shake ended: 0.87 s, 8 swings, peak 20.9 m/s², along x",
        "    received by: text view -> page -> window -> application",
        "    handled by:  application",
        "    Undo Replace",
        "    document:    Dear Ada, see you on Monday.",
        "",
        "The recording is over. The document says: Dear Ada, see you on Monday.",
      ])
    #expect(try command.finish().status == 0)
  }

  @Test("without a recording it plays its own, until a signal")
  func builtIn() throws {
    // Without an accelerometer, whatever machine this is.
    let command = try RunningCommand("motion-demo", ["--window", "0.001"])
    #expect(command.lines(upTo: "began").last == "1.720 s  shake began")
    #expect(command.lines(upTo: "cancelled").last?.hasSuffix("it went on for too long") == true)
    command.send(15)
    #expect(
      command.lines().last == "Stopped. The document says: Dear Ada, see you on Friday.")
    #expect(try command.finish().status == 0)
  }
}
