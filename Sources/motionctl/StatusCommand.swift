// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import LinuxSupport
import MotionBus
import MotionCore
import SensorArguments

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the status of a running motiond: accelerometer, options, clients, events.",
    discussion: """
      Root and a client's own user see the client's name. Root, and on a session bus its user, see states, the last \
      events and near misses.

      The format openmetrics is for Prometheus, and for the textfile collector of its node_exporter.

      Exit status 69 if motiond does not run; this command does not start it.
      """)

  /// The format of a status.
  enum Format: String, ExpressibleByArgument, CaseIterable { case text, json, openmetrics }

  @Option(
    help: "Output format; json is one object, openmetrics the counts and rates for a scraper.")
  var format = Format.text

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    try reportingFailures(of: "motionctl status") {
      let daemon = try MotionDaemon(daemon.address)
      let status = try daemon.fullStatus()
      let text =
        switch format {
        case .text: StatusText(DaemonStatus(status)) { Self.program(of: $0, daemon) }.text
        case .json: BusValue.dictionary(status).json + "\n"
        case .openmetrics: StatusMetrics(DaemonStatus(status)).text
        }
      try OutputFile.standardOutput.write(text)
    }
  }

  /// The program and process of the client `name`.
  private static func program(of name: String, _ daemon: MotionDaemon) -> String? {
    daemon.process(of: name).map { process in
      "\(Machine.line(of: "/proc/\(process)/comm") ?? "a program"), process \(process)"
    }
  }
}

extension BusValue {
  /// This value as JSON.
  var json: String {
    switch self {
    case .bool(let value): "\(value)"
    case .int32(let number), .descriptor(let number): "\(number)"
    case .uint32(let number): "\(number)"
    case .int64(let number): "\(number)"
    case .uint64(let number): "\(number)"
    case .double(let number): number.jsonNumber
    case .byte(let number): "\(number)"
    case .string(let text), .path(let text), .other(let text): text.jsonString
    case .strings(let texts): jsonArray(texts.map(\.jsonString))
    case .doubles(let numbers): jsonArray(numbers.map(\.jsonNumber))
    case .dictionary(let values): jsonObject(values.mapValues(\.json))
    case .texts(let texts): jsonObject(texts.mapValues(\.jsonString))
    case .array(_, let values), .structure(let values): jsonArray(values.map(\.json))
    }
  }
}
