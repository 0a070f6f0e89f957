// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The readings of frames: their times, their number, and what stands for silence.
///
/// The kernel's time says when a report came. The frames of one report are spread over the time
/// since the last (``ArrivalFit``), and the device's own clock smooths that while it keeps the pace
/// of the kernel's. Without such a clock the kernel's times are those of the readings. Where
/// reports come more often than any detector wants, several are averaged.
///
/// A device without a clock of its own sends nothing while its values do not change: if it lay
/// still before, its last values are repeated at its rate. Any other silence stays a silence.
///
/// - Clock: `CLOCK_BOOTTIME`, of frames and readings.
struct InputTimeline: Sendable {
  /// The longest time between two frames of one report, in nanoseconds.
  static let burst: Int64 = 300_000
  /// The most frames that are taken for one report.
  private static let mostFrames = 64
  /// The rate above which frames are averaged: no detector wants more.
  private static let enough: Hertz = 250
  /// The time before a silence in which a device at rest was calm, in nanoseconds.
  private static let calmTime: Int64 = 200_000_000
  /// The largest difference of an axis in that time, in m/s²: two steps of a coarse drive guard.
  private static let calm = 0.5
  /// The repetitions a second where the rate is not known.
  private static let usualRate: Hertz = 50
  /// After so many nanoseconds without a reading the process was stopped, or the machine asleep.
  private static let absence: Int64 = 1_000_000_000

  /// A Boolean value that indicates whether frames have the device's own time.
  let hasClock: Bool
  private let framesOfReport: Int
  private let nominal: Hertz?
  private let wanted: Hertz
  private var fit: ArrivalFit
  private var pending: [(time: Int64, acceleration: Acceleration, clock: UInt32?)] = []
  private var clock = DeviceClock()
  private var mean = Mean()
  private var recent: [Reading] = []

  /// Frames that are averaged into one reading.
  private struct Mean {
    var frames = 1
    var count = 0
    var sum = Acceleration.zero
    var start = Timestamp(nanoseconds: 0)
    var offsets: Int64 = 0
  }

  /// A timeline before the first frame.
  ///
  /// - Parameters:
  ///   - rate: the rate of the frames; nil if it is not known
  ///   - wanted: the rate of readings that is asked for
  ///   - framesOfReport: the number of frames in one report
  ///   - hasClock: true if frames have the device's own time
  init(rate: Hertz?, wanted: Hertz, framesOfReport: Int, hasClock: Bool) {
    (nominal, self.framesOfReport, self.hasClock) = (rate, framesOfReport, hasClock)
    self.wanted = max(wanted, Self.enough)
    fit = ArrivalFit(rate: rate)
  }

  /// The rate of the frames, as they come, or else as it is said to be; nil if it is not known.
  var rate: Hertz? { hasClock ? fit.rate ?? nominal : nominal }

  /// The last reading; nil before the first.
  private(set) var last: Reading?

  /// Takes a frame of `acceleration`, in m/s² along our axes.
  mutating func add(_ frame: InputFrame, _ acceleration: Acceleration, to readings: inout [Reading])
  {
    if let previous = pending.last,
      !(0..<Self.burst).contains(frame.time - previous.time) || pending.count == Self.mostFrames
    {
      settle(to: &readings)
    }
    pending.append((frame.time, acceleration, frame.clock))
    if framesOfReport == 1 { settle(to: &readings) }
  }

  /// Ends a look at the device: all frames that came before `now` were added.
  mutating func look(at now: Int64, to readings: inout [Reading]) {
    if let previous = pending.last,
      pending.count >= framesOfReport || now - previous.time >= Self.burst
    {
      settle(to: &readings)
    }
    rest(until: now, to: &readings)
  }

  /// The values that a device has which says nothing until they change: its rest begins with them,
  /// and they are no reading by themselves.
  mutating func begin(with acceleration: Acceleration, at now: Int64) {
    // What a device that was silenced in motion has left behind is no rest.
    guard !hasClock, Self.isGravity(acceleration) else { return }
    _ = next(acceleration, at: Timestamp(nanoseconds: now))
  }

  /// Returns true if it averages as it would if readings at `rate` were wanted.
  func serves(_ rate: Hertz) -> Bool { max(rate, Self.enough) == wanted }

  /// The values that a device has after events were lost, which one without a clock may not send.
  mutating func resume(with acceleration: Acceleration, at now: Int64, to readings: inout [Reading])
  {
    guard !hasClock else { return }
    settle(to: &readings)
    readings.append(next(acceleration, at: Timestamp(nanoseconds: now)))
  }

  private mutating func settle(to readings: inout [Reading]) {
    guard let end = pending.last else { return }
    // What sends only what changes has no pace that a fit could find.
    let times =
      hasClock
      ? Array(
        fit.settle(
          arrival: Timestamp(nanoseconds: end.time), count: pending.count,
          clock: end.clock.map { clock.unwrapped($0) }))
      : pending.map { Timestamp(nanoseconds: $0.time) }
    for (frame, time) in zip(pending, times) { average(frame.acceleration, time, to: &readings) }
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func average(
    _ acceleration: Acceleration, _ time: Timestamp, to readings: inout [Reading]
  ) {
    if mean.count > 0, time.nanoseconds(since: mean.start) > GapRule.shortest { mean.count = 0 }
    if mean.count == 0 {
      let rate = self.rate ?? 0
      // A rate that is a little too low is no reason to average fewer.
      mean = Mean(frames: max(1, Int(min(rate / wanted + 0.1, 1000))), start: time)
    }
    mean.count += 1
    mean.sum += acceleration
    mean.offsets += time.nanoseconds(since: mean.start)
    guard mean.count >= mean.frames else { return }
    let count = mean.count
    readings.append(
      next(
        mean.sum / Double(count),
        at: mean.start.advanced(byNanoseconds: mean.offsets / Int64(count))))
    mean.count = 0
  }

  /// The next reading, which is later than the last.
  private mutating func next(_ acceleration: Acceleration, at time: Timestamp) -> Reading {
    let least = last?.timestamp.advanced(byNanoseconds: 1)
    let reading = Reading(
      timestamp: least.map { max($0, time) } ?? time, acceleration: acceleration)
    last = reading
    guard !hasClock else { return reading }
    recent.removeAll { reading.timestamp.nanoseconds(since: $0.timestamp) > Self.calmTime }
    recent.append(reading)
    return reading
  }

  /// Repeats the last values of a device that lies still.
  private mutating func rest(until now: Int64, to readings: inout [Reading]) {
    guard !hasClock, pending.isEmpty, isAtRest, let reading = last else { return }
    let period = Int64(1e9 / (nominal ?? Self.usualRate))
    var time = reading.timestamp.advanced(byNanoseconds: period)
    if Timestamp(nanoseconds: now).nanoseconds(since: reading.timestamp) > Self.absence {
      time = max(time, Timestamp(nanoseconds: now - period))
    }
    // What is read next is not earlier than now.
    while time.nanoseconds <= now - period {
      readings.append(next(reading.acceleration, at: time))
      time = time.advanced(byNanoseconds: period)
    }
  }

  /// True if it lies still: no axis changed much in the time before the last reading, or a hand
  /// stopped dead, so that less than the device's fuzz was left to tell.
  ///
  /// A swing passes gravity's length at its fastest, and turns far from it.
  private var isAtRest: Bool {
    guard let last = recent.last else { return false }
    if let first = recent.first,
      last.timestamp.nanoseconds(since: first.timestamp) >= Self.calmTime / 2,
      Self.areAlike(recent[...])
    {
      return true
    }
    return Self.isGravity(last.acceleration) && Self.areAlike(recent.suffix(2))
  }

  /// True if no axis changed much in `readings`.
  private static func areAlike(_ readings: ArraySlice<Reading>) -> Bool {
    guard var least = readings.first?.acceleration else { return false }
    var most = least
    for reading in readings {
      for axis in 0..<3 {
        least[axis] = min(least[axis], reading.acceleration[axis])
        most[axis] = max(most[axis], reading.acceleration[axis])
      }
    }
    return (0..<3).allSatisfy { most[$0] - least[$0] <= calm }
  }

  private static func isGravity(_ acceleration: Acceleration) -> Bool {
    GravityCheck.range.contains(acceleration.length / Reading.standardGravity)
  }
}

/// A clock of microseconds in 32 bits, without its turns.
struct DeviceClock: Hashable, Sendable {
  private var last: UInt32?
  /// The time since the first reading, in ns; one that goes back by a step each time turns too.
  private var sum: Int64

  /// A clock before its first reading.
  init(at sum: Int64 = 0) { self.sum = sum }

  /// The time at the reading `now`, in ns.
  mutating func unwrapped(_ now: UInt32) -> Int64 {
    if let last { sum &+= Int64(now &- last) * 1000 }
    last = now
    return sum
  }
}
