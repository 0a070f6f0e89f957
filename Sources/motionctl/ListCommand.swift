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

extension AccelerometerInfo {
  fileprivate var text: String {
    let known = rates.map { "\($0)" }.joined(separator: ", ")
    let rows: [(String, String?)] = [
      ("id", id), ("label", label), ("location", location),
      ("axes", axes.joined(separator: ", ")),
      ("rate", rate.map { "\($0) Hz" }),
      ("rates", known.isEmpty ? nil : "\(known) Hz"),
      ("range", range.map { "±\($0.text(decimals: 1)) m/s²" }),
      ("resolution", scale.map { "\($0) m/s²" }),
      ("mounted", mountMatrix.map { "\($0) (\(mountText))" }),
      ("trigger", trigger),
      ("sampling", sampling.map { "\($0)" }),
      ("events", events.isEmpty ? "none" : events.map(\.rawValue).joined(separator: ", ")),
      ("|a| now", magnitude.map { "\($0.text(decimals: 2)) m/s²\(plausibility)" }),
      ("problem", problem ?? "none"),
    ]
    var text = "\(name ?? id)\n"
    for (name, value) in rows {
      let blanks = String(repeating: " ", count: 12 - name.count)
      text += "  \(name):\(blanks)\(value ?? "unknown")\n"
    }
    return text
  }

  private var mountText: String {
    switch mountMatrixSource {
    case .udev: "from udev"
    case .device: "from the device"
    case .channel: "from a channel"
    case .assumed, nil: "assumed"
    }
  }

  private var plausibility: String {
    switch isPlausible {
    case true?: ", as at rest"
    case false?: ", which is not gravity: it moves, or its scale is wrong"
    case nil: ""
    }
  }
}
