import MotionCore
import MotionLabels

/// A labeled recording made ready to be scored, by any detector and any number of times.
///
/// Shakes are also cut, and what is no shake is followed by rest, because most recordings end
/// before a verdict can appear (see ``Rest``).
public struct EvaluationCase: Sendable {
  /// The label.
  public let label: LabeledRecording
  /// The readings, as they came.
  public let readings: [Reading]
  /// The same with rest behind them; empty for a shake.
  let rested: [Reading]
  /// A long shake broken off so many seconds after its start, and rest behind it.
  let cutAt700: [Reading]?
  let cutAt950: [Reading]?
  let cutAt2500: [Reading]?

  /// The start of the shake that is cut, in nanoseconds from the first reading.
  let cutStart: Int64

  /// Seconds by which a duration may differ from the label: labels are rounded.
  private static let durationTolerance = 0.02

  /// Makes a recording ready.
  ///
  /// - Parameters:
  ///   - label: what a person says it holds
  ///   - readings: of the recording
  public init(_ label: LabeledRecording, _ readings: [Reading]) {
    self.label = label
    self.readings = readings
    let longest = label.longestShake
    cutStart = Int64((longest?.lowerBound ?? 0) * 1e9)
    func cut(at seconds: Double, ifAtLeast least: Double) -> [Reading]? {
      guard let start = readings.first?.timestamp, let longest,
        longest.upperBound - longest.lowerBound >= least
      else { return nil }
      let end = start.advanced(byNanoseconds: Int64((longest.lowerBound + seconds) * 1e9))
      return Rest().appended(to: readings.filter { $0.timestamp <= end })
    }
    cutAt700 = cut(at: 0.7, ifAtLeast: 0.95)
    cutAt950 = cut(at: 0.95, ifAtLeast: 0.95)
    cutAt2500 = cut(at: 2.5, ifAtLeast: 2.5)
    rested = label.content == .other ? Rest().appended(to: readings) : []
  }

  /// The duration from the first reading to the last, in seconds.
  public var duration: Double {
    guard let first = readings.first, let last = readings.last else { return 0 }
    return last.timestamp.seconds(since: first.timestamp)
  }

  /// True if the readings last as long as the label says, or if it does not: otherwise the file may be cut.
  public var isWhole: Bool {
    label.duration.map { abs(duration - $0) <= Self.durationTolerance } ?? true
  }
}

extension LabeledRecording {
  fileprivate var longestShake: ClosedRange<Double>? {
    guard case .shake(let intervals) = content else { return nil }
    return intervals.max { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound }
  }
}
