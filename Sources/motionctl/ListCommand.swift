import ArgumentParser
import CommandSupport
import Foundation
import MotionIIO

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Accelerometers and what they can do.")

  @Argument(
    help: ArgumentHelp("Where to look: a libiio URI, such as ip:HOST.", valueName: "uri"))
  var uri = "local:"

  @Option(help: "How to print; json is one object a line.")
  var format = EventFormat.text

  func run() throws {
    try reportingFailures(of: "motionctl list") {
      let accelerometers: [AccelerometerInfo]
      do throws(AccelerometerError) {
        accelerometers = try AccelerometerChoice.accelerometers(at: uri)
        if accelerometers.isEmpty { throw .noAccelerometer(uri: uri) }
      } catch { throw Failure(error) }
      for info in accelerometers {
        switch format {
        case .text: try OutputFile.standardOutput.write(info.text)
        case .json: try OutputFile.standardOutput.write(try info.json + "\n")
        }
      }
    }
  }
}

extension AccelerometerInfo {
  /// One JSON object; what is unknown is left out.
  fileprivate var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  fileprivate var text: String {
    """
    \(name ?? id)
      id:       \(id)
      label:    \(label ?? "none")
      rate:     \(rate.map { "\($0) Hz" } ?? "unknown")
      rates:    \(rates.isEmpty ? "unknown" : rates.map { "\($0)" }.joined(separator: ", ") + " Hz")
      scale:    \(scale.map { "\($0) m/s² a step" } ?? "unknown")
      trigger:  \(trigger ?? "none")
      readings: \(hasBuffer ? "through a buffer" : "only one at a time, which is not supported yet")

    """
  }
}
