import ArgumentParser
import CommandSupport
import MotionEvaluation
import MotionIIO

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Accelerometers and what they can do.",
    discussion: """
      What one measures now is asked of motiond if motiond is reading it; that takes root, or a user \
      who sits at the machine.
      """)

  @Argument(
    help: ArgumentHelp("Where to look: a libiio URI, such as ip:HOST.", valueName: "uri"))
  var uri = "local:"

  @Option(help: "How to print; json is one object a line.")
  var format = EventFormat.text

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    try reportingFailures(of: "motionctl list") {
      let signals = try StopSignals()
      let held = HeldAccelerometer(
        AccelerometerChoice(uri: uri, name: nil), on: daemon.address)
      var accelerometers: [AccelerometerInfo]
      do throws(AccelerometerError) {
        accelerometers = try AccelerometerChoice.accelerometers(at: uri, busy: held?.info.id)
        if accelerometers.isEmpty { throw .noAccelerometer(uri: uri) }
      } catch { throw Failure(error) }
      if let held, let index = accelerometers.firstIndex(where: { $0.id == held.info.id }) {
        accelerometers[index].rate = held.info.rate
        accelerometers[index].magnitude = held.magnitude(signals)
      }
      for info in accelerometers {
        switch format {
        case .text: try OutputFile.standardOutput.write(info.text)
        case .json: try OutputFile.standardOutput.write(try info.jsonObject + "\n")
        }
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
    case .udev: "as udev says"
    case .device: "as the device says"
    case .channel: "as a channel says"
    case .assumed, nil: "nobody says otherwise"
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
