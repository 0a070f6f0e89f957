import ArgumentParser
import CommandSupport
import MotionCore
import MotionEvaluation

struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Score a detector on labelled recordings.",
    discussion: """
      The directory has an index.csv with a row for each recording. Columns:
        file               relative to the directory
        is_shake           1: a shake; 0: another motion; otherwise not scored
        shake_intervals_s  start-end in s from the first reading; separated by ;
        duration_s         from the first to the last reading, to detect cut files
        source             the origin of the recording
        label_original     optional; shown beside mistakes
        category           optional; the kind of motion. Scored apart, as hard:
                           strong_gesture strong_stroke jumping jumping_jacks
                           clapping fall stumble tennis twist exercise chaotic
        subject            optional; the person who moved the device
        set                optional; sets are ordered by name, such as 1, 2
      Other columns are ignored. A recording that is missing or broken is an error, and nothing is \
      scored then.

      A recording of shakes counts as found if a shake began within 0.25 s of a labelled interval. \
      Endings are scored on shakes cut 0.7, 0.95 and 2.5 s after their start and followed by rest. \
      Numbers in parentheses are bounds with 95 % confidence. Only shakes can be scored.
      """)

  @Argument(help: "The directory of the index.csv.", completion: .directory)
  var directory: String

  @Option(help: "Output format; json is one object.")
  var format = EventFormat.text

  @Flag(help: "Also score the shake detectors of other projects.")
  var baselines = false

  @Option(
    help: ArgumentHelp(
      "Also score at these rates, resampled: from 1 to 1000 Hz, separated by commas.",
      valueName: "rates"),
    transform: Self.rates)
  var rates: [Double]?

  @Flag(help: "Also score with sensor faults: clipped, coarse or noisy readings, and lost ones.")
  var faults = false

  @Flag(
    help: """
      Cross-validate: score each recording with weights learned without its source, and without \
      its kind of motion.
      """)
  var folds = false

  @Flag(help: "Also cross-validate with other thresholds, and with more swings to begin.")
  var frontier = false

  @Flag(help: "Predict the score of each set from the sets before it, and compare.")
  var predict = false

  @Flag(help: "Calibrate with half of each person's recordings, and score the other half.")
  var calibration = false

  @Flag(help: "Learn the detector's weights from all recordings, and print them.")
  var fit = false

  @OptionGroup var detection: MotionArguments

  func validate() throws {
    guard detection.kinds == [.shake] else {
      throw ValidationError("--motions: only shake can be scored")
    }
  }

  /// The configuration to score.
  private var shake: ShakeConfiguration {
    for case .shake(let configuration) in detection.configurations { return configuration }
    return ShakeConfiguration()
  }

  func run() throws {
    try reportingFailures(of: "motionctl evaluate") {
      let signals = try StopSignals()
      let report = try report(signals)
      try OutputFile.standardOutput.write(format == .text ? report.text : report.json + "\n")
    }
  }

  private func report(_ signals: borrowing StopSignals) throws -> EvaluationReport {
    func progress(_ name: String, _ done: Int, _ total: Int) throws {
      let isShown = OutputFile.standardError.isTerminal
      // Without all recordings there is no score.
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
    let shake = shake
    let scores = try evaluation.scores(shake, "scoring", progress)
    var report = EvaluationReport(ScoreSummary(evaluation, scores))
    if baselines { report.baselines = try evaluation.baselines(progress) }
    report.rates = try (rates ?? []).map {
      try evaluation.score(on: .rate($0), comparedTo: scores, shake, progress)
    }
    report.faults = try (faults ? Degradation.usual : []).map {
      try evaluation.score(on: .fault($0), comparedTo: scores, shake, progress)
    }
    if fit { report.fit = try evaluation.weights(progress) }
    if folds { report.folds = try evaluation.crossValidation(shake, progress) }
    if frontier { report.frontier = try evaluation.frontier(shake, progress) }
    if calibration { report.calibration = try evaluation.calibrationTrials(shake, progress) }
    if predict { report.predictions = try evaluation.predictions(shake, progress) }
    return report
  }

  private func cases(
    _ signals: borrowing StopSignals, _ progress: Evaluation.Progress
  ) throws -> [EvaluationCase] {
    let labels = try readIndex(signals)
    var cases: [EvaluationCase] = []
    for label in labels {
      if cases.count.isMultiple(of: 100) { try progress("reading", cases.count, labels.count) }
      guard
        let readings = try SourcePlayer.readings(
          of: "\(directory)/\(label.file)", signals)
      else {
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
    let input = try InputFile(path: path)
    var bytes: [UInt8] = []
    var piece: InputFile.Piece
    repeat {
      piece = try input.read(signals) { for index in $0.indices { bytes.append($0[index]) } }
    } while piece == .bytes
    if piece == .stopped { throw Self.stopped }
    do {
      return try LabelledRecording.index(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Failure(.badData, "\(path): \(error)")
    }
  }

  private static let stopped = Failure(.failure, "stopped by a signal; there is no score")

  /// The sampling rates in Hz in `list`, with commas between them.
  private static func rates(_ list: String) throws -> [Double] {
    try list.split(separator: ",", omittingEmptySubsequences: false).map { text in
      guard let rate = Double(text), (1...1000).contains(rate) else {
        throw ValidationError("expected rates from 1 to 1000 Hz, not '\(text)'")
      }
      return rate
    }
  }
}
