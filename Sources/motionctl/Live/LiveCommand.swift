// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import LinuxSupport
import MotionCore
import MotionSensors
import SensorArguments

struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Show readings, gravity and motions as they come.",
    discussion: """
      In a terminal: a curve for each axis over the last 4 s, |a|, gravity, how near each motion is to its threshold, \
      and the last events and near misses, until SIGINT (Ctrl-C) or SIGTERM. Elsewhere: a line each second, and the \
      events. If motiond reads the accelerometer, live shows motiond's readings. It plays a recording at the \
      recording's own pace, and its last picture stays.
      """)

  @Argument(help: .source)
  var source = "auto"

  @OptionGroup var detection: MotionArguments
  @OptionGroup var sensor: SensorOptions
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    try validating(try Source.check(source, for: "| motionctl live -"))
  }

  func run() throws {
    try reportingFailures(of: "motionctl live") {
      let signals = try StopSignals()
      let output = OutputFile.standardOutput.interrupted(by: signals)
      let player = try SourcePlayer(
        Source(source), sampling: sensor.choice.options(), pace: .realTime,
        sharedOn: daemon.address)
      guard output.isTerminal else {
        try play(player, signals, LinePrinter(output: output))
        return
      }
      let terminal = try LiveTerminal(output)
      var last: [String] = []
      defer { terminal.leave(last) }
      last = try play(player, signals, FramePainter(terminal: terminal))
    }
  }

  /// Plays the source, and returns what is to stay of a recording that was played to its end.
  @discardableResult
  private func play(
    _ player: SourcePlayer, _ signals: borrowing StopSignals, _ view: some LiveView
  ) throws -> [String] {
    var view = view
    var motions = detection.choice.configurations
    var pipeline = MotionPipeline(motions, isExplaining: true)
    var picture = LivePicture(source, detecting: motions)
    var probe = RateProbe(for: detection.choice)
    let ending = try player.play(signals) { event in
      try probe.process(event) { rate in
        motions = try detection.choice.configurations(carriedAt: rate) { _ in }
        pipeline = MotionPipeline(motions, isExplaining: true)
        picture = LivePicture(source, detecting: motions)
      } pass: { event in
        if case .started(let info) = event {
          let rate = info.rate.map { ", \(MotionOption.text($0)) Hz" } ?? ""
          picture = LivePicture("\(info.name ?? info.id)\(rate)", detecting: motions)
        }
        // One reading at a time: the picture is drawn again as soon as its time has come.
        for part in event.singleReadings {
          if case .readings(let batch) = part { for reading in batch { picture.add(reading) } }
          for finding in pipeline.findings(of: part) {
            picture.add(finding)
            try view.report(finding)
          }
          try view.show(picture, pipeline)
        }
      }
    }
    guard case .finished = ending else { return [] }
    return view.last(picture, pipeline)
  }
}

extension AccelerometerEvent {
  /// This event, a batch as one of each of its readings.
  fileprivate var singleReadings: [AccelerometerEvent] {
    guard case .readings(let batch) = self else { return [self] }
    return batch.indices.map { .readings(batch[$0...$0]) }
  }
}

/// A way to show pictures.
private protocol LiveView {
  /// Shows the picture with the gauges of `pipeline`, if an update is due.
  mutating func show(_ picture: LivePicture, _ pipeline: MotionPipeline) throws
  /// Shows an event at once.
  mutating func report(_ finding: MotionFinding) throws
  /// The lines of the picture after the end of the readings.
  func last(_ picture: LivePicture, _ pipeline: MotionPipeline) -> [String]
}

/// A limit on how often a view is updated.
private struct Pacer {
  /// The least time between updates, in seconds of the readings' clock.
  let interval: Double
  var last: Timestamp?

  /// True if the next update is due at `now`; the interval then counts from `now`.
  mutating func isDue(at now: Timestamp?) -> Bool {
    if let now, let last, (0..<interval).contains(now.seconds(since: last)) { return false }
    last = now
    return true
  }
}

/// Pictures in a terminal, at most 20 a second.
private struct FramePainter: LiveView {
  let terminal: LiveTerminal
  var pacer = Pacer(interval: 0.05)

  mutating func show(_ picture: LivePicture, _ pipeline: MotionPipeline) throws {
    guard pacer.isDue(at: picture.now) else { return }
    try terminal.show(lines(picture, pipeline, below: 0))
  }

  mutating func report(_ finding: MotionFinding) {}

  func last(_ picture: LivePicture, _ pipeline: MotionPipeline) -> [String] {
    lines(picture, pipeline, below: 1)
  }

  /// The picture in the size of the terminal, but for the lines of a prompt below it.
  private func lines(
    _ picture: LivePicture, _ pipeline: MotionPipeline, below prompt: Int
  ) -> [String] {
    let size = terminal.size
    return picture.lines(of: pipeline, width: size.width, height: size.height - prompt)
  }
}

/// A line each second, and the events.
private struct LinePrinter: LiveView {
  let output: OutputFile
  var pacer = Pacer(interval: 1)

  mutating func show(_ picture: LivePicture, _ pipeline: MotionPipeline) throws {
    guard let now = picture.now, pacer.isDue(at: now) else { return }
    try output.write(picture.line(of: pipeline) + "\n")
  }

  mutating func report(_ finding: MotionFinding) throws {
    switch finding {
    case .event(let event): try output.write(event.textWithConfidence + "\n")
    case .rejection(let rejection): try output.write(rejection.text + "\n")
    case .state: break
    }
  }

  func last(_ picture: LivePicture, _ pipeline: MotionPipeline) -> [String] { [] }
}
