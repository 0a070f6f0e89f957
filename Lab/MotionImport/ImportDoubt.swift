// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A sign, in the recording itself, that it is not what the export holds.
package enum ImportDoubt: Hashable, Sendable {
  /// At rest |a| is this long in m/s², which is not gravity.
  case rest(mean: MetersPerSecondSquared)
  /// The rate that the user or the file says, and the one that the readings have.
  case rate(said: Hertz, found: Hertz)
  /// The rate of most readings, and the one that their number and duration give.
  case uneven(most: Hertz, mean: Hertz)
  /// The readings of a batch come faster than any sensor reads.
  case rushed(Int, Hertz)
  /// The seconds of the recording, and those between the file's first and last time.
  case duration(Double, ofFile: Double)
  /// The rows of one time are probably of so many sensors.
  case sensors(Int)
  /// Readings are this many seconds apart.
  case period(Double)

  /// The longest and the shortest plausible time between readings in s.
  private static let periods = 0.000_05...10.0
  /// The largest error of a rate in the words of a file: sensors keep to their nominal rates badly.
  private static let nominal = 1.5
  /// The largest ratio of two durations or rates that should be one, if they differ by more than
  /// ``least``.
  private static let ratio = 1.1
  /// The difference of durations in s that is no doubt: at the ends a bunch is missing.
  private static let least = 1.0
  /// The largest ratio of the mean and the median time between readings of a clock that does not
  /// stick.
  private static let stickiness = 4.0

  /// The most readings of one time that are no batch: a clock with few digits gives as many.
  private static let leastBatch = 10

  /// The doubt, in words.
  package var text: String {
    switch self {
    case .rest(let mean): GravityCheck.problem(mean: mean)
    case .rate(let said, let found):
      "the readings have \(found.text(decimals: 1)) Hz, where \(said.text(decimals: 1)) Hz was said"
    case .uneven(let most, let mean):
      "most readings follow each other at \(most.text(decimals: 1)) Hz, but there are only "
        + "\(mean.text(decimals: 1)) a second: the clock of the times sticks"
    case .rushed(let count, let rate):
      "a batch of \(count) readings has times of \(rate.text(decimals: 1)) Hz, as of no sensor"
    case .duration(let seconds, let file):
      "the recording lasts \(seconds.text(decimals: 1)) s, but \(file.text(decimals: 1)) s pass "
        + "between the first and the last time of the file"
    case .sensors(let count):
      "each time has \(count) rows, as of \(count) sensors"
    case .period(let seconds):
      "readings are \((seconds * 1000).text(decimals: 3)) ms apart, as of no accelerometer"
    }
  }

  /// The options that settle it.
  var remedy: String {
    let remedy =
      switch self {
      case .rest(let mean):
        switch mean / Reading.standardGravity {
        case ..<0.05: "--gravity none"
        case GravityCheck.range.lowerBound + 1...GravityCheck.range.upperBound + 1:
          "--gravity included"
        default: "--unit m/s2, g or mg, or --per-g N"
        }
      case .rate, .uneven, .rushed, .duration: "give the sampling rate: --rate HZ"
      case .sensors: "leave the rows of one sensor in the table"
      case .period: "give the unit of the times: --time-unit s, ms, us or ns"
      }
    return "\(remedy); or keep it with --as-it-is"
  }

  /// A remark on the average of |a| in a recording without a calm second: it is no doubt.
  static func remark(on readings: [Reading]) -> String? {
    guard !readings.isEmpty else { return nil }
    let average = readings.reduce(0) { $0 + $1.acceleration.length } / Double(readings.count)
    guard case .unchecked = gravity(in: readings), !GravityCheck.averages.contains(average) else {
      return nil
    }
    return
      "no second is calm; |a| is \(average.text(decimals: 2)) on average, where gravity alone is "
      + "9.81"
  }

  private static func gravity(in readings: [Reading]) -> GravityCheck {
    var gravity = GravityCheck()
    for reading in readings {
      guard case .unchecked = gravity else { break }
      gravity.process(reading)
    }
    return gravity
  }

  /// The largest batch whose times leave its readings no room: so many others last longer, by a
  /// gap; or all are of batches, at a rate that no phone has.
  private static func rushed(
    _ steps: [Int64], _ shared: Track.SharedTimes, _ median: Hertz
  ) -> Self? {
    if shared.largest > leastBatch, median > 1000 { return .rushed(shared.largest, median) }
    let limit = min(Track.leastStep, Int64(1e9 / median / stickiness))
    let batches = steps.split { $0 >= limit }
    let batch = batches.max { $0.count < $1.count } ?? []
    let (count, seconds) = (Double(batch.count), Double(max(1, batch.reduce(0, +))) / 1e9)
    let isGap = count / median - seconds > Double(GapRule.shortest) / 1e9
    return batch.count > leastBatch && isGap ? .rushed(batch.count, count / seconds) : nil
  }

  /// The doubts about the recording of a track.
  ///
  /// A second of rest is certain. Without one, an average says too little for a doubt.
  static func all(
    of readings: [Reading], from track: Track, _ options: ImportOptions
  ) -> [ImportDoubt] {
    var doubts: [ImportDoubt] = []
    if case .refused(let mean) = gravity(in: readings) { doubts.append(.rest(mean: mean)) }
    if track.shared.sensors > 1 { doubts.append(.sensors(track.shared.sensors)) }
    guard let median = readings.rate else { return doubts }
    let steps = zip(readings.dropFirst(), readings)
      .map { $0.timestamp.nanoseconds(since: $1.timestamp) }
    let longest = GapRule.longestSilence(period: Int64(1e9 / median))
    let even = steps.filter { $0 <= longest }
    let mean = Double(even.count) * 1e9 / Double(even.reduce(0, +))
    if median > stickiness * mean { doubts.append(.uneven(most: median, mean: mean)) }
    if let rushed = rushed(steps, track.shared, median) { doubts.append(rushed) }
    let seconds = Double(steps.reduce(0, +)) / 1e9
    // Each row has its time, those that were left out, too.
    let exact = options.rate ?? track.sampled?.rate
    let found = exact == nil ? mean : Double(readings.count - 1 + track.leftOut) / seconds
    if let said = exact ?? track.saidRate,
      max(said / found, found / said) > (exact == nil ? nominal : ratio)
    {
      doubts.append(.rate(said: said, found: found))
    }
    if let own = track.ownDuration, abs(own - seconds) > max(least, own * (ratio - 1)) {
      doubts.append(.duration(seconds, ofFile: own))
    }
    if options.rate == nil, options.timeUnit == nil, !periods.contains(1 / median) {
      doubts.append(.period(1 / median))
    }
    return doubts
  }
}
