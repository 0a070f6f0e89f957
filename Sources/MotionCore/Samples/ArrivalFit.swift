// SPDX-License-Identifier: Apache-2.0

/// Times of readings without a time of their own: a straight line of least squares through the
/// arrivals of the last second.
///
/// Readings come alone or in bursts, a few milliseconds early or late. The line says how late a
/// reading is on the whole, so that times are even and follow the arrivals: with arrivals that
/// stray evenly by 4 ms at 250 Hz, a time is off by 0.35 ms (root mean square). The readings of a
/// burst are spread over the time since the reading before. If the device has a clock that keeps
/// the pace of the arrivals, the line goes over the clock's time instead of over the number of the
/// reading, and a lost reading moves nothing.
///
/// Times only go forward, whatever arrives. A gap (``GapRule``) starts a new line, and so do
/// arrivals that all leave the line to one side, such as after a change of rate. A burst after a
/// hole in the arrivals makes no line: it is not the rate. Memory is bounded.
///
/// - Clock: the arrivals' clock.
package struct ArrivalFit: Sendable {
  /// The pace of a clock that counts, relative to the arrivals: at most 3 % off.
  ///
  /// A quartz is off by a hundredth of a percent, and a made-up clock by half or by a factor.
  private static let paces = 0.97...1.03
  /// The span of arrivals, in ns, that shows the pace of a clock.
  private static let proof = 0.9e9
  /// The spacing of readings in ns while it is unknown.
  private static let unknownPeriod = 10e6
  /// The least spacing of readings, relative to the usual one.
  private static let leastStep = 0.125

  private struct Stream {
    /// The time of the last reading.
    var last: Timestamp
    /// The arrival and the time of the clock that all below counts from.
    let origin: Timestamp
    var clockOrigin: Int64?
    /// The arrival and the number of the last reading, counted from the origin.
    var arrival = 0.0
    var number = 0.0
    /// Arrivals over the number of the reading, and over the clock.
    var byNumber = ArrivalLine()
    var byClock = ArrivalLine()
  }

  private var stream: Stream?
  /// The spacing of readings in ns, measured by the arrivals or stated by the device.
  private var period: Double?

  /// A Boolean value that indicates whether the times follow the device's clock.
  package private(set) var followsClock = false

  /// A fit before the first arrival.
  ///
  /// - Parameter rate: the rate that the device states, which need not be true; nil if it states
  ///   none
  package init(rate: Hertz? = nil) {
    period = rate.flatMap { $0 > 0 ? min(max(1e9 / $0, 1e3), Double(GapRule.longest)) : nil }
  }

  /// The rate of the readings; nil if it is unknown.
  package var rate: Hertz? { period.map { 1e9 / $0 } }

  /// Finds the times of readings that arrived together.
  ///
  /// - Parameters:
  ///   - arrival: the time of their arrival
  ///   - count: the number of the readings
  ///   - clock: the time of the device's clock at the last reading, in ns, with the wraps of a
  ///     counter undone; nil if the device has no clock
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
    // Nothing else holds the lines then, so that they change in place.
    stream = nil
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

  /// The earliest time of the last of `count` readings: a part of the usual spacing for each.
  ///
  /// After too many readings, when times are ahead of the arrivals, it is 1 ns for each.
  private func least(
    after last: Timestamp, _ arrival: Timestamp, _ count: Int, spacing: Double
  ) -> Timestamp {
    let isAhead = last.nanoseconds(since: arrival) > GapRule.shortest
    let length = Double(count) * spacing * Self.leastStep
    return last.advanced(
      byNanoseconds: max(Int64(count), isAhead ? 0 : Int64(min(length, Double(GapRule.shortest)))))
  }

  /// Takes the time of the device's clock at the last arrival.
  ///
  /// - Returns: the time of the line over the clock; nil if the clock keeps another pace, such as
  ///   after it was set, or if its pace is not known yet
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

  /// A Boolean value that indicates whether `count` readings arrive later than they should by more
  /// than a gap, or earlier by as much.
  private func isGap(_ stream: Stream, _ arrival: Timestamp, _ count: Int) -> Bool {
    let step = Double(arrival.nanoseconds(since: stream.origin)) - stream.arrival
    let period = period ?? 0
    let silence = Double(GapRule.longestSilence(period: Int64(period)))
    return abs(step - Double(count) * period) > silence
  }

  /// Starts a stream with readings that end at `arrival`, or soon after the last reading if that is
  /// later.
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
