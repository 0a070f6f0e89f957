// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import LinuxSupport
import MotionSensors
import SensorArguments

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List accelerometers and their properties.",
    discussion: """
      While motiond reads an accelerometer, its present reading comes from motiond. motiond gives it \
      only to root and to a user at the machine's seat.
      """)

  /// The former argument for another machine, whose accelerometers iio-network now lists.
  @Argument(help: .hidden)
  var uri: String?

  @Option(help: "Output format; json is one object a line.")
  var format = EventFormat.text

  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    guard let uri else { return }
    throw ValidationError(
      "it lists the accelerometers of this machine; another's: iio-network --list \(uri)")
  }

  func run() throws {
    try reportingFailures(of: "motionctl list") {
      let signals = try StopSignals()
      IIOLibrary.guardStandardError()
      let shared = SharedAccelerometer(
        AccelerometerChoice.automatic, on: daemon.address)
      var accelerometers = try AccelerometerChoice.accelerometers(busy: shared?.info.id)
      if accelerometers.isEmpty { throw AccelerometerError.noAccelerometer(uri: "local:") }
      if let shared, let index = accelerometers.firstIndex(where: { $0.id == shared.info.id }) {
        accelerometers[index].rate = shared.info.rate
        accelerometers[index].magnitude = shared.magnitude(signals)
      }
      for info in accelerometers {
        try OutputFile.standardOutput.write(format == .text ? info.text : info.json + "\n")
      }
    }
  }
}
