// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionSynthesis
import SystemPackage

/// An accelerometer of 200 Hz that is shaken again and again, written to a daemon's standard input.
///
/// Timestamps are those of `CLOCK_BOOTTIME` at which the readings are due.
struct Feed {
  /// In nanoseconds.
  static let period: Int64 = 5_000_000

  /// In nanoseconds: half of what motiond waits.
  private static let longestPause: Int64 = 500_000_000

  /// Ten seconds of a hand that shakes strongly, for too long, upwards, and weakly.
  private static let round = MotionScript(
    "shakes of all kinds", duration: 10, attitude: [0, 0.8, 0.6],
    [
      .swings(start: 0.5, duration: 0.8, frequency: 5, amplitude: 20, direction: [1, 0, 0]),
      .swings(start: 2.5, duration: 2, frequency: 5, amplitude: 20, direction: [1, 0, 0]),
      .swings(start: 5.8, duration: 0.6, frequency: 6, amplitude: 25, direction: [0, 1, 0]),
      .swings(start: 8, duration: 0.8, frequency: 5, amplitude: 11, direction: [1, 0, 0]),
    ]
  ).recording(rate: 200).readings

  private let pipe: FileHandle
  private let start: Int64
  private var lastWrite: Int64
  /// A Boolean value that indicates a pause so long that the sensor may have seemed stalled.
  private(set) var hasPaused = false
  /// The time at which each reading was written; the index is that of the reading.
  private var writeTimes: [Int64] = []

  /// A feed into `pipe` that begins now.
  init(into pipe: FileHandle) throws {
    self.pipe = pipe
    start = bootTime()
    lastWrite = start
    // A daemon that no longer reads must not hold up who finds that out.
    _ = fcntl(pipe.fileDescriptor, F_SETFL, O_NONBLOCK)
    try write(RecordingFormat.preamble([]))
  }

  /// Writes what is due.
  ///
  /// - Throws: an error if the daemon does not read any more
  mutating func writeDue() throws {
    var lines = ""
    let now = bootTime()
    while case let reading = Self.reading(writeTimes.count, start), reading.nanoseconds <= now {
      lines += RecordingFormat.line(reading)
      writeTimes.append(now)
    }
    if !lines.isEmpty {
      hasPaused = hasPaused || now - lastWrite > Self.longestPause
      lastWrite = now
    }
    if !lines.isEmpty { try write(lines) }
  }

  /// The time until the next reading is due, in milliseconds.
  var patience: Int32 {
    let due = start + Int64(writeTimes.count) * Self.period
    return Int32(clamping: max(0, (due - bootTime() + 999_999) / 1_000_000))
  }

  /// The time at which the reading of this timestamp was written; nil for an unknown timestamp.
  func writeTime(of timestamp: Int64) -> Int64? {
    let index = (timestamp - start) / Self.period
    return writeTimes.indices.contains(Int(index)) ? writeTimes[Int(index)] : nil
  }

  /// The readings written so far.
  var readings: [Reading] {
    writeTimes.indices.map { Self.reading($0, start) }
  }

  private static func reading(_ index: Int, _ start: Int64) -> Reading {
    Reading(
      timestamp: Timestamp(nanoseconds: start + Int64(index) * period),
      acceleration: round[index % round.count].acceleration)
  }

  private func write(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard Glibc.write(pipe.fileDescriptor, bytes, bytes.count) == bytes.count else {
      throw LoadProblem("motiond no longer reads its input: \(Errno(rawValue: errno))")
    }
  }
}

extension Reading {
  fileprivate var nanoseconds: Int64 { timestamp.nanoseconds }
}
