import ArgumentParser
import CommandSupport
import MotionCore
import MotionTools

struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Score the detector on labelled recordings.",
    discussion: """
      The directory has an index.csv with a row for each recording. Columns: file (relative to the \
      directory), is_shake (1, 0, or anything else for motions that are scored neither way), \
      shake_intervals_s (start-end in seconds, several separated by ;). Other columns are ignored. A recording that is missing or broken is an error: a score of some of them \
      would pass for a score of all.
      """)

  @Argument(help: "Where the index.csv is.", completion: .directory)
  var directory: String

  @Option(help: "How to print; json is one object.")
  var format = EventFormat.text

  @OptionGroup var detection: DetectionOptions

  func run() throws {
    try reportingFailures(of: "motionctl evaluate") {
      let signals = try StopSignals()
      let labels = try readIndex(signals)
      var score = Score()
      for (number, label) in labels.enumerated() {
        if number % 100 == 0 { try progress("\(number) of \(labels.count) recordings") }
        score += Score(label, try read(label.file, signals), detection.shake)
      }
      try progress("\(labels.count) of \(labels.count) recordings\n")
      switch format {
      case .text: try OutputFile.standardOutput.write(score.table)
      case .json: try OutputFile.standardOutput.write(score.json + "\n")
      }
    }
  }

  private func readIndex(_ signals: borrowing StopSignals) throws -> [LabelledRecording] {
    let path = "\(directory)/index.csv"
    var input = try InputFile(path: path)
    var bytes: [UInt8] = []
    reading: while true {
      switch try input.read(signals, { for index in $0.indices { bytes.append($0[index]) } }) {
      case .bytes, .nothing: continue
      case .end: break reading
      case .stopped: throw Self.stopped
      }
    }
    do {
      return try LabelledRecording.index(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Failure(.badData, "\(path): \(error)")
    }
  }

  /// A score of some recordings would pass for a score of all.
  private static let stopped = Failure(.failure, "stopped by a signal; there is no score")

  /// The whole recording `file`.
  private func read(_ file: String, _ signals: borrowing StopSignals) throws -> Recording {
    guard let readings = try wholeRecording("\(directory)/\(file)", signals) else {
      throw Self.stopped
    }
    return Recording(readings: readings)
  }

  private func progress(_ text: String) throws {
    guard OutputFile.standardError.isTerminal else { return }
    try OutputFile.standardError.write("\rmotionctl evaluate: \(text)")
  }
}
