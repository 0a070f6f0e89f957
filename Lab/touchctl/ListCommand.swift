// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import LinuxSupport
import MotionCore
import TouchInput

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List touchscreens and their properties.")

  @OptionGroup var panel: PanelOptions

  @Option(help: "Output format; json is one object a line.")
  var format = OutputFormat.text

  func run() throws {
    try reportingFailures(of: "touchctl list") {
      let mailbox = try Mailbox<TouchInputEvent>()
      let reader = PanelReader(panel.options) { mailbox.put($0) }
      try reader.start()
      reader.stop()
      for event in mailbox.drain().events {
        switch event {
        case .started(let panel):
          try OutputFile.standardOutput.write(
            format == .text ? panel.text : panel.json + "\n")
        case .warning(let error):
          Failure(error.status, "\(error)").report(from: "touchctl list")
        case .lost, .step, .key: break
        }
      }
    }
  }
}

extension TouchPanel {
  /// The size of its screen, with its unit.
  var sizeText: String {
    let size = "\(width.text(decimals: 0)) x \(height.text(decimals: 0))"
    return switch unit {
    case .length:
      "\(size) points, \((width * 0.15875).text(decimals: 0)) x \((height * 0.15875).text(decimals: 0)) mm"
    case .pixel: "\(size) pixels (it does not tell its own)"
    case .step: "\(size) steps (it does not tell its own; --screen helps)"
    }
  }

  fileprivate var text: String {
    let rows: [(String, String)] = [
      ("node", node), ("size", sizeText),
      ("fingers", fingers.map { "\($0)" } ?? "unknown"), ("calibration", "\(calibration)"),
    ]
    return rows.reduce(into: "\(name)\n") { text, row in
      text += "  \(row.0):\(String(repeating: " ", count: 12 - row.0.count))\(row.1)\n"
    }
  }

  /// The same for programs.
  fileprivate var json: String {
    let matrix = [
      calibration.a, calibration.b, calibration.c, calibration.d, calibration.e, calibration.f,
    ]
    return jsonObject([
      "name": name.jsonString, "node": node.jsonString, "width": width.jsonNumber,
      "height": height.jsonNumber, "unit": unit.rawValue.jsonString,
      "fingers": fingers.map { "\($0)" }, "calibration": jsonArray(matrix.map(\.jsonNumber)),
    ])
  }
}
