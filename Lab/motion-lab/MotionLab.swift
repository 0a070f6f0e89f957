// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import LinuxSupport
import MotionCore
import MotionEvaluation
import MotionLabels
import SensorArguments

@main
struct MotionLab: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motion-lab",
    abstract: "Import, draw and judge recordings of motions, and fit detectors to them.",
    discussion: """
      Exit status: 0 done; 64 wrong usage; 65 bad data; 66 no such input; 69 a program is \
      missing; 77 not permitted; 1 otherwise.
      """,
    version: "motion-lab \(version)",
    subcommands: [
      ImportCommand.self, PlotCommand.self, EvaluateCommand.self,
      FitCommand.self, MockCommand.self,
    ])

  static func main() {
    mainSuggesting()
  }
}

extension ParsableCommand {
  /// Writes a line to standard error, after the name of this subcommand of motion-lab.
  static func report(_ text: String) throws {
    let name = "motion-lab \(configuration.commandName ?? "")"
    try OutputFile.standardError.write("\(name): \(text.printable)\n")
  }
}

struct FitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fit",
    abstract: "Learn the weights of the shake detector from labeled recordings, and print them.",
    discussion: """
      The command learns from all recordings, and leaves out ambiguous ones. A directory's index is as for motion-lab \
      evaluate.
      """)

  @OptionGroup var folders: LabeledFolders

  @Option(help: "Output format; json is one object.")
  var format = EventFormat.text

  func run() throws {
    try reportingFailures(of: "motion-lab fit") {
      let weights = try folders.evaluation(for: "motion-lab fit") { try $0.weights($1) }
      try OutputFile.standardOutput.write(
        format == .text ? weights.table : weights.members.jsonObject + "\n")
    }
  }
}

/// The recordings that a command reads.
struct LabeledFolders: ParsableArguments {
  @Argument(help: "The directories of an index.csv each.", completion: .directory)
  var directories: [String]

  /// Does `body` with all recordings, and shows its progress on standard error meanwhile.
  ///
  /// - Parameters:
  ///   - command: its name, for messages
  ///   - skipsBroken: true to name and leave out a recording that is broken; otherwise it is an
  ///     error
  ///   - body: the work
  /// - Returns: the result of `body`
  /// - Throws: a ``Failure`` that names a bad index or recording, or says that a signal came
  func evaluation<Result>(
    for command: String, skippingBroken skipsBroken: Bool = false,
    _ body: (Evaluation, Evaluation.Progress) throws -> Result
  ) throws -> Result {
    let signals = try StopSignals()
    var line = Progress(of: command)
    defer { try? line.clear() }
    func progress(_ name: String, _ done: Int, _ total: Int) throws {
      // Without all recordings there is no result.
      if signals.isStopped { throw Self.stopped }
      try line.show("\(name): \(done) of \(total)")
    }
    var cases: [EvaluationCase] = []
    for directory in directories {
      let folder = try LabeledFolder(directory, signals)
      for (index, label) in folder.recordings.enumerated() {
        if index.isMultiple(of: 100) { try progress("reading", index, folder.recordings.count) }
        do {
          cases.append(try Self.recording(label, at: folder.path(of: label), signals))
        } catch let failure as BrokenRecording {
          guard skipsBroken else { throw failure.failure }
          try OutputFile.standardError.write(
            "\(command): left out: \(failure.failure.description.printable)\n")
        }
      }
    }
    return try body(Evaluation(cases), progress)
  }

  /// A recording that cannot be parsed.
  private struct BrokenRecording: Error {
    var failure: Failure
  }

  private static func recording(
    _ label: LabeledRecording, at path: String, _ signals: borrowing StopSignals
  ) throws -> EvaluationCase {
    let readings: [Reading]
    do {
      guard let all = try SourcePlayer.readings(of: path, signals) else { throw stopped }
      readings = all
    } catch let failure as Failure where failure.status == .badData {
      throw BrokenRecording(failure: failure)
    }
    let recording = EvaluationCase(label, readings)
    guard recording.isWhole else {
      throw Failure(
        .badData,
        "\(path): lasts \(recording.duration.text(decimals: 2)) s, but the index says "
          + "\((label.duration ?? 0).text(decimals: 2)) s; is it cut?")
    }
    return recording
  }

  private static let stopped = Failure(.failure, "stopped by a signal; there is no result")
}
