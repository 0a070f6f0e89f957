// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import Glibc
import LinuxSupport
import MotionBus
import MotionCore
import MotionSynthesis
import SensorArguments

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulate a motion for the clients of a running motiond.",
    discussion: """
      motiond recognizes the simulation's readings in real time, beside the accelerometer's. A recording is at most \
      60 s long, and ends when this command does. This command ends with the simulation, a shake's after 3 s; motiond \
      refuses a second one at the same time. It marks the events as simulated. Root, the user who runs motiond on a session bus, and a \
      user at the machine's seat may do this.

      Exit status 69 if no client has claimed motions.
      """)

  @Argument(
    help: "The motion: \(SampleLibrary.simulationNames), or a recording; - is standard input.",
    completion: .shellCommand(
      "printf '%s\\n' \(SampleLibrary.simulationNames.replacing(",", with: "")); ls -d *.csv 2>/dev/null"
    ))
  var what: String

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    try reportingFailures(of: "motionctl simulate") {
      let signals = try StopSignals()
      guard let motion = try motion(signals) else { return }
      let daemon = try MotionDaemon(daemon.address)
      try daemon.simulate(motion.text)
      let status = DaemonStatus(try daemon.fullStatus())
      guard status.isClaimed == true else {
        throw Failure(
          .unavailable,
          "no client that may wake the accelerometer has claimed motions, so none receives the "
            + "simulation; start one first, such as motionctl monitor")
      }
      if MotionRegistry[MotionKind(rawValue: what)] != nil, let claimed = status.motions,
        !claimed.contains(what)
      {
        try OutputFile.standardError.write(
          "motionctl simulate: no client has claimed \(what); they have claimed "
            + "\(claimed.joined(separator: ", "))\n")
      }
      // Keeps the connection open: motiond ends the simulation of a recording with it.
      try watch(daemon, until: .now + motion.duration, signals)
    }
  }

  /// Waits until the end of the simulation, or a signal.
  ///
  /// - Throws: a ``Failure`` if motiond ends before that
  private func watch(
    _ daemon: MotionDaemon, until end: ContinuousClock.Instant, _ signals: borrowing StopSignals
  ) throws {
    while ContinuousClock.now < end {
      if signals.wait(until: min(end, .now + .milliseconds(500))) == .stopped { return }
      guard try daemon.has(Motion1.name) else {
        throw Failure(.unavailable, "motiond ended before the simulation did")
      }
    }
  }

  /// The argument of the call, and the duration of the simulation; nil if a signal came first.
  private func motion(
    _ signals: borrowing StopSignals
  ) throws -> (text: String, duration: Duration)? {
    if let script = SampleLibrary.simulation(what) { return (what, .seconds(script.duration)) }
    // A word without a dot or slash is a mistyped name rather than a missing file.
    if what != "-", !what.contains(where: { "./".contains($0) }), access(what, F_OK) != 0 {
      throw Failure(
        .noInput,
        "cannot simulate '\(what)'; expected \(SampleLibrary.simulationNames) or a recording")
    }
    // Read here, so that an error names the file, and with the rights of this user.
    guard let readings = try SourcePlayer.readings(of: what, signals) else { return nil }
    let recording = Recording(readings: readings)
    guard let first = readings.first, let last = readings.last else {
      return (recording.text, .zero)
    }
    return (recording.text, .nanoseconds(last.timestamp.nanoseconds(since: first.timestamp)))
  }
}
