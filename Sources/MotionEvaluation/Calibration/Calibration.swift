import MotionCore

/// What was found in the phases of a calibration, and what to make of it.
public struct Calibration: Hashable, Sendable {
  /// What the detector makes of the shakes.
  public var trials: [TrialFinding]
  /// What it makes of everything else.
  public var quiet: [QuietFinding]
  /// |a| at rest in m/s²; nil if the device was never still.
  public var rest: Double?
  /// Within how many seconds of its beginning a shake must stop.
  public var window: Double
  /// The proposal, or why there is none.
  public var outcome: CalibrationOutcome
  /// What to know before relying on it.
  public var cautions: [CalibrationCaution]

  /// The window to try for people whose shakes last longer than the usual one.
  private static let widerWindow = 1.5

  /// Finds the sensitivity for the person and the device that `phases` were measured with.
  ///
  /// - Parameter phases: each shake on its own, and what is not to pass for one
  public init(_ phases: [CalibrationPhase]) {
    self.init(phases, window: ShakeConfiguration().window)
    defer { refuseIfNothingEnds() }
    let long = count(.tooLong)
    guard long > 0 else { return }
    let wider = Calibration(phases, window: Self.widerWindow)
    let total = counted.count
    guard long * 2 > total, wider.count(.ended) > count(.ended) else {
      cautions.append(.longShakes(count: long, total: total, window: window, wider: nil))
      return
    }
    let usual = window
    self = wider
    cautions.append(
      .longShakes(count: long, total: total, window: usual, wider: Self.widerWindow))
    let still = count(.tooLong)
    guard still > 0 else { return }
    cautions.append(.longShakes(count: still, total: total, window: window, wider: nil))
  }

  private mutating func refuseIfNothingEnds() {
    guard case .proposal = outcome, count(.ended) == 0 else { return }
    outcome = .refusal(.nothingEnds(window: window))
  }

  /// The trials that the outcome is for.
  private let counted: [TrialFinding]

  private init(_ phases: [CalibrationPhase], window: Double) {
    self.window = window
    trials = phases.filter { $0.task == .shake }.map { TrialFinding($0, window: window) }
    quiet = phases.filter { $0.task != .shake }.map { QuietFinding($0, window: window) }
    let decision = CalibrationOutcome.decide(trials.filter(\.hasMotion), quiet)
    outcome = decision.outcome
    counted = decision.kept
    cautions = trials.filter { !$0.hasMotion }.map { .noMotion(name: $0.name) }
    cautions += decision.outliers.map { .outlier(name: $0.name) }
    if quiet.isEmpty { cautions.append(.nothingQuiet) }
    judgeProposal()
    judgeStillness(phases.filter { $0.task == .still })
  }

  /// The step at which verdicts are shown: that of the proposal, else the highest.
  var step: Int {
    switch outcome {
    case .proposal(let proposal): proposal.step
    case .refusal: SensitivityLadder.steps.count - 1
    }
  }

  /// How many shakes have this verdict with what is proposed; 0 without a proposal.
  private func count(_ verdict: ShakeVerdict) -> Int {
    guard case .proposal(let proposal) = outcome else { return 0 }
    return counted.count { $0.verdicts[proposal.step] == verdict }
  }

  private mutating func judgeProposal() {
    guard case .proposal(let proposal) = outcome else { return }
    cautions += counted.filter { $0.verdicts[proposal.step] == .interrupted }.map {
      .brokeOff(name: $0.name)
    }
    cautions += quiet.filter { $0.beganStep.map { $0 <= proposal.step } ?? false }.map {
      .falseBegan(name: $0.name)
    }
    if proposal.margin < CalibrationOutcome.margin {
      cautions.append(.smallMargin(proposal.sensitivity.value - proposal.lowest.value))
    }
  }

  /// More than noise, in m/s²: somebody moved it.
  private static let mostAtRest = 1.0
  /// How far from gravity |a| may be: sensors are off by a few percent, a wrong scale by far more.
  private static let gravityTolerance = 0.1

  private mutating func judgeStillness(_ phases: [CalibrationPhase]) {
    let spreads = phases.filter { !$0.readings.isEmpty }.map { ($0.name, Spread($0.readings)) }
    let still = spreads.filter { $0.1.peak <= Self.mostAtRest }.map(\.1.mean)
    cautions += spreads.filter { $0.1.peak > Self.mostAtRest }.map { .notStill(name: $0.0) }
    guard !still.isEmpty else { return }
    let mean = still.reduce(0, +) / Double(still.count)
    rest = mean
    if abs(mean - Reading.standardGravity) > Self.gravityTolerance * Reading.standardGravity {
      cautions.append(.gravity(mean))
    }
  }
}
