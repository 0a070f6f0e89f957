// SPDX-License-Identifier: Apache-2.0

import MotionCore

extension ClosedRange<Double> {
  /// The seconds from the first reading of a recording in `text`, such as `1.2-3.4`.
  ///
  /// Nil for another text, an end before the start, or 1e6 s or more.
  package init?(seconds text: some StringProtocol) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Double($0) }
    guard ends.count == 2, let start = ends[0], let end = ends[1], start <= end, end < 1e6 else {
      return nil
    }
    self = start...end
  }
}

extension [Reading] {
  /// The time of the strongest motion, in seconds from the first reading; nil without readings.
  ///
  /// The acceleration's deviation from its mean over 1 s has an effective value over 0.25 s. The
  /// motion lasts, around the largest one, as long as that stays above a third of it, pauses of up
  /// to 0.3 s included.
  public var strongestMotion: ClosedRange<Double>? {
    guard let first else { return nil }
    let times = map { $0.timestamp.seconds(since: first.timestamp) }
    let accelerations = map(\.acceleration)
    let deviations = zip(accelerations, times.means(of: accelerations, over: 1)).map { $0 - $1 }
    let squares = times.means(of: deviations.map { $0 * $0 }, over: 0.25).map { $0.sum() }
    guard let peak = squares.indices.max(by: { squares[$0] < squares[$1] }) else { return nil }
    let strong = squares.indices.filter { squares[$0] >= squares[peak] / 9 }
    var (start, end) = (peak, peak)
    for index in strong.reversed() where index < peak && times[start] - times[index] <= 0.3 {
      start = index
    }
    for index in strong where index > peak && times[index] - times[end] <= 0.3 { end = index }
    return times[start]...times[end]
  }
}

extension [Double] {
  /// The means of `values` at these times, each over `width` seconds around its time.
  fileprivate func means(of values: [Acceleration], over width: Double) -> [Acceleration] {
    var (sum, low, high) = (Acceleration.zero, 0, 0)
    return indices.map { index in
      while high < count, self[high] <= self[index] + width / 2 {
        sum += values[high]
        high += 1
      }
      while self[low] < self[index] - width / 2 {
        sum -= values[low]
        low += 1
      }
      return sum / Double(high - low)
    }
  }
}
