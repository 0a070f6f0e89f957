// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import LinuxSupport
import MotionCore
import TouchCore

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Print the gestures in recordings of touches.",
    discussion: """
      Reads the recordings of touchctl record. A bad line is an error that names it; the command still plays the \
      other files. It prints the gestures that one view over the whole screen would recognize: tap, doubleTap, \
      twoFingerTap, press, swipe, pan, pinch and rotation. It prints a tap once the tap cannot become a double tap.
      """)

  @Argument(help: "Recordings; - is standard input.", completion: .file(extensions: ["csv", "gz"]))
  var files: [String]

  @Option(help: "Output format; json is one object a line.")
  var format = OutputFormat.text

  @Flag(help: "Play in real time instead of as fast as possible.")
  var paced = false

  func run() throws {
    try reportingFailures(of: "touchctl replay") {
      let signals = try StopSignals {}
      var first: Failure?
      for file in files {
        do {
          guard try replay(file, signals) else { break }
        } catch let failure as Failure {
          failure.report(from: "touchctl replay")
          first = first ?? failure
        }
      }
      if let first { throw ExitCode(first.status.rawValue) }
    }
  }

  /// Plays a file; false if a signal came first.
  private func replay(_ file: String, _ signals: borrowing StopSignals) throws -> Bool {
    let bytes = try InputFile(path: file).bytes(signals)
    let recording: TouchRecording
    do throws(TouchRecordingError) {
      recording = try TouchRecording(parsing: bytes.span)
    } catch { throw Failure(.badData, "\(file):\(error)") }
    let output = OutputFile.standardOutput.interrupted(by: signals)
    var watch = GestureWatch()
    var lines: [GestureLine] = []
    var count = 0
    func write() throws {
      for line in lines {
        var line = line
        line.source = file
        try output.write(format == .text ? "\(file.printable): \(line.text)\n" : line.json + "\n")
      }
      count += lines.count
      lines.removeAll()
    }
    let start = ContinuousClock.now
    for frame in recording.frames {
      if paced, let first = recording.frames.first {
        let due = frame.timestamp.nanoseconds(since: first.timestamp)
        if case .stopped = signals.wait(until: start + .nanoseconds(due)) { return false }
      }
      watch.process(frame) { lines.append($0) }
      try write()
    }
    watch.finish { lines.append($0) }
    try write()
    if count == 0, format == .text {
      try output.write(
        "\(file.printable): \(recording.frames.isEmpty ? "no touches" : "no gesture")\n")
    }
    return true
  }
}
