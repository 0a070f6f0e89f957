/// The configuration of the shake detector: the choices of the user.
///
/// Constants of all configurations are in `ShakeConstants`; the filters, the estimate of gravity
/// and the swings depend on these alone. Weights learned from recordings are in `ShakeWeights`.
public struct ShakeConfiguration: Hashable, Sendable {
  /// The ease with which motion counts as a shake.
  public var sensitivity: Sensitivity

  /// The time within which the shaking must stop after `began` to count as ended.
  ///
  /// Above 0. One second by default, as UIKit defines a shake. People without instructions how to
  /// shake often go on for longer; 1.5 s is the useful alternative.
  public var window: Duration {
    get { .nanoseconds(windowNanoseconds) }
    set { windowNanoseconds = newValue.nanoseconds }
  }
  /// The window, as the rules compare it at every reading.
  private(set) var windowNanoseconds: Int64

  /// The fewest swings for a beginning: from 2, there and on the way back, to 4.
  ///
  /// With two, the default, most shakes begin within 0.3 s, and some beginnings are cancelled. With
  /// four they begin 0.3 s later, and three in four false beginnings of strokes and jumps
  /// disappear.
  public var swingsToBegin: Int

  /// The weights of the scores; other than the learned ones only in evaluations.
  package var weights = ShakeWeights.learned

  /// The fewest swings of a whole shake: once there and back, however violent, has two.
  package var swingsToEnd = 3

  /// A configuration of what users choose.
  ///
  /// - Parameters:
  ///   - sensitivity: the ease with which motion counts as a shake
  ///   - window: the time within which the shaking must stop after `began`
  ///   - swingsToBegin: the fewest swings for a beginning, from 2 to 4
  public init(
    sensitivity: Sensitivity = .medium, window: Duration = .seconds(1), swingsToBegin: Int = 2
  ) {
    self.sensitivity = sensitivity
    windowNanoseconds = window.nanoseconds
    self.swingsToBegin = swingsToBegin
  }
}

extension ShakeConfiguration: DetectorSettings {
  /// The choices that the numbers of a configuration carry.
  package init(sensitivity: Sensitivity, number: (String) -> Double?) {
    self.sensitivity = sensitivity
    windowNanoseconds = number("window")?.inNanoseconds ?? 1_000_000_000
    swingsToBegin = Int(number("swings") ?? 2)
    swingsToEnd = Int(number("swingsToEnd") ?? 3)
    if number("weight0") != nil {
      weights = ShakeWeights(
        ShakeWeights.learned.numbers.indices.map { number("weight\($0)") ?? 0 })
    }
  }

  /// The numbers that carry these choices; what only evaluations choose is there if it differs.
  var numbers: [String: Double] {
    var numbers = ["window": window.seconds, "swings": Double(swingsToBegin)]
    if swingsToEnd != 3 { numbers["swingsToEnd"] = Double(swingsToEnd) }
    if weights != .learned {
      for (index, weight) in weights.numbers.enumerated() { numbers["weight\(index)"] = weight }
    }
    return numbers
  }
}
