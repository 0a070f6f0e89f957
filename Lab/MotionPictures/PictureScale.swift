// SPDX-License-Identifier: Apache-2.0

/// A range of values along a stretch of a picture.
struct PictureScale {
  let values: ClosedRange<Double>
  /// The place of the lowest value, and of the highest.
  let start: Double
  let end: Double

  /// The place of `value`, within the stretch.
  func place(_ value: Double) -> Double {
    let share = (value - values.lowerBound) / (values.upperBound - values.lowerBound)
    return start + min(max(share, 0), 1) * (end - start)
  }

  /// Round values, at most `count` or so.
  func ticks(_ count: Int) -> [Double] {
    let span = values.upperBound - values.lowerBound
    var step = 1e-6
    // Steps of 1, 2, 5, 10 and so on.
    var factors = [2.0, 2.5, 2.0][...]
    while span / step > Double(count) {
      step *= factors.first ?? 1
      factors = factors.count > 1 ? factors.dropFirst() : [2.0, 2.5, 2.0]
    }
    return multiples(of: step)
  }

  private func multiples(of step: Double) -> [Double] {
    let first = (values.lowerBound / step).rounded(.up)
    let last = (values.upperBound / step).rounded(.down)
    guard first <= last else { return [] }
    return stride(from: first, through: last, by: 1).map { ($0 * step * 1e6).rounded() / 1e6 }
  }
}

/// A step of a time axis in s, and the unit of its labels.
///
/// A page has all of them: it takes another when it zooms.
struct TimeStep {
  let seconds: Double
  /// The length of the unit in s, and its name.
  let unit: Double
  let name: String

  /// The least distance of two ticks.
  static let leastDistance = 74.0

  /// All steps, from the smallest to the largest: 1, 2, 5, 10 and so on.
  static let all: [TimeStep] = {
    func steps(_ unit: Double, _ name: String, _ numbers: [Double]) -> [TimeStep] {
      numbers.map { TimeStep(seconds: $0 * unit, unit: unit, name: name) }
    }
    let parts = [1e6, 1e5, 1e4, 1e3, 100, 10].flatMap { part in [1, 2, 5].map { $0 / part } }
    let hours = [1.0, 10, 100, 1000, 1e4, 1e5].flatMap { part in [1, 2, 5].map { $0 * part } }
    return steps(1, "s", parts + [1, 2, 5, 10, 20, 50]) + steps(60, "min", [1, 2, 5, 10])
      + steps(3600, "h", [0.2, 0.5] + hours)
  }()
}

extension PictureScale {
  /// Round times, as close as their labels allow.
  var timeTicks: [(time: Double, text: String)] {
    let density = (end - start) / (values.upperBound - values.lowerBound)
    let step = TimeStep.all.first { $0.seconds * density >= TimeStep.leastDistance }
    guard let step else { return [] }
    return multiples(of: step.seconds).map {
      ($0, "\(number($0 / step.unit, to: 1e6)) \(step.name)")
    }
  }
}

/// The minimum and maximum of each column of points, so that a picture keeps every knock.
///
/// - Parameters:
///   - range: the points
///   - columns: the width of a column
///   - point: the place of a point, from left to right; nil for a gap
/// - Returns: the points, in order
func thinned(
  _ range: Range<Int>, columns: Double, _ point: (Int) -> (Double, Double)?
) -> [(Double, Double)] {
  var points: [(Double, Double)] = []
  var column = -Double.infinity
  var lowest: (Double, Double)?
  var highest: (Double, Double)?
  func flush() {
    guard let lowest, let highest else { return }
    if lowest == highest {
      points.append(lowest)
    } else {
      points += lowest.0 < highest.0 ? [lowest, highest] : [highest, lowest]
    }
  }
  for index in range {
    guard let next = point(index) else { continue }
    if next.0 - column >= columns {
      flush()
      (column, lowest, highest) = (next.0, next, next)
    } else {
      if let low = lowest, next.1 < low.1 { lowest = next }
      if let high = highest, next.1 > high.1 { highest = next }
    }
  }
  flush()
  return points
}
