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
    let first = (values.lowerBound / step).rounded(.up)
    let last = (values.upperBound / step).rounded(.down)
    guard first <= last else { return [] }
    return stride(from: first, through: last, by: 1).map { ($0 * step * 1e6).rounded() / 1e6 }
  }
}

extension PictureScale {
  /// Round times in s, minutes or hours, as the length of the stretch asks, at most `count` or so.
  func timeTicks(_ count: Int) -> [(time: Double, text: String)] {
    let span = values.upperBound - values.lowerBound
    let (unit, name) = span > 7200 ? (3600.0, "h") : span > 600 ? (60, "min") : (1, "s")
    let scaled = PictureScale(
      values: values.lowerBound / unit...values.upperBound / unit, start: start, end: end)
    return scaled.ticks(count).map { ($0 * unit, "\(number($0)) \(name)") }
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
