// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The readings of frames: their times, their number, and the readings in place of silence.
///
/// The kernel's time says when a report came. ``ArrivalFit`` spreads the frames of one report over
/// the time since the last one, and the device's clock smooths these times while it keeps the
/// kernel clock's pace. Without such a clock, readings have the kernel's times.
///
/// A device without a clock sends nothing while its values stay the same: if it lay still before,
/// this repeats its last values at its rate. Any other silence stays a silence.
///
/// - Clock: `CLOCK_BOOTTIME`, for frames and readings.
struct InputTimeline: Sendable {
  /// The longest time between two frames of one report, in nanoseconds.
  static let burst: Int64 = 300_000
  /// The most frames that count as one report.
  private static let mostFrames = 64
  /// The time before a silence that must be calm for a device to be at rest, in nanoseconds.
  private static let calmTime: Int64 = 200_000_000
  /// The largest difference of an axis in this time, in m/s²: two steps of a coarse drive guard.
  private static let calm = 0.5
  /// The repetitions per second if the rate is unknown.
  private static let usualRate: Hertz = 50
  /// The silence in nanoseconds that shows that the process was stopped, or the machine asleep.
  private static let absence: Int64 = 1_000_000_000

  /// A Boolean value that indicates whether frames have the time of the device's clock.
  let hasClock: Bool
  private let framesOfReport: Int
  private let nominal: Hertz?
  private var fit: ArrivalFit
  private var pending: [(time: Int64, acceleration: Acceleration, clock: UInt32?)] = []
  private var clock = DeviceClock()
  private var recent: [Reading] = []

  /// A timeline before the first frame.
  ///
  /// - Parameters:
  ///   - rate: the rate of the frames; nil if unknown
  ///   - framesOfReport: the number of frames in one report
  ///   - hasClock: true if frames have the time of the device's clock
  init(rate: Hertz?, framesOfReport: Int, hasClock: Bool) {
    (nominal, self.framesOfReport, self.hasClock) = (rate, framesOfReport, hasClock)
    fit = ArrivalFit(rate: rate)
  }

  /// The rate of the frames, measured or else stated; nil if unknown.
  var rate: Hertz? { hasClock ? fit.rate ?? nominal : nominal }

  /// The last reading; nil before the first.
  private(set) var last: Reading?

  /// Takes a frame of `acceleration`, in m/s² along the device's axes.
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

  /// Ends a look at the device: all frames before `now` were added.
  mutating func look(at now: Int64, to readings: inout [Reading]) {
    if let previous = pending.last,
      pending.count >= framesOfReport || now - previous.time >= Self.burst
    {
      settle(to: &readings)
    }
    rest(until: now, to: &readings)
  }

  /// Takes the first values of a device that sends nothing until they change.
  ///
  /// Its rest begins with these values, and they are no reading by themselves.
  mutating func begin(with acceleration: Acceleration, at now: Int64) {
    // The last values of a device that was silenced in motion are no rest.
    guard !hasClock, Self.isGravity(acceleration) else { return }
    _ = next(acceleration, at: Timestamp(nanoseconds: now))
  }

  /// Takes the values of a device after a loss of events: without a clock, it may not send them.
  mutating func resume(with acceleration: Acceleration, at now: Int64, to readings: inout [Reading])
  {
    guard !hasClock else { return }
    settle(to: &readings)
    readings.append(next(acceleration, at: Timestamp(nanoseconds: now)))
  }

  private mutating func settle(to readings: inout [Reading]) {
    guard let end = pending.last else { return }
    if hasClock {
      let times = fit.settle(
        arrival: Timestamp(nanoseconds: end.time), count: pending.count,
        clock: end.clock.map { clock.unwrapped($0) })
      for (frame, time) in zip(pending, times) {
        readings.append(next(frame.acceleration, at: time))
      }
    } else {
      // A device that only sends changes has no pace for a fit to find.
      for frame in pending {
        readings.append(next(frame.acceleration, at: Timestamp(nanoseconds: frame.time)))
      }
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Returns the next reading, which is later than the last.
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
    // The next reading from the device will not be earlier than now.
    while time.nanoseconds <= now - period {
      readings.append(next(reading.acceleration, at: time))
      time = time.advanced(byNanoseconds: period)
    }
  }

  /// A Boolean value that indicates whether the device lies still: no axis changed much in the time
  /// before the last reading, or a hand stopped dead, and less than the device's fuzz was left to
  /// report.
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

  /// Returns whether no axis changed much in `readings`.
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

/// A clock of microseconds in 32 bits, with its wraps undone.
struct DeviceClock: Hashable, Sendable {
  private var last: UInt32?
  /// The time since the first reading, in ns; a clock that goes back by a step each time also
  /// wraps.
  private var sum: Int64

  /// A clock before its first reading.
  init(at sum: Int64 = 0) { self.sum = sum }

  /// Returns the time at the reading `now`, in ns.
  mutating func unwrapped(_ now: UInt32) -> Int64 {
    if let last { sum &+= Int64(now &- last) * 1000 }
    last = now
    return sum
  }
}
