// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import MotionBus
import ProcessTestSupport

/// A bus of its own with a motiond on it, which serves when this is made.
final class BusDaemon {
  let bus: PrivateBus
  private(set) var command: RunningCommand
  let notifications: NotifySocket
  /// The options file of a motiond that has one.
  let optionsFile = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private let start: () throws -> RunningCommand

  /// Starts both.
  ///
  /// - Parameters:
  ///   - arguments: of motiond, after `--bus session`; it reads what ``shake()`` and others write
  ///   - options: the options in its options file; nil for no such file
  ///   - variables: put into its environment
  ///   - policy: of the bus
  /// - Throws: ``Problem``, or why one of the two cannot be started
  init(
    _ arguments: [String] = [], options: String? = nil,
    environment variables: [String: String] = [:], policy: String = PrivateBus.openPolicy
  ) throws {
    if let options { try Self.write(options, to: optionsFile) }
    let file = options == nil ? [] : ["--options-file", optionsFile.path]
    bus = try PrivateBus(policy: policy)
    notifications = try NotifySocket()
    let environment = variables.merging(bus.environment) { $1 }
      .merging(["NOTIFY_SOCKET": notifications.path]) { $1 }
    start = {
      try RunningCommand(
        "motiond", ["--bus", "session", "--source", "-"] + file + arguments, through: "2>&1",
        environment: environment)
    }
    command = try start()
    try waitUntilReady()
  }

  private func waitUntilReady() throws {
    guard try notifications.next() == "READY=1" else { throw Problem.notReady }
  }

  private static func write(_ options: String, to file: URL) throws {
    try Data("MOTIOND_OPTIONS=\"\(options)\"\n".utf8).write(to: file)
  }

  /// Writes `options` to the options file, and lets motiond read it again.
  func reload(_ options: String) throws {
    try Self.write(options, to: optionsFile)
    command.send(SIGHUP)
  }

  /// Kills motiond.
  func kill() throws {
    command.send(SIGKILL)
    _ = try command.finish()
  }

  /// Starts another motiond on the same bus.
  func restart() throws {
    command = try start()
    try waitUntilReady()
  }

  enum Problem: Error {
    case notReady
  }

  deinit {
    command.send(SIGKILL)
    try? FileManager.default.removeItem(at: optionsFile)
  }

  /// What a command needs in its environment to find it.
  var environment: [String: String] { bus.environment }

  /// Starts `motionctl monitor`, with its messages among its output, and waits until it has
  /// claimed.
  ///
  /// Its programs run however long their events wait, as on a machine that is busy.
  func monitor(_ arguments: String...) throws -> RunningCommand {
    let isImpatient = arguments.contains("--exec-max-age") || !arguments.contains("--exec")
    let patience = isImpatient ? [] : ["--exec-max-age", "600"]
    let monitor = try bus.start(["monitor"] + patience + arguments, through: "2>&1")
    _ = monitor.lines(upTo: "watching")
    return monitor
  }

  /// Runs `motionctl` on its bus to its end.
  func motionctl(_ arguments: String..., input: String = "") throws -> Outcome {
    try bus.motionctl(arguments, input: input)
  }

  /// Plays a short shake, whose events are sent at once.
  func shake() throws { try command.write(Samples.shortShake()) }

  /// Plays another short shake, a minute after the first.
  func shakeAgain() throws { try command.write(Self.shortShake(minute: 1)) }

  /// Plays the first half of it, which is enough for its beginning.
  func halfAShake() throws { try command.write(Samples.halfAShake()) }

  /// The text of a recording of a short shake; after minute 0 only its readings, which continue it.
  static func shortShake(minute: Int) throws -> String {
    let text = try Samples.shortShake()
    guard minute > 0 else { return text }
    return text.split(separator: "\n").compactMap { line -> String? in
      let fields = line.split(separator: ",", maxSplits: 1)
      guard let time = Int64(fields[0]) else { return nil }
      return "\(time + Int64(minute) * 60_000_000_000),\(fields[1])\n"
    }.joined()
  }

  /// The text of a recording whose shake is under way, or over, when nothing follows for most of a
  /// minute: longer than a test takes.
  static func longRecording(shakeIsOver: Bool = false) throws -> String {
    let lines = try Samples.shortShake().split(separator: "\n").filter { !$0.hasPrefix("#") }
    return ([lines[0]] + lines[95..<(shakeIsOver ? 230 : 165)] + ["59000000000,0,0,9.8\n"])
      .joined(separator: "\n")
  }

  /// Ends motiond, and gives back how and what it said.
  func finish() throws -> (status: Int32?, messages: [String]) {
    command.send(SIGTERM)
    let messages = command.lines()
    return (try command.finish().status, messages)
  }
}

/// How a command ended, and what it said.
typealias Outcome = (status: Int32?, output: [String], errors: String)

extension PrivateBus {
  /// Starts `motionctl` on this bus.
  func start(
    _ arguments: [String], through redirection: String? = nil,
    with variables: [String: String] = [:]
  ) throws -> RunningCommand {
    try RunningCommand(
      "motionctl", [arguments[0], "--bus", "session"] + arguments.dropFirst(),
      through: redirection, environment: variables.merging(environment) { $1 })
  }

  /// Runs `motionctl` on this bus to its end.
  func motionctl(_ arguments: [String], input: String = "") throws -> Outcome {
    let command = try start(arguments)
    try? command.write(input)
    try? command.closeInput()
    return try command.outcome()
  }
}
