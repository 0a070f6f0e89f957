import ArgumentParser
import CommandSupport
import MotionCore
import MotionEvaluation

struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Score the detector on labelled recordings.",
    discussion: """
      The directory has an index.csv with a row for each recording. Columns:
        file               relative to the directory
        is_shake           1, 0, or anything else for motions that are scored neither way
        shake_intervals_s  start-end in seconds from the first reading, several separated by ;
        duration_s         from the first reading to the last: a file that was cut is noticed
        source             where it comes from
        label_original     if there is one, shown beside mistakes
      Other columns are ignored. A recording that is missing or broken is an error: a score of \
      some of them would pass for a score of all.

      A recording of shakes is found if one began within 0.25 s of a labelled interval. What ends is scored on \
      shakes cut 0.7, 0.95 and 2.5 s after their start, with rest behind them. In parentheses are \
      bounds with 95 % confidence.
      """)

  @Argument(help: "Where the index.csv is.", completion: .directory)
  var directory: String

  @Option(help: "How to print; json is one object.")
  var format = EventFormat.text

  @Flag(help: "Score the rules of other projects too.")
  var baselines = false

  @Option(
    help: ArgumentHelp(
      "Also at these rates, resampled: from 1 to 1000 Hz, separated by commas.",
      valueName: "rates"))
  var rates: Rates?

  @Flag(help: "Also with faults of sensors: clipped, coarse, noisy, with readings lost.")
  var faults = false

  @Flag(help: "Cross-validate: choose constants without a source, and score them on it.")
  var folds = false

  @OptionGroup var detection: DetectionOptions

  func run() throws {
    try reportingFailures(of: "motionctl evaluate") {
      let signals = try StopSignals()
      let report = try report(signals)
      switch format {
      case .text: try OutputFile.standardOutput.write(report.text)
      case .json: try OutputFile.standardOutput.write(report.json + "\n")
      }
    }
  }

  private func report(_ signals: borrowing StopSignals) throws -> EvaluationReport {
    func progress(_ name: String, _ done: Int, _ total: Int) throws {
      let isShown = OutputFile.standardError.isTerminal
      // A score of some recordings would pass for a score of all.
      if signals.isStopped {
        if isShown { try OutputFile.standardError.write("\n") }
        throw Self.stopped
      }
      guard isShown else { return }
      let end = done == total ? "\n" : ""
      try OutputFile.standardError.write(
        "\rmotionctl evaluate: \(name): \(done) of \(total)\(end)")
    }
    let evaluation = Evaluation(try cases(signals, progress))
    let shake = detection.shake
    let scores = try evaluation.scores(shake, "scoring", progress)
    var report = EvaluationReport(scores.sum, sources: evaluation.bySource(scores))
    if baselines { report.baselines = try evaluation.baselines(progress) }
    report.rates = try (rates?.values ?? []).map {
      try evaluation.score(on: .rate($0), comparedTo: scores, shake, progress)
    }
    report.faults = try (faults ? Degradation.usual : []).map {
      try evaluation.score(on: .fault($0), comparedTo: scores, shake, progress)
    }
    if folds { report.folds = try evaluation.folds(shake, progress) }
    return report
  }

  private func cases(
    _ signals: borrowing StopSignals, _ progress: Evaluation.Progress
  ) throws -> [EvaluationCase] {
    let labels = try readIndex(signals)
    var cases: [EvaluationCase] = []
    for label in labels {
      if cases.count.isMultiple(of: 100) { try progress("reading", cases.count, labels.count) }
      guard let readings = try wholeRecording("\(directory)/\(label.file)", signals) else {
        throw Self.stopped
      }
      let recording = EvaluationCase(label, readings)
      guard recording.isWhole else {
        throw Failure(
          .badData,
          "\(directory)/\(label.file): lasts \(recording.duration.text(decimals: 2)) s, but the "
            + "index says \(label.duration.text(decimals: 2)) s; is it cut?")
      }
      cases.append(recording)
    }
    try progress("reading", labels.count, labels.count)
    return cases
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

  private static let stopped = Failure(.failure, "stopped by a signal; there is no score")
}

/// Sampling rates as an option has them: Hz, separated by commas.
struct Rates: ExpressibleByArgument {
  var values: [Double]

  init?(argument: String) {
    let values = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0)
    }
    self.values = values.compactMap(\.self)
    guard self.values.count == values.count,
      self.values.allSatisfy({ (1...1000).contains($0) })
    else { return nil }
  }
}
