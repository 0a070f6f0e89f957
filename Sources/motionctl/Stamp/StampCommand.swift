// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Glibc
import LinuxSupport
import MotionCore

/// The unit of lines of numbers: one with a name, or so many a g.
struct LineUnit: ExpressibleByArgument {
  /// The factor to m/s².
  let factor: Double

  /// The unit `g`, `mg`, `m/s2`, or the number of units in 1 g; nil for other text.
  init?(argument: String) {
    switch argument {
    case "g": factor = Reading.standardGravity
    case "mg": factor = Reading.standardGravity / 1000
    case "m/s2": factor = 1
    default:
      guard let count = Double(argument), count > 0, count <= 1e9 else { return nil }
      factor = Reading.standardGravity / count
    }
  }
}

/// The number that stands for 0 g in lines of numbers: one, or one for each axis.
struct LineZero: ExpressibleByArgument {
  let values: SIMD3<Double>

  /// The zero `512` or `512,510,515`; nil for other text.
  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0)
    }
    let known = numbers.compactMap(\.self).filter { $0.magnitude <= 1e9 }
    guard known.count == numbers.count else { return nil }
    switch known.count {
    case 1: values = SIMD3(repeating: known[0])
    case 3: values = SIMD3(known[0], known[1], known[2])
    default: return nil
    }
  }
}

struct StampCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stamp",
    abstract: "Make a recording of lines of numbers that have no times.",
    discussion: """
      Reads lines from a board on a serial port, or from a script, and writes a recording to standard output, each \
      reading at once. A line is x, y and z, separated by commas, semicolons, blanks or tabs, such as 12,-3,1001; or \
      each value has its name, such as x:12 or accX = 12, on one line or on three. Units behind values, and other names, \
      are not read. It reads objects of JSON with such names, or with a list of the values. If only other lines come, it \
      says so after a second.

      A reading's time is its arrival, smoothed over a second; with --rate the times are even. A silence of more than \
      250 ms, or of four readings, is a gap; with --rate the command does not see it.

      The command leaves out a line that it cannot read, and names it on standard error: the first, the tenth, the \
      hundredth and so on. The exit status is 65 if such lines are among the readings, or if there are no readings. \
      It is 65 also if the readings rest for a second at another magnitude than gravity, within 15 %, which ends the \
      command. The command leaves out a serial port's first line, as it may be cut.

      Example: stty -F /dev/ttyACM0 115200 raw -echo && motionctl stamp --units mg /dev/ttyACM0 | motiond --source - --bus \
      session
      """)

  @Argument(help: "A serial port, a pipe or a file; - is standard input.", completion: .file())
  var file = "-"

  @Option(
    help: ArgumentHelp(
      "The unit of the numbers: g, mg, m/s2, or a number: so many are 1 g, such as 16384.",
      valueName: "unit"),
    completion: .list(["g", "mg", "m/s2"]))
  var units: LineUnit

  @Option(
    help: ArgumentHelp(
      "What the numbers are at 0 g, such as 512 for an analog pin, or 512,510,515 for x, y and z.",
      valueName: "zero"))
  var zero: LineZero?

  @Option(help: ArgumentHelp("The rate of the lines, in place of their arrival.", valueName: "hz"))
  var rate: Double?

  @Option(
    help: ArgumentHelp(
      "Names of all columns in their order, such as _,x,y,-z: a minus turns an axis round, other names are not read. "
        + "If the values have names, only the minus counts.", valueName: "list"),
    transform: { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) })
  var columns = ["x", "y", "z"]

  func validate() throws {
    if let rate, !(rate >= 0.01 && rate <= 10_000) {
      throw ValidationError("--rate \(rate): expected 0.01 to 10000 Hz")
    }
    let axes = columns.compactMap { NumberLine.Column($0).axis }
    guard axes.count == 3, Set(axes).count == 3 else {
      throw ValidationError(
        "--columns \(columns.joined(separator: ",")): expected x, y and z once each, such as _,x,y,z"
      )
    }
  }

  func run() throws {
    try reportingFailures(of: "motionctl stamp") {
      let signals = try StopSignals()
      let input = try InputFile(path: file)
      if input.isFile, rate == nil {
        throw Failure(
          .usage,
          "\(file == "-" ? "standard input" : file) is a file, whose lines arrive at no time of their own: give --rate HZ"
        )
      }
      var stamper = LineStamper(
        columns: columns.map { NumberLine.Column($0) }, factor: units.factor,
        zero: zero?.values ?? .zero, times: rate.map { .rate($0) } ?? .arrival(ArrivalFit()),
        notes: notes,
        isJoining: isatty(input.descriptor.rawValue) == 1)
      let output = OutputFile.standardOutput.interrupted(by: signals)
      let ending = Result {
        while true {
          let piece = try input.read(signals) { bytes in
            try show(try stamper.process(bytes, at: .now()), output)
          }
          switch piece {
          case .bytes, .nothing: continue
          case .end, .stopped: return
          }
        }
      }
      try show(stamper.finish(), output)
      // Such as a board that was unplugged.
      try ending.get()
      if let doubt = stamper.doubt { throw Failure(.badData, doubt) }
    }
  }

  private func show(_ piece: LineStamper.Piece, _ output: OutputFile) throws {
    if !piece.text.isEmpty { try output.write(piece.text) }
    for report in piece.reports { try Self.report(report) }
  }

  private var notes: [RecordingNote] {
    [RecordingNote("source", file == "-" ? "lines of standard input" : "lines of \(file)")]
      + [rate.map { RecordingNote("rate_hz", "\($0)") } ?? RecordingNote("clock", "arrival")]
  }
}
