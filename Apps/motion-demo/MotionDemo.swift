// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import LinuxSupport
import MotionCore
import MotionSensors
import MotionSynthesis
import SensorArguments

@main
struct MotionDemo: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motion-demo",
    abstract: "Demonstrate shake to undo: readings, events, responder chain, undo.",
    discussion: """
      Makes three edits in a small document. Then it reads an accelerometer until SIGINT or SIGTERM, or \
      plays a recording in real time. It prints each event with the responders that received it, and \
      each shake undoes the last edit.

      Without an argument it reads this machine's accelerometer, or that of a game controller, or plays a \
      synthetic recording if there is neither. With --phone it reads the phone in your hand, by the program phone-accelerometer: \
      with --phone page a page that the phone opens in its browser, without an app.
      """,
    version: "motion-demo \(version) (libiio \(IIOLibrary.version))")

  @Argument(help: .source, completion: .file(extensions: ["csv"]))
  var source: String?

  @Option(
    help: ArgumentHelp(
      "In place of a source: page, which your phone opens in its browser; or a phone with phyphox or SensorServer, such as "
        + "http://192.168.0.42:8080; or a DSU server, such as dsu://192.168.0.42.",
      valueName: "page|url"))
  var phone: String?

  @Option(help: ArgumentHelp("With --phone page: its port, by default 8443.", valueName: "port"))
  var port: Int?

  @OptionGroup var sensor: SensorOptions
  @OptionGroup var detection: MotionArguments

  func validate() throws {
    guard phone == nil || source == nil else {
      throw ValidationError("expected only one of a source and --phone")
    }
    guard port == nil || phone == PhoneBridge.page else {
      throw ValidationError("--port belongs to --phone page")
    }
    if let source {
      try validating(try Source.check(source, for: "| motion-demo -"))
    }
  }

  func run() throws {
    try reportingFailures(of: "motion-demo") {
      let (source, phone, port, motions) = (source, phone, port, detection.choice.configurations)
      let sampling = sensor.choice.options(for: Demand(motions))
      // ParsableCommand runs on the main thread, but cannot say so.
      try MainActor.assumeIsolated {
        let signals = try StopSignals()
        let output = OutputFile.standardOutput.interrupted(by: signals)
        let show = DemoShow(motions: motions, sampling: sampling, output: output)
        if let phone {
          try show.run(PhoneBridge(phone, port: port), signals)
        } else {
          try show.run(source.map(Source.init), signals)
        }
      }
    }
  }
}

/// The demo with its output on standard output.
@MainActor
private struct DemoShow {
  let demo = Demo()
  let motions: Set<MotionConfiguration>
  let sampling: SamplingOptions
  let output: OutputFile

  func run(_ source: Source?, _ signals: borrowing StopSignals) throws {
    let player = try player(of: source ?? .accelerometer(.automatic))
    try makeEdits()
    if case .recording(let path)? = source { try say("\nPlaying \(path) in real time.\n") }
    let ending: SourceEnding
    do {
      ending = try source == nil ? playDevice(player, signals) : play(player, signals)
    } catch let failure as Failure where source == nil {
      try say("\nNo accelerometer: \(failure).")
      try say("Playing a synthetic recording with two shakes, in real time.\n")
      let recording = SampleLibrary.shakeToUndo.recording(rate: SampleLibrary.rate)
      ending = try play(try self.player(of: .readings(recording.readings)), signals)
    }
    try say(ending)
  }

  /// Plays this machine's accelerometer, or a controller's if it has none.
  ///
  /// motiond takes no controller by itself, as players shake them; the demo says that it does.
  private func playDevice(
    _ player: SourcePlayer, _ signals: borrowing StopSignals
  ) throws -> SourceEnding {
    do { return try play(player, signals) } catch let failure as Failure {
      let controllers =
        (try? AccelerometerChoice.accelerometers())?
        .filter { $0.subsystem == .input } ?? []
      guard let controller = controllers.first else { throw failure }
      try say("\nNo accelerometer of this machine: \(failure).")
      try say("A controller is here: \(controller.name ?? controller.id).")
      return try play(self.player(of: .accelerometer(AccelerometerChoice(.input))), signals)
    }
  }

  /// Plays a phone, until a signal.
  func run(_ bridge: PhoneBridge, _ signals: borrowing StopSignals) throws {
    try makeEdits()
    try say(
      bridge.address == PhoneBridge.page
        ? "\nOpen the page on your phone, touch its button, and shake the phone to undo.\n"
        : "\nReading the phone at \(bridge.address): shake it to undo.\n")
    let ending: SourceEnding
    do {
      let notes = Reference<[RecordingNote]>([])
      let player = SourcePlayer(live: bridge.output) { notes.value = $0 }
      ending = try play(player, signals, bridge, notes)
    } catch let failure as Failure {
      // Ctrl-C ends the bridge too, which may come before the first reading.
      if signals.wait(until: .now) == .stopped {
        try bridge.finish(isStopped: true)
        return try say(.stopped)
      }
      // What the bridge says of its end comes before that its recording has none.
      try bridge.finish(isStopped: false)
      throw failure
    }
    try bridge.finish(isStopped: ending == .stopped)
    try say(ending)
  }

  private func say(_ ending: SourceEnding) throws {
    switch ending {
    case .finished: try say("\nThe recording is over. The document says: \(demo.text)")
    case .stopped: try say("\nStopped. The document says: \(demo.text)")
    }
  }

  private func player(of source: Source) throws(Failure) -> SourcePlayer {
    try SourcePlayer(source, sampling: sampling, pace: .realTime)
  }

  /// Plays `player`; of a phone with its bridge, and the notes of its recording.
  private func play(
    _ player: SourcePlayer, _ signals: borrowing StopSignals, _ bridge: PhoneBridge? = nil,
    _ notes: Reference<[RecordingNote]> = Reference([])
  ) throws -> SourceEnding {
    var pipeline = MotionPipeline(motions, isExplaining: bridge != nil)
    var (offset, lateness) = (ArrivalOffset?.none, LatenessRule())
    return try player.play(signals) { event in
      try describe(event)
      let now = Timestamp.now()
      // A recording is as old as it is; a phone's readings may wait for its network.
      switch event {
      case .interrupted: offset?.noteSilence()
      case .readings(let batch) where bridge != nil:
        offset.process(batch, arrival: now, isBootTime: notes.value.contains(.bootTimeByRoundTrips))
      default: break
      }
      var findings: [(MotionFinding, MotionConfiguration)] = []
      pipeline.process(event) { findings.append(($0, $1)) }
      for (finding, configuration) in findings {
        switch finding {
        case .event(var event):
          lateness.judge(&event, of: configuration, punctual: offset?.punctual, at: now)
          bridge?.tell(event.jsonLine(source: "motion-demo"))
          if let effect = try show(event) { bridge?.tell(effect.line) }
        case .rejection(let rejection):
          bridge?.tell(rejection.jsonLine(source: "motion-demo"))
        case .state: break
        }
      }
    }
  }

  private func describe(_ event: AccelerometerEvent) throws {
    switch event {
    // Again when it is known that it reads gravity.
    case .started(let info) where info.isChecked == true: break
    case .started(let info):
      let name = info.name ?? info.id
      try say(
        info.subsystem == .input && info.mountProblem == nil
          ? "\nReading \(name): hold it as you play, with both hands, and shake it to undo.\n"
          : "\nReading \(name): shake it to undo.\n")
    case .lost(let error): try say("\n\(error); looking for it.")
    case .warning(let error): try say("\n\(error).")
    case .readings, .time, .paused, .moved, .recognized, .interrupted, .ended: break
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

  /// Shows an event, and returns what a shake did.
  private func show(_ event: MotionEvent) throws -> Demo.Effect? {
    try say(event.text)
    guard let timely = event.timely else { return nil }
    let outcome = demo.receive(timely)
    try say("    received by: \(outcome.receivers.joined(separator: " -> "))")
    try say("    handled by:  \(outcome.handler ?? "nobody")")
    if let action = outcome.action { try say("    \(action)") }
    if case .ended = event.phase { try say("    document:    \(demo.text)") }
    if event.isTooLate { try say("    too late: nothing undone") }
    if case .cancelled(.tooLong) = event.phase { try say("    shake more briefly") }
    return outcome.effect
  }

  private func say(_ line: String) throws {
    try output.write(line + "\n")
  }
}
