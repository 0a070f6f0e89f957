// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The readings that an accelerometer kept from before somebody wanted any, such as in the FIFO of
/// its chip: a motion in them is over, and must undo nothing now.
///
/// Times are arguments, in nanoseconds on `CLOCK_BOOTTIME`.
struct OldReadings {
  /// The time after an opening: by its end, a device has handed over what it kept.
  ///
  /// A device whose stamps lag for good, by a clock of its own, loses one second at most.
  static let window: Int64 = 1_000_000_000
  /// The error of a driver that counts the stamps of a FIFO back from its interrupt.
  static let slack: Int64 = 100_000_000
  /// The number of old readings so far; nil when all further ones are new.
  private var count: Int? = 0
  private let ordered: Int64
  private let opened: Int64

  /// The readings of an accelerometer that somebody wanted at `ordered`, and that was open at
  /// `opened`.
  init(ordered: Int64, opened: Int64) {
    (self.ordered, self.opened) = (ordered, opened)
  }

  /// A Boolean value that indicates whether all further readings are new.
  var isOver: Bool { count == nil }

  /// Leaves the old readings of a batch out.
  ///
  /// - Parameters:
  ///   - readings: the batch; then its new readings
  ///   - arrival: the time when it came
  ///   - now: the time then by the clock of the readings
  /// - Returns: once the window is over, the number of all old readings, if there were any
  mutating func leaveOut(of readings: inout ArraySlice<Reading>, arrival: Int64, now: Timestamp)
    -> Int?
  {
    guard let before = count else { return nil }
    guard arrival - opened <= Self.window else { return end() }
    let least = arrival - ordered + Self.slack
    let oldest = least + now.oldestCredible
    let isOld = { (reading: Reading) in
      let age = now.nanoseconds(since: reading.timestamp)
      return age > least && age <= oldest
    }
    // A batch is in order, so the first one tells of all.
    guard let first = readings.first, isOld(first) else { return nil }
    let all = readings.count
    readings.removeAll(where: isOld)
    count = before + all - readings.count
    return nil
  }

  /// Ends the window: all further readings are new.
  ///
  /// - Returns: the number of all old readings, if there were any that it has not returned before
  mutating func end() -> Int? {
    defer { count = nil }
    return count.flatMap { $0 > 0 ? $0 : nil }
  }
}
