// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The values of one sensor in an export, in its own unit.
package struct Track: Sendable {
  /// The file of the track.
  let file: String
  /// The columns and their meaning.
  let plan: ColumnPlan.Triple
  /// The names of the columns of x, y and z.
  let columns: [String]
  let app: KnownApp?
  /// Start and rate, where the table begins with them.
  let sampled: SampledTable?
  /// The rate in the lines before the header, if they say one alone.
  var saidRate: Hertz?
  /// The first and the last time in the file's own column, in ns.
  private var own: ClosedRange<Int64>?
  /// The columns of x, y and z.
  let places: (x: Int, y: Int, z: Int)
  /// The times in ns; increasing, once ``settleTimes()`` was called.
  private(set) var times: [Int64] = []
  private(set) var values: [SIMD3<Double>] = []
  /// The median and the mean of |value|, and the length of the mean value; 0 before ``measure()``.
  private(set) var lengths = (median: 0.0, mean: 0.0, ofMean: 0.0)
  /// The repair of times that rows share.
  var shared = SharedTimes()
  /// The number of rows of this sensor so far, those that were left out included.
  var rows: Int64 = 0
  /// The rows that were left out, with the first line of each kind.
  private(set) var broken: (line: Int, reason: String, count: Int)?
  private(set) var late: (line: Int, count: Int)?

  /// The time in ns that stands in for the unknown one where the clock was set back.
  static let gap: Int64 = 1_000_000_000
  /// The number of rows that go on behind a time that went back.
  private static let leastBehind = 20
  /// The rows since the time went back, until it is known why.
  private var behind: [(time: Int64, value: SIMD3<Double>, line: Int)] = []
  /// The line where the clock was set back, and the time in ns.
  private(set) var setBack: (line: Int, by: Int64)?
  /// The time that later times lack, in ns.
  private var shift: Int64 = 0

  init(
    file: String, plan: ColumnPlan.Triple, columns: [String], app: KnownApp?,
    sampled: SampledTable? = nil
  ) {
    (self.file, self.plan, self.columns) = (file, plan, columns)
    (self.app, self.sampled) = (app, sampled)
    places = (plan.columns[0], plan.columns[1], plan.columns[2])
  }

  /// True if the time from the first row to `time` is one that a recording can have.
  func spans(_ time: Int64) -> Bool {
    guard let first = times.first else { return true }
    let (span, overflows) = time.subtractingReportingOverflow(first)
    return !overflows && Timestamp(nanoseconds: span).isPlausible
  }

  /// Takes a time of the file's own column, whatever becomes of its row.
  mutating func note(own time: Int64) {
    guard Timestamp(nanoseconds: time).isPlausible, spans(time) else { return }
    own = own.map { min($0.lowerBound, time)...max($0.upperBound, time) } ?? time...time
  }

  /// The seconds between the first and the last time in the file's own column; nil without one, and
  /// where its clock was set back.
  var ownDuration: Double? {
    guard setBack == nil, let own, own.upperBound > own.lowerBound else { return nil }
    return (Double(own.upperBound) - Double(own.lowerBound)) / 1e9
  }

  mutating func append(_ time: Int64, _ value: SIMD3<Double>, line: Int) {
    let (time, isBeyond) = time.addingReportingOverflow(shift)
    guard !isBeyond, spans(time) else { return reject(line: line, "its time is too late") }
    guard let last = times.last, time < last else {
      dropBehind()
      times.append(time)
      values.append(value)
      return
    }
    guard !repeats(time, value) else {
      shared.repeated += 1
      return
    }
    if behind.last.map({ time < $0.time }) ?? false { dropBehind() }
    behind.append((time, value, line))
    setBackClock(from: last)
  }

  /// Leaves out the rows whose time went back: the clock did not.
  mutating func dropBehind() {
    guard let first = behind.first else { return }
    late = (late?.line ?? first.line, (late?.count ?? 0) + behind.count)
    behind = []
  }

  /// Takes the rows behind a time that went back as rows behind a gap, once they last: the clock of
  /// the device was set back.
  ///
  /// Only once, as nothing tells the time between; and not to the first time of all, as where a
  /// table of another sensor follows.
  private mutating func setBackClock(from last: Int64) {
    guard setBack == nil, behind.count >= Self.leastBehind, let first = behind.first,
      let latest = behind.last, latest.time - first.time >= Self.gap,
      abs(first.time - times[0]) >= Self.gap
    else { return }
    let (back, isBeyond) = last.subtractingReportingOverflow(first.time)
    let (end, isLate) = latest.time.addingReportingOverflow(back)
    guard !isBeyond, !isLate, Timestamp(nanoseconds: back).isPlausible,
      Timestamp(nanoseconds: end).isPlausible, spans(end + Self.gap)
    else { return }
    setBack = (first.line, back)
    shift = back + Self.gap
    for row in behind {
      times.append(row.time + shift)
      values.append(row.value)
    }
    behind = []
  }

  /// True if there is a row with this time and this value.
  private func repeats(_ time: Int64, _ value: SIMD3<Double>) -> Bool {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return times[low...].prefix { $0 == time }.indices.contains { values[$0] == value }
  }

  /// Leaves out all rows but these.
  mutating func keep(_ rows: [Int]) {
    times = rows.map { times[$0] }
    values = rows.map { values[$0] }
  }

  /// Gives a row another time, in ns.
  mutating func setTime(_ time: Int64, of row: Int) { times[row] = time }

  mutating func reject(line: Int, _ reason: String) {
    broken = (broken?.line ?? line, broken?.reason ?? reason, (broken?.count ?? 0) + 1)
  }

  /// True if the first calm second is one of gravity, in units where 1 g is `gravity`.
  func rests(at gravity: Double) -> Bool {
    var check = GravityCheck()
    for (time, value) in zip(times, values) {
      check.process(
        Reading(
          timestamp: Timestamp(nanoseconds: time - times[0]),
          acceleration: value * (Reading.standardGravity / gravity)))
      guard case .unchecked = check else { return check == .confirmed }
    }
    return false
  }

  /// Measures the values, once all are there: each rule asks for it.
  mutating func measure() {
    guard !values.isEmpty else { return }
    var all = values.map(\.length)
    let mean = values.reduce(.zero, +) / Double(values.count)
    lengths = (Self.median(&all), all.reduce(0, +) / Double(all.count), mean.length)
  }

  /// The median, by Hoare's selection: to sort a million takes as long as to read them.
  private static func median(_ values: inout [Double]) -> Double {
    let place = values.count / 2
    var (low, high) = (0, values.count - 1)
    while low < high {
      let pivot = values[low + (high - low) / 2]
      var (left, right) = (low, high)
      while left <= right {
        while values[left] < pivot { left += 1 }
        while values[right] > pivot { right -= 1 }
        guard left <= right else { break }
        values.swapAt(left, right)
        (left, right) = (left + 1, right - 1)
      }
      if place <= right { high = right } else if place >= left { low = left } else { break }
    }
    return values[place]
  }

  /// The interpolated value at `time`; before and after all values, the first and the last.
  ///
  /// - Parameters:
  ///   - time: in ns
  ///   - index: the start of the search; advances with increasing times
  /// - Returns: the value
  func value(at time: Int64, from index: inout Int) -> SIMD3<Double> {
    while index + 1 < times.count, times[index + 1] <= time { index += 1 }
    guard index + 1 < times.count, time > times[index] else { return values[index] }
    let share = Double(time - times[index]) / Double(times[index + 1] - times[index])
    return values[index] + share * (values[index + 1] - values[index])
  }
}

extension SIMD3<Double> {
  fileprivate var length: Double { (self * self).sum().squareRoot() }
}
