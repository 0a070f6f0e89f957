// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport
import LinuxSupport
import MotionIIO
import MotionSources

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List accelerometers and their properties.",
    discussion: """
      While motiond reads an accelerometer, its present reading comes from motiond. motiond gives it \
      only to root and to a user at the machine's seat.
      """)

  @Argument(
    help: ArgumentHelp("The libiio URI of the accelerometers, such as ip:HOST.", valueName: "uri"))
  var uri = "local:"

  @Option(help: "Output format; json is one object a line.")
  var format = EventFormat.text

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    try reportingFailures(of: "motionctl list") {
      let signals = try StopSignals()
      IIOLibrary.guardStandardError()
      let shared = SharedAccelerometer(
        AccelerometerChoice(uri: uri, name: nil), on: daemon.address)
      var accelerometers = try AccelerometerChoice.accelerometers(at: uri, busy: shared?.info.id)
      if accelerometers.isEmpty { throw AccelerometerError.noAccelerometer(uri: uri) }
      if let shared, let index = accelerometers.firstIndex(where: { $0.id == shared.info.id }) {
        accelerometers[index].rate = shared.info.rate
        accelerometers[index].magnitude = shared.magnitude(signals)
      }
      for info in accelerometers {
        try OutputFile.standardOutput.write(format == .text ? info.text : info.jsonObject + "\n")
      }
    }
  }
}
