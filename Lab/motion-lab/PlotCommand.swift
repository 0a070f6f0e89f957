// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import Glibc
import LinuxSupport
import MotionCore
import MotionLabels
import MotionPictures
import SensorArguments
import SystemPackage

struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw recordings with their events: SVG, PNG, or a page that zooms.",
    discussion: """
      The picture has acceleration along time, the motions of --motions as bands (ended green, cancelled yellow, \
      recognized blue, rejected gray), and the reason of each rejection. For shakes it also has what the detector \
      computed: the amplitude of the swing under way, with the amplitude that counts, and the score, which is a shake \
      from 0 on. Times are from the first reading of the recording.

      Several recordings make a sheet of small pictures, as does a directory with an index.csv. OUT ends in .svg, \
      .png or .html: the page is one file without a network, zooms, and shows the values under the pointer. For a \
      long recording it has the smallest and the largest reading of each stretch that is narrower than a pixel, and \
      at most 5 MB; --from and --to draw a part with all of its readings. A PNG needs rsvg-convert (librsvg2-bin).
      """)

  @Argument(
    help: "Recordings, or directories of an index.csv each; - is standard input.",
    completion: .file(extensions: ["csv", "gz"]))
  var files: [String]

  @Option(
    name: .shortAndLong, help: "The new picture, which ends in .svg, .png or .html.",
    completion: .file(extensions: ["svg", "png", "html"]))
  var output: String

  @Flag(help: "Draw the accelerations without gravity, as the shake detector estimates it.")
  var removeGravity = false

  @Option(
    help: ArgumentHelp(
      "Draw from this time of the recording on, such as 90, 15min or 1.5h.", valueName: "time"),
    transform: Self.seconds)
  var from: Double?

  @Option(
    help: ArgumentHelp("Draw up to this time of the recording.", valueName: "time"),
    transform: Self.seconds)
  var to: Double?

  @Flag(help: "Write over a picture that exists.")
  var force = false

  @OptionGroup var detection: MotionArguments

  /// The formats, by the ending of the file.
  private enum Format: String, CaseIterable { case svg, png, html }

  private var format: Format? {
    Format.allCases.first { output.lowercased().hasSuffix(".\($0.rawValue)") }
  }

  /// The seconds of a time such as 90, 90s, 15min or 1.5h.
  private static func seconds(_ text: String) throws -> Double {
    let units = [("min", 60.0), ("h", 3600), ("s", 1), ("", 1)]
    let (unit, factor) = units.first { text.hasSuffix($0.0) } ?? ("", 1)
    guard let number = Double(text.dropLast(unit.count)), (0...1e9).contains(number) else {
      throw ValidationError("'\(text)': expected a time, such as 90, 15min or 1.5h")
    }
    return number * factor
  }

  /// The seconds to draw, from the first reading on.
  private var part: Range<Double> { (from ?? 0)..<(to ?? .infinity) }

  func validate() throws {
    if let to, to <= from ?? 0 {
      throw ValidationError("--to: expected a time later than --from")
    }
    guard format != nil else {
      throw ValidationError("--output \(output): expected a name that ends in .svg, .png or .html")
    }
  }

  func run() throws {
    try reportingFailures(of: "motion-lab plot") {
      let signals = try StopSignals()
      var recordings: [PlottedRecording] = []
      var progress = Progress(of: "motion-lab plot")
      let files = try files.flatMap { path -> [String] in
        guard Folder.exists(at: path) else { return [path] }
        let folder = try LabeledFolder(path, signals)
        return folder.recordings.map(folder.path(of:))
      }
      for (file, name) in zip(files, PlottedRecording.names(of: files)) {
        try progress.show("\(recordings.count) of \(files.count) recordings")
        guard let readings = try SourcePlayer.readings(of: file, signals) else {
          throw Failure(.failure, "stopped by a signal; nothing was drawn")
        }
        let motions = try detection.choice.configurations(carriedAt: readings.rate) { line in
          try Self.report("\(file): \(line)")
        }
        let plotted = PlottedRecording(name, readings, part: part, detecting: motions)
        guard !plotted.isEmpty || readings.isEmpty else {
          throw Failure(.badData, "\(file): no readings between --from and --to")
        }
        recordings.append(plotted)
      }
      try progress.clear()
      var picture = Picture()
      picture.isWithoutGravity = removeGravity
      switch format {
      case .svg?: try write(Array(picture.svg(recordings).utf8))
      case .png?: try write(try png(picture.svg(recordings), signals))
      case .html?: try write(Array(Page.html(recordings, isWithoutGravity: removeGravity).utf8))
      case nil: break
      }
    }
  }

  private func write(_ bytes: [UInt8]) throws {
    try OutputFile.create(output, overwriting: force, hint: "give --force") {
      try $0.write(bytes)
    }
  }

  /// The picture as PNG, twice as large, so that its text is sharp.
  private func png(_ svg: String, _ signals: borrowing StopSignals) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/picture.svg"
    try OutputFile.create(file) { try $0.write(svg) }
    let converter = try ChildProcess(
      ["rsvg-convert", "--format=png", "--zoom=2", file], from: "librsvg2-bin", showsErrors: true)
    return try InputFile(unpacking: converter, name: "rsvg-convert").bytes(signals)
  }
}
