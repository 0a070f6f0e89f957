// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionSynthesis
import MotionTestSupport
import Testing

/// That the recordings in `samples/` are what their generator makes, and give the events beside
/// them.
///
/// That they give the same at every rate is tested with MotionCore.
///
/// With `MOTION_RECORD_SAMPLES=1` they are written anew, and compared with nothing: `make samples`
/// runs the tests a second time, which compare.
@Suite struct SamplesTests {
  static let names = SampleLibrary.scripts.map(\.key)
  static let isRecording = ProcessInfo.processInfo.environment["MOTION_RECORD_SAMPLES"] != nil

  /// What each sample is there to show.
  static let meaning: [String: [String]] = [
    "short-shake": ["shake began", "shake ended"],
    "long-shake": ["shake began", "shake cancelled tooLong"],
    "walk": [],
    "put-down": [],
    "shake-cut-by-gap": ["shake began", "shake cancelled interrupted"],
    "shake-to-undo": ["shake began", "shake ended", "shake began", "shake ended"],
    "drop": ["freeFall began", "freeFall ended"],
    "lie-still": [
      "tilt recognized", "still began", "still ended", "pickUp recognized", "tilt recognized",
    ],
    "turn": [
      "tilt recognized", "orientation recognized", "tilt recognized", "orientation recognized",
    ],
    "turn-over": [
      "tilt recognized", "flip recognized", "orientation recognized",
      "tilt recognized", "flip recognized", "orientation recognized",
    ],
    "pick-up": ["pickUp recognized", "tilt recognized"],
    "tilt": ["tilt recognized"],
    "twist": ["twist recognized"],
    "taps": ["doubleTap recognized", "tap recognized"],
  ]

  /// Every kind of motion: what one sample shows, no other kind may take for its own.
  private static let everything = MotionOptions().configurations(of: MotionRegistry.kinds)

  @Test(
    "the file is what the generator makes, and gives the events beside it", arguments: names)
  func isGenerated(_ name: String) throws {
    try expect(try script(name).recording(rate: SampleLibrary.rate).text, in: "\(name).csv")
    // From the file, which a new sample has only now.
    let recording = try Recording(contentsOf: url("\(name).csv"))
    let lines = recording.readings.motionEvents(detecting: Self.everything).map {
      $0.jsonLine(source: "samples/\(name).csv") + "\n"
    }
    try expect(lines.joined(), in: "\(name).events.jsonl")
  }

  @Test("the motion means what it is there to show", .enabled(if: !isRecording), arguments: names)
  func means(_ name: String) throws {
    let recording = try script(name).recording(rate: SampleLibrary.rate)
    let events = recording.readings.motionEvents(detecting: Self.everything)
    let words = events.map { "\($0.kind) \($0.word)" }
    #expect(words == Self.meaning[name], "meant? Then \"\(name)\": \(words) goes into the table")
  }

  @Test("every meaning has a sample")
  func meaningIsComplete() {
    #expect(Set(Self.meaning.keys).subtracting(Self.names).isEmpty)
  }

  private func script(_ name: String) throws -> MotionScript {
    try #require(SampleLibrary.scripts.first { $0.key == name }?.value)
  }

  private func url(_ file: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../../../samples/\(file)")
  }

  private func contents(_ file: String) throws -> String {
    try String(contentsOf: url(file), encoding: .utf8)
  }

  private func expect(_ text: String, in file: String) throws {
    if Self.isRecording {
      try text.write(to: url(file), atomically: true, encoding: .utf8)
    } else {
      #expect(try contents(file) == text)
    }
  }
}

extension MotionEvent {
  /// The phase, and the reason of a cancellation.
  var word: String {
    switch phase {
    case .began, .ended, .recognized: phase.name
    case .cancelled(let reason): "cancelled \(reason.rawValue)"
    }
  }
}
