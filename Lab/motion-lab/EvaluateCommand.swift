// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import LinuxSupport
import MotionCore
import MotionEvaluation
import MotionLabels
import SensorArguments

struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Score a detector on labeled recordings.",
    discussion: """
      Each directory has an index.csv with a row for each recording. Required are the columns file and \
      motion, or file, is_shake, shake_intervals_s, duration_s and source. Columns:
        file               relative to the directory
        motion             the kind of motion in it, such as freeFall (or free-fall);
                           another word, or nothing, for none that can be recognized
        intervals_s        optional; when it happens: start-end in s
                           from the first reading; separated by ;
        event_times_s      optional; the same as moments in s, separated by blanks
        events_expected    optional; how often it happens (default: as often as there
                           are times, or once)
        positive           optional; 0: the motion is named, but does not happen
        is_shake           1: short for the motion shake; 0: another motion;
                           ambiguous, or nothing: not scored as a shake. Without the
                           column motion required, and so are the next three
        shake_intervals_s  the same as intervals_s, where is_shake is 1
        duration_s         from the first to the last reading, to detect cut files
        source             the origin of the recording
        label_original     optional, also label; shown beside mistakes. Recordings of
                           tap whose label starts with double are of doubleTap
        category           optional; the context of false alarms. Among shakes these are
                           scored apart, as hard:
                           strong_gesture strong_stroke jumping jumping_jacks
                           clapping fall stumble tennis twist exercise chaotic
        set                optional; sets are ordered by name, such as 1, 2
        place              optional; where the device is, such as held, wrist, waist
      The command ignores other columns. Any other label is an error. A recording that is missing, broken or shorter \
      than its index says is an error, and then the command scores nothing; with --motions it names a broken one and \
      leaves it out.

      Numbers in parentheses are bounds with 95 % confidence; none in n gives at most 3 in n. The first ones take \
      recordings one by one. Those by sources are draws of whole sources, because recordings of one source resemble \
      each other; trust the wider ones.

      A labeled motion is found if an event (began or recognized) comes within 0.25 s of it, and every event in a \
      recording that holds neither the kind nor a related one counts by context. The command leaves out recordings \
      whose rate is too low for a kind. With several kinds a matrix shows each kind's events by context.

      With the column place, the command also counts false alarms by where the device is.

      For shakes, the default, the command scores the ends, too: of shakes cut 0.7, 0.95 and 2.5 s after their start \
      and followed by rest, and in recordings of everyday and of hard motion.

      The text begins with a sentence for each kind, such as: 4 of 4 shakes found; no false end in 19 s.

      With one kind the command names each recording where it did not find the motion, and the reason, where the \
      detector has one. With --min-found and --max-false the exit status is 1 if a score is worse.
      """)

  @OptionGroup var folders: LabeledFolders

  @Option(help: "Output format; json is one object.")
  var format = EventFormat.text

  @Flag(help: "Also score the shake detectors of other projects.")
  var baselines = false

  @Option(
    help: ArgumentHelp(
      "Also score at these rates, resampled: from 1 to 3200 Hz, separated by commas.",
      valueName: "rates"),
    transform: Self.rates)
  var rates: [Double]?

  @Flag(help: "Also score with sensor faults: clipped, coarse or noisy readings, and lost ones.")
  var faults = false

  @Flag(
    help: """
      Cross-validate: score each recording with weights learned without its source, without other motion at its \
      place, and without all that moves like it: of hard motions all with flight, all blows, or all paths of a hand. \
      Hard motions are scored class by class, also at 25 Hz and clipped at 2 g.
      """)
  var folds = false

  @Flag(help: "Also cross-validate with other thresholds, and with more swings to begin.")
  var frontier = false

  @Flag(
    help: """
      Predict the score of each set from the sets before it, and compare: what they foretold, and how many times \
      larger or smaller the score was.
      """)
  var predict = false

  @Option(
    help: ArgumentHelp(
      "Fail unless this share of the labeled recordings of shakes, or of the labeled motions of each kind, is found: "
        + "from 0 to 1.", valueName: "share"))
  var minFound: Double?

  @Option(
    help: ArgumentHelp(
      "Fail if more of these begin an hour in recordings without the motion.", valueName: "number"))
  var maxFalse: Double?

  @OptionGroup var detection: MotionArguments

  func validate() throws {
    if let minFound, !(0...1).contains(minFound) {
      throw ValidationError("--min-found \(minFound): expected a share from 0 to 1")
    }
    if let maxFalse, !(maxFalse >= 0) {
      throw ValidationError("--max-false \(maxFalse): expected 0 or more an hour")
    }
    guard !scoresShakesAlone else { return }
    for (isGiven, name) in [
      (baselines, "--baselines"), (folds, "--folds"),
      (frontier, "--frontier"), (predict, "--predict"),
    ] where isGiven {
      throw ValidationError("\(name) is for shakes alone: expected no --motions beside it")
    }
  }

  private var scoresShakesAlone: Bool { detection.choice.kinds == [.shake] }

  /// The configuration to score.
  private var shake: ShakeConfiguration {
    detection.choice.configurations.shake ?? ShakeConfiguration()
  }

  func run() throws {
    try reportingFailures(of: "motion-lab evaluate") {
      let report = try folders.evaluation(
        for: "motion-lab evaluate", skippingBroken: !scoresShakesAlone, report)
      let sentences = report.scores.map { $0.sentence + "\n" }.joined()
      try OutputFile.standardOutput.write(
        format == .text ? sentences + report.text : report.jsonObject + "\n")
      let exceeded = ScoreBounds(leastFound: minFound, mostFalse: maxFalse)
        .exceeded(by: report.scores)
      for line in exceeded { try OutputFile.standardError.write("motion-lab evaluate: \(line)\n") }
      if !exceeded.isEmpty { throw ExitCode(ExitStatus.failure.rawValue) }
    }
  }

  private func report(
    _ evaluation: Evaluation, _ progress: Evaluation.Progress
  ) throws -> EvaluationReport {
    let (motions, shake) = (detection.choice.configurations, shake)
    let scores = try evaluation.scores(motions, progress)
    var report = EvaluationReport(evaluation, scores)
    if baselines { report.baselines = try evaluation.baselines(progress) }
    report.rates = try (rates ?? []).map {
      try evaluation.score(on: .rate($0), comparedTo: scores, motions, progress)
    }
    report.faults = try (faults ? Degradation.usual : []).map {
      try evaluation.score(on: .fault($0), comparedTo: scores, motions, progress)
    }
    if folds { report.folds = try evaluation.crossValidation(shake, progress) }
    if frontier { report.frontier = try evaluation.frontier(shake, progress) }
    if predict { report.predictions = try evaluation.predictions(shake, progress) }
    return report
  }

  /// The sampling rates in Hz in `list`, with commas between them.
  private static func rates(_ list: String) throws -> [Double] {
    try list.split(separator: ",", omittingEmptySubsequences: false).map { text in
      guard let rate = Double(text), (1...3200).contains(rate) else {
        throw ValidationError("expected rates from 1 to 3200 Hz, not '\(text)'")
      }
      return rate
    }
  }
}
