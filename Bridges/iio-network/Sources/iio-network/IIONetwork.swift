// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import IIONetwork
import IIORelay
import LinuxSupport
import MotionCore
import MotionSensors

@main
struct IIONetworkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "iio-network",
    abstract: "Read the accelerometer of another machine, and write it as a recording.",
    discussion: """
      The other machine runs iiod, the server of libiio. URI is ip:HOST or ip:HOST:PORT; what libiio reaches over USB \
      or a serial line is usb:BUS.DEVICE.INTERFACE or serial:DEVICE,BAUDRATE.

      Readings go to standard output at once, with the times of that machine, until SIGINT or SIGTERM, or until \
      nobody reads them any more. The accelerometer samples all the time, also while no program wants motions. \
      Messages go to standard error. If the command cannot reach the server, or loses it, it tries again: at first \
      after 0.25 s, then less and less often, every 10 s in the end. In between is a gap. Where the clock of the \
      machine goes back, as after a restart, readings go on a second after the last one.

      iiod has neither passwords nor encryption: use it on networks that you trust. The command checks its answers \
      before libiio reads them.

      Exit status: 0 done; 64 wrong usage; 69 no accelerometer there; 77 not permitted; 1 otherwise.

      Example: iio-network ip:192.168.0.42 | motiond --source -
      """,
    version: "iio-network \(version)")

  @Argument(
    help: ArgumentHelp(
      "The machine: ip:HOST, ip:HOST:PORT, usb:... or serial:...", valueName: "uri"))
  var uri: String

  @Flag(help: "List the accelerometers there and their properties, and end.")
  var list = false

  @Option(
    help: ArgumentHelp(
      "Sampling frequency; the device uses the next higher one that it supports.", valueName: "hz"))
  var rate = Demand.readingsRate

  func validate() throws {
    guard NetworkContext.schemes.contains(where: { uri.hasPrefix($0) && uri != $0 }) else {
      throw ValidationError("'\(uri)': expected ip:HOST, ip:HOST:PORT, usb:... or serial:...")
    }
    guard rate > 0, rate <= 10_000 else {
      throw ValidationError("--rate \(rate): expected more than 0 and at most 10000 Hz")
    }
  }

  func run() throws {
    try reportingFailures(of: "iio-network") {
      LogOutput.standardError.serve()
      let signals = try StopSignals { IIORelay.interruptAll() }
      IIOLibrary.guardStandardError()
      if list {
        for info in try NetworkContext(uri: uri).accelerometers {
          try OutputFile.standardOutput.write(info.text)
        }
      } else {
        var bridge = NetworkRecording(of: uri, at: rate)
        try bridge.write(signals)
      }
    }
  }
}

extension NetworkError: ExitingError {
  /// Not permitted, or no accelerometer.
  public var status: ExitStatus { isNotPermitted ? .notPermitted : .unavailable }
}
