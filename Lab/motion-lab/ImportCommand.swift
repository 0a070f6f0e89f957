// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import Glibc
import LinuxSupport
import MotionCore
import MotionImport

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a recording of what a phone app exported.",
    discussion: """
      EXPORT is a table of text with a header, packed by gzip or not; a zip archive of such tables; or a folder of \
      them. The command knows phyphox, Sensor Logger, Physics Toolbox, SensorLog and AndroSensor; it understands \
      tables of other apps by the names of their columns. It also reads quotes, semicolons, tabs, blanks, decimal \
      commas, capitals, Latin-1, dates and words of other languages, and JSON of Sensor Logger, Edge Impulse, or one \
      object a line. A row with more fields than the header is an error.

      Units and gravity come from the header or the app, else from the median of |a|; for mg the device also has to \
      rest for a second, as raw counts of a chip (--per-g) are as large. The command adds up acceleration without \
      gravity and gravity in other columns, or in another file of the archive. On standard error it says what it took \
      each column for. It refuses what stays ambiguous, and the message names the option that settles it. Values of \
      iOS, where gravity points down, are turned round if the export shows that they are from iOS; otherwise give \
      --invert. Systems deliver readings in bunches: the command spaces rows that share a time evenly until the next, \
      and leaves out rows that repeat another.

      Before it writes, the command checks what it made: at rest |a| is gravity, within 15 %; readings have the rate \
      that was said; and the recording lasts as long as the times of the export. Otherwise it refuses the export, and \
      names the option that settles it; --as-it-is keeps the recording. The last line has gaps, and the share of rows \
      that were left out.

      The recording begins at 0 ns. The command refuses more than 2 GB of text. Archives need unzip.
      """)

  @Argument(
    help: ArgumentHelp(
      "The export: a table, packed or not, an archive, or a folder; - is standard input.",
      valueName: "export"),
    completion: .file(extensions: ["csv", "zip", "gz", "txt", "tsv", "json"]))
  var export: String

  @Option(
    name: .shortAndLong, help: "The new recording; - is standard output.",
    completion: .file(extensions: ["csv"]))
  var output = "-"

  @Flag(help: "Write over a recording that exists.")
  var force = false

  @Flag(
    help:
      "Leave out rows that cannot be read, or whose time is not later than the one before; it says how many."
  )
  var repair = false

  @Flag(
    help:
      "Keep a recording whose gravity, rate or duration is not what it should be; its header says so."
  )
  var asItIs = false

  @Option(
    help: ArgumentHelp(
      "The sensor, by a part of its name, where there are several.", valueName: "name"))
  var sensor: String?

  @Option(
    help: ArgumentHelp("The unit of the times: \(Self.list(TimeUnit.self)).", valueName: "unit"))
  var timeUnit: TimeUnit?

  @Option(
    help: ArgumentHelp(
      "The unit of the accelerations: \(Self.list(AccelerationUnit.self)).", valueName: "unit"))
  var unit: AccelerationUnit?

  @Option(
    name: .customLong("per-g"),
    help: ArgumentHelp(
      "The counts of 1 g, where the accelerations are raw values of a chip, such as 4096.",
      valueName: "n"))
  var perG: Double?

  @Option(
    help: ArgumentHelp(
      "included: gravity is in the accelerations. none: it is not; 9.81 m/s² are added along z, as if the device "
        + "lay on its back.", valueName: "presence"))
  var gravity: GravityChoice?

  @Option(help: ArgumentHelp("The sampling rate, in place of times.", valueName: "hz"))
  var rate: Double?

  @Flag(
    inversion: .prefixedNo,
    help: "Turn the values round: in iOS gravity points down. (default: if known)")
  var invert: Bool?

  @Option(
    help: ArgumentHelp(
      "Names of all columns in their order, in place of a header, such as time,-,x,y,z; - is not read.",
      valueName: "list"),
    transform: { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) })
  var columns: [String]?

  func validate() throws {
    if let rate, !(rate > 0 && rate <= 10_000) {
      throw ValidationError("--rate \(rate): expected more than 0 and at most 10000 Hz")
    }
    if let perG, !(perG > 0 && perG <= 1e9) {
      throw ValidationError("--per-g \(perG): expected more than 0 and at most 1000000000 counts")
    }
    if perG != nil, unit != nil {
      throw ValidationError("--unit and --per-g both give the scale: expected one of them")
    }
  }

  private var options: ImportOptions {
    var options = ImportOptions()
    options.sensor = sensor
    options.timeUnit = timeUnit
    options.unit = unit
    options.countsPerG = perG
    options.gravity = gravity
    options.rate = rate
    options.columns = columns
    options.isInverted = invert
    options.isRepairing = repair
    options.isAsItIs = asItIs
    return options
  }

  func run() throws {
    try reportingFailures(of: "motion-lab import") {
      let signals = try StopSignals()
      let result: ImportedRecording
      let inputs: [String]
      do {
        let files = try ExportFiles(export, options, signals)
        inputs = files.paths
        result = try ImportedRecording(files.tracks, options, isFromIOS: files.isFromIOS)
      } catch let error as ImportError {
        throw Failure(.badData, "\(error)")
      }
      for remark in result.remarks { try Self.report(remark) }
      if let input = inputs.first(where: { Self.isOneFile($0, output) }) {
        throw Failure(
          .usage, "--output \(output): this is \(input), which is read; choose another name")
      }
      let readings = result.recording.readings
      var progress = Progress(of: "motion-lab import", sharesTerminal: output == "-")
      try OutputFile.create(output, overwriting: force, hint: "give --force") { file in
        let file = file.interrupted(by: signals)
        try file.write(RecordingFormat.preamble(result.recording.notes))
        var lines: [UInt8] = []
        for (index, reading) in readings.enumerated() {
          RecordingLines.append(reading, to: &lines)
          if lines.count > 1 << 16 {
            try progress.show("\(index * 100 / readings.count) % written")
            try file.write(lines)
            lines.removeAll(keepingCapacity: true)
          }
        }
        try progress.clear()
        try file.write(lines)
      }
      try Self.report(result.summary)
    }
  }

  /// True if both paths lead to one file that exists, under whatever names.
  private static func isOneFile(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return stat(path, &first) == 0 && stat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  private static func list<Choice: CaseIterable & RawRepresentable<String>>(_: Choice.Type)
    -> String
  {
    Choice.allCases.map(\.rawValue).joined(separator: ", ")
  }
}

extension TimeUnit: ExpressibleByArgument {}
extension AccelerationUnit: ExpressibleByArgument {}
extension GravityChoice: ExpressibleByArgument {}
