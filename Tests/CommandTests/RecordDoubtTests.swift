// SPDX-License-Identifier: Apache-2.0

import Commands
import MotionCore
import Testing

@testable import motionctl

/// What `motionctl record` says of a recording that is none, with status 65.
@Suite struct RecordDoubtTests {
  /// A text of readings at these times in seconds.
  private func text(_ times: [Double], duration: Duration? = nil) -> RecordingText {
    var text = RecordingText()
    text.duration = duration
    for time in times {
      _ = text.piece(
        for: Reading(
          timestamp: Timestamp(nanoseconds: Int64(time * 1e9)), acceleration: [0, 0, 9.8]))
    }
    return text
  }

  @Test("a whole recording is not doubted, nor is one that was stopped at once")
  func whole() {
    let times = (0..<300).map { Double($0) / 100 }
    #expect(RecordCommand.doubt(in: text(times), after: 3) == nil)
    // What waited in a buffer is older than the command.
    #expect(RecordCommand.doubt(in: text(times), after: 0.1) == nil)
    #expect(RecordCommand.doubt(in: text([]), after: 0) == nil)
    #expect(RecordCommand.doubt(in: text([], duration: .seconds(5)), after: 1) == nil)
    // But for readings that nobody took.
    let doubt = RecordCommand.doubt(in: text(times), after: 3, unread: 7)
    #expect(doubt?.contains("7 readings were lost") == true)
  }

  @Test("a clock that steps ahead and stays there is said")
  func ahead() {
    let times = (0..<600).map { Double($0) / 100 + ($0 >= 300 ? 3600 : 0) }
    #expect(
      RecordCommand.doubt(in: text(times), after: 6)
        == "the recording is not of one piece: its clock went ahead by 3600 s more than the time that passed"
    )
    // A device that was away for an hour, or slept, is no such clock.
    #expect(RecordCommand.doubt(in: text(times), after: 3606) == nil)
  }

  @Test("a clock that steps back and stays there is said")
  func back() {
    let times = (0..<600).map { Double($0) / 100 - ($0 >= 300 ? 3600 : 0) }
    #expect(RecordCommand.doubt(in: text(times), after: 6)?.contains("went back 1 times") == true)
  }

  @Test("one reading of many, or none, is no recording")
  func few() {
    // Each time is far from the one before: none is confirmed but the first.
    let wild = (0..<100).map { Double($0 * $0 % 97) * 1e6 }
    #expect(
      RecordCommand.doubt(in: text(wild), after: 1)?.hasPrefix("one reading was kept of ") == true)
    var none = RecordingText()
    for index in 0..<100 {
      _ = none.piece(
        for: Reading(
          timestamp: Timestamp(nanoseconds: Int64(index)), acceleration: [1e308, 0, 0]))
    }
    #expect(
      RecordCommand.doubt(in: none, after: 1)?.hasPrefix("no reading was kept of 100") == true)
    #expect(
      RecordCommand.doubt(in: text([], duration: .seconds(5)), after: 5)?
        .hasPrefix("no reading was kept of 0") == true)
  }
}
