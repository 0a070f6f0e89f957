// SPDX-License-Identifier: Apache-2.0

/// Times of readings that are known by their arrival: a straight line of least squares through the
/// arrivals of the last second.
///
/// Readings come alone or in bursts, a few milliseconds early or late. The line says how late a
/// reading is on the whole, so that times are even and follow the arrivals: with arrivals that
/// stray evenly by 4 ms at 250 Hz, a time is off by 0.35 ms (root mean square). The readings of a
/// burst are spread over the time since the reading before. If the device has a clock and that
/// keeps the pace of the arrivals, the line goes over its readings instead of over the number of
/// the reading, and a lost reading moves nothing.
///
/// Times only go forward, whatever arrives. A gap (``GapRule``), or arrivals that leave the line
/// all to one side, as when the rate changes, start a line anew. Memory is bounded.
///
/// - Clock: that of the arrivals.
package struct ArrivalFit: Sendable {
  /// The rate at which a clock may run beside the arrivals: 3 % off.
  ///
  /// A quartz is off by a hundredth of a percent, a clock that is made up by half or by a factor.
  private static let paces = 0.97...1.03
  /// The span of arrivals, in ns, that shows the pace of a clock.
  private static let proof = 0.9e9
  /// The spacing of readings in ns while nothing is known of it.
  private static let unknownPeriod = 10e6
  /// The least spacing of readings, relative to the usual one.
  private static let leastStep = 0.125

  private struct Stream {
    /// The time of the last reading.
    var last: Timestamp
    /// The arrival and the clock's reading from which all below is counted.
    let origin: Timestamp
    var clockOrigin: Int64?
    /// The last arrival and number of a reading, since then.
    var arrival = 0.0
    var number = 0.0
    /// Arrivals over the number of the reading, and over the clock.
    var byNumber = ArrivalLine()
    var byClock = ArrivalLine()
  }

  private var stream: Stream?
  /// The spacing of readings in ns, as the arrivals show it, or as the device says.
  private var period: Double?

  /// True while the times follow the clock of the device.
  package private(set) var followsClock = false

  /// A fit before the first arrival.
  ///
  /// - Parameter rate: the rate that the device says it has, which need not be true; nil if it says
  ///   nothing
  package init(rate: Hertz? = nil) {
    period = rate.flatMap { $0 > 0 ? min(max(1e9 / $0, 1e3), Double(GapRule.longest)) : nil }
  }

  /// The rate of the readings, as far as it is known.
  package var rate: Hertz? { period.map { 1e9 / $0 } }

  /// Finds the times of readings that arrived together.
  ///
  /// - Parameters:
  ///   - arrival: the time of their arrival
  ///   - count: the number of the readings
  ///   - clock: the reading of the device's clock at the last of them, in ns, without the turns of
  ///     a counter that wraps; nil if it has none
  /// - Returns: their times, each later than the one before
  package mutating func settle(
    arrival: Timestamp, count: Int = 1, clock: Int64? = nil
  ) -> ArrivalTimes {
    let arrival = Timestamp(
      nanoseconds: min(max(arrival.nanoseconds, -Timestamp.limit), Timestamp.limit))
    let last = stream?.last ?? arrival
    guard count > 0 else { return ArrivalTimes(after: last, to: last, count: 0) }
    guard var next = stream, !isGap(next, arrival, count) else {
      return begin(arrival, count, clock)
    }
    next.arrival = Double(arrival.nanoseconds(since: next.origin))
    next.number += Double(count)
    var end = next.byNumber.add(next.arrival, at: next.number)
    if let slope = next.byNumber.slope, slope > 0 { period = slope }
    followsClock = false
    if let clock, let time = Self.follow(clock, &next) { (end, followsClock) = (time, true) }
    let earliest = least(after: last, arrival, count, spacing: next.byNumber.slope ?? 0)
    next.last = max(earliest, next.origin.advanced(byNanoseconds: Int64(end)))
    stream = next
    return ArrivalTimes(after: last, to: next.last, count: count)
  }

  /// The earliest time of the last of `count` readings: they are some of the usual spacing apart,
  /// but if times are ahead of the arrivals, as readings were too many, only what they must be.
  private func least(
    after last: Timestamp, _ arrival: Timestamp, _ count: Int, spacing: Double
  ) -> Timestamp {
    let isAhead = last.nanoseconds(since: arrival) > GapRule.shortest
    let length = Double(count) * spacing * Self.leastStep
    return last.advanced(
      byNanoseconds: max(Int64(count), isAhead ? 0 : Int64(min(length, Double(GapRule.shortest)))))
  }

  /// Takes a reading of the clock at the last arrival.
  ///
  /// - Returns: the time that the line over the clock has there; nil if that keeps another pace, as
  ///   after it was set, or if it is not known yet
  private static func follow(_ clock: Int64, _ stream: inout Stream) -> Double? {
    let origin = stream.clockOrigin ?? clock
    stream.clockOrigin = origin
    let reading = Double(
      Timestamp(nanoseconds: clock).nanoseconds(since: Timestamp(nanoseconds: origin)))
    let time = stream.byClock.add(stream.arrival, at: reading)
    guard stream.byClock.span >= proof, let slope = stream.byClock.slope, paces.contains(slope)
    else { return nil }
    return time
  }

  /// True if more time than a gap lies between the arrival of `count` readings and the one before,
  /// or if they are as many too early.
  private func isGap(_ stream: Stream, _ arrival: Timestamp, _ count: Int) -> Bool {
    let step = Double(arrival.nanoseconds(since: stream.origin)) - stream.arrival
    let period = period ?? 0
    let silence = Double(GapRule.longestSilence(period: Int64(period)))
    return abs(step - Double(count) * period) > silence
  }

  /// Starts a stream with readings that end at `arrival`, or soon after the last if that is later.
  private mutating func begin(
    _ arrival: Timestamp, _ count: Int, _ clock: Int64?
  ) -> ArrivalTimes {
    followsClock = false
    let length = Int64(min((period ?? Self.unknownPeriod) * Double(count), 1e18))
    var start = arrival.advanced(byNanoseconds: -length)
    var end = arrival
    if let last = stream?.last {
      start = max(start, last)
      end = max(end, least(after: last, arrival, count, spacing: Double(length) / Double(count)))
    }
    var next = Stream(last: end, origin: arrival, clockOrigin: clock)
    _ = next.byNumber.add(0, at: 0)
    if clock != nil { _ = next.byClock.add(0, at: 0) }
    stream = next
    return ArrivalTimes(after: start, to: end, count: count)
  }
}

/// The times of readings that arrived together: evenly spaced, the last at the end.
package struct ArrivalTimes: RandomAccessCollection, Sendable {
  private let start: Timestamp
  private let end: Timestamp
  package let startIndex = 0
  package let endIndex: Int

  fileprivate init(after start: Timestamp, to end: Timestamp, count: Int) {
    (self.start, self.end, endIndex) = (start, end, count)
  }

  package subscript(index: Int) -> Timestamp {
    guard index < endIndex - 1 else { return end }
    let length = Double(end.nanoseconds(since: start)) * (Double(index + 1) / Double(endIndex))
    return start.advanced(byNanoseconds: Int64(.minimum(length, 0x1p62)))
  }
}
