import ArgumentParser
import CommandSupport
import MotionCore
import MotionIIO
import MotionSynthesis

@main
struct MotionDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motion-demo",
    abstract: "Shake to undo: readings, events, responder chain, undo.",
    discussion: """
      A small document gets three edits. Then an accelerometer is read, until SIGINT or SIGTERM \
      comes, or a recording plays in real time. Each event is shown with the responders that \
      received it, and each shake undoes the last edit.

      By default that is this machine's accelerometer, or without one a synthetic recording.
      """,
    version: "motion-demo \(version) (libiio \(IIOLibrary.version))")

  @Argument(help: Source.help, completion: .file(extensions: ["csv"]))
  var source: String?

  @OptionGroup var sensor: SensorOptions
  @OptionGroup var detection: DetectionOptions

  func run() throws {
    try reportingFailures(of: "motion-demo") {
      let (source, shake, sampling) = (source, detection.shake, sensor.options)
      // ParsableCommand runs on the main thread, but cannot say so.
      try MainActor.assumeIsolated {
        let signals = try StopSignals()
        let output = OutputFile.standardOutput.interrupted(by: signals)
        try DemoShow(shake, output).run(source, sampling, signals)
      }
    }
  }
}

/// The demo as it is told on standard output.
@MainActor
private struct DemoShow {
  private let demo = Demo()
  private let shake: ShakeConfiguration

  private let output: OutputFile

  init(_ shake: ShakeConfiguration, _ output: OutputFile) {
    self.shake = shake
    self.output = output
  }

  func run(
    _ source: String?, _ sampling: SamplingOptions, _ signals: borrowing StopSignals
  ) throws {
    let ending: SourceEnding
    switch source.map(Source.init) {
    case .recording(let path):
      var input = try InputFile(path: path)
      try makeEdits()
      try say("\nPlaying \(path) in real time.\n")
      var player = RecordingPlayer(.realTime)
      ending = try recognize(shake, show) { try player.play(&input, signals, $0) }
    case .accelerometer(let choice):
      try makeEdits()
      ending = try live(choice, sampling, signals)
    case nil:
      try makeEdits()
      do {
        ending = try live(.automatic, sampling, signals)
      } catch let failure as Failure {
        try say("\nNo accelerometer: \(failure).")
        ending = try synthetic(signals)
      }
    }
    switch ending {
    case .finished: try say("\nThe recording is over. The document says: \(demo.text)")
    case .stopped: try say("\nStopped. The document says: \(demo.text)")
    }
  }

  private func live(
    _ choice: AccelerometerChoice, _ sampling: SamplingOptions, _ signals: borrowing StopSignals
  ) throws -> SourceEnding {
    let player = AccelerometerPlayer(choice, sampling)
    return try recognize(shake, show) { body in
      try player.play(signals) { step in
        try tell(step)
        try body(step)
      }
    }
  }

  private func synthetic(_ signals: borrowing StopSignals) throws -> SourceEnding {
    try say("Playing a synthetic recording with two shakes, in real time.\n")
    let recording = SampleLibrary.shakeToUndo.recording(rate: SampleLibrary.rate)
    var player = RecordingPlayer(.realTime)
    return try recognize(shake, show) { try player.play(recording.readings, signals, $0) }
  }

  private func tell(_ step: SourceStep) throws {
    switch step {
    case .started(let info): try say("\nReading \(info.name ?? info.id): shake it to undo.\n")
    case .lost(let error): try say("\n\(error); looking for it.")
    case .warning(let error): try say("\n\(error).")
    case .reading, .time, .stalled: break
    }
  }

  private func makeEdits() throws {
    try edit("Dear Ada,", named: "Typing")
    try edit("Dear Ada, see you on Monday.", named: "Typing")
    try edit("Dear Ada, see you on Friday.", named: "Replace")
  }

  private func edit(_ text: String, named name: String) throws {
    demo.edit(text, named: name)
    try say("edit \(name): \(text)")
  }

  private func show(_ finding: Finding) throws {
    guard case .event(let event) = finding else { return }
    let outcome = demo.receive(event)
    try say(event.text)
    try say("    received by: \(outcome.receivers.joined(separator: " -> "))")
    try say("    handled by:  \(outcome.handler ?? "nobody")")
    if let action = outcome.action { try say("    \(action)") }
    if case .ended = event.phase { try say("    document:    \(demo.text)") }
  }

  private func say(_ line: String) throws {
    try output.write(line + "\n")
  }
}
