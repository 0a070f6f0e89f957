// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import Dispatch
import LinuxSupport
import MotionCore
import MotionSensors
import SensorArguments

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record an accelerometer, to a file or to standard output.",
    discussion: """
      Records until SIGINT or SIGTERM, or until the duration is over. Each reading goes at once, as a whole line, to \
      a file motion-XXXXXX.part that gets its name at the end. After a signal the command waits until the reader of a \
      pipe has taken all readings, and fails if the reader takes nothing for a second. If the accelerometer is \
      disconnected, the recording continues once it is connected again. If its clock goes back, the recording goes on \
      a second after the last reading, which leaves a gap, and the exit status is 65. The exit status is 65 also if \
      the clock goes more than 10 s ahead of the time that passed, if the recording kept fewer than two readings, or \
      if the reader of a pipe was so slow that more than 65,536 readings had to wait. \
      While motiond reads the accelerometer, the recording has motiond's readings, at motiond's rate. The command \
      does not overwrite an existing file.

      After a crash, a loss of power or a full disk, what was recorded is in the .part file. If the file ends in the \
      middle of a line, other commands refuse it as cut. A cut between two lines shows in its length: with \
      --duration, the note duration_s has the intended length; at its end this command prints the number of readings.
      """)

  @Argument(
    help: "The new file; - is standard output.", completion: .file(extensions: ["csv"]))
  var file = "-"

  @Option(
    help: "The accelerometer: auto (default), iio:NAME, input or input:NAME.",
    transform: { try AccelerometerChoice(argument: $0, orFor: "> FILE") })
  var source: AccelerometerChoice?

  @Option(help: ArgumentHelp("Stop after this time.", valueName: "seconds"))
  var duration: Double?

  @Flag(help: "Wait until an accelerometer appears.")
  var wait = false

  @OptionGroup var sensor: SensorOptions
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    if let duration, !(duration > 0 && duration < 1e9) {
      throw ValidationError("--duration \(duration): expected more than 0 seconds")
    }
  }

  func run() throws {
    try reportingFailures(of: "motionctl record") {
      let signals = try StopSignals()
      let player = try SourcePlayer(
        .accelerometer(source ?? .automatic), sampling: sensor.choice.options(),
        sharedOn: daemon.address)
      var text = RecordingText()
      var begin: Timestamp?
      var unread = 0
      text.duration = duration.map { .seconds($0) }
      // A shake that was recorded cannot be shaken again.
      try OutputFile.create(file, keepsPart: true) { output in
        let output = output.interrupted(by: signals, patience: .seconds(1))
        let isOver = signals.request
        _ = try player.play(signals, waiting: wait) { event in
          if case .started = event, let duration, text.info == nil {
            DispatchQueue.global().asyncAfter(deadline: .now() + duration) { isOver.raise() }
          }
          if case .started = event, begin == nil { begin = .now() }
          if case .warning(.unread(let readings)) = event { unread += readings }
          try process(event, &text, output)
        }
        if text.count == 0, text.info != nil { try output.write(text.preamble) }
      }
      try Self.report(
        "\(text.count) readings in \(text.seconds.text(decimals: 1)) s\(losses(of: text))")
      if let doubt = Self.doubt(
        in: text, after: begin.map { Timestamp.now().seconds(since: $0) } ?? 0,
        unread: unread)
      {
        throw Failure(.badData, doubt)
      }
    }
  }

  /// The fault of a recording that took so many seconds by the kernel's clock, which counts
  /// suspends; nil if there is none.
  static func doubt(in text: RecordingText, after seconds: Double, unread: Int = 0) -> String? {
    if unread > 0 {
      return
        "the recording is not of one piece: \(unread) readings were lost, because the reader of "
        + "the output is too slow"
    }
    if text.steps > 0 {
      return "the recording is not of one piece: the clock went back \(text.steps) times"
    }
    // Readings that waited in a buffer are older, but by less.
    if text.seconds > seconds + 10 {
      return "the recording is not of one piece: its clock went ahead by "
        + "\((text.seconds - seconds).text(decimals: 0)) s more than the time that passed"
    }
    // A user who stops it at once wants what there is.
    let isWhole = text.duration.map { seconds >= $0.seconds } ?? false
    if text.count < 2, text.dropped > 0 || isWhole {
      return
        "\(text.count == 0 ? "no reading was" : "one reading was") kept of \(text.count + text.dropped), which is "
        + "no recording; 'motionctl doctor' says what is wrong with the accelerometer"
    }
    return nil
  }

  private func process(
    _ event: AccelerometerEvent, _ text: inout RecordingText, _ output: OutputFile
  ) throws {
    switch event {
    case .started(let info):
      if text.info == nil, let wanted = sensor.choice.rate, let rate = info.rate,
        abs(rate - wanted) > 0.01 * wanted
      {
        try Self.report(
          "\(info.name ?? info.id) gives \(MotionOption.text(rate)) Hz, not the \(MotionOption.text(wanted)) of --rate"
        )
      }
      text.info = info
    case .readings(let batch):
      for reading in batch {
        let steps = text.steps
        if let piece = text.piece(for: reading) { try output.write(piece) }
        guard text.steps > steps else { continue }
        try Self.report(
          "the clock of the accelerometer went back; the recording goes on, a second later, at "
            + "\(text.seconds.text(decimals: 1)) s")
      }
    case .time, .paused, .moved, .recognized, .interrupted, .ended:
      break
    case .lost(let error):
      try Self.report("\(error); looking for it")
    case .warning(let error):
      try Self.report("\(error)")
    }
  }

  private func losses(of text: RecordingText) -> String {
    text.dropped == 0 ? "" : "; dropped \(text.dropped) that were late or implausible"
  }
}
