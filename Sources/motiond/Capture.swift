// SPDX-License-Identifier: Apache-2.0

import Commands
import LinuxSupport
import MotionBus
import MotionCore
import MotionSensors
import SystemPackage

/// The answer to a client that asks for the latest readings.
enum Capture {
  /// Writes `recent` as a recording into a file in memory.
  ///
  /// - Parameter recent: the latest readings; nil if none are kept
  /// - Returns: the file, to be read from its start; whoever gets it closes it
  /// - Throws: a refusal if there are none
  static func file(of recent: RecentReadings?) throws(Refusal) -> FileDescriptor {
    guard let recent else {
      throw refusal("motiond keeps no readings: it runs with --no-capture")
    }
    var text = RecordingText()
    text.info = recent.info
    var recording = ""
    for reading in recent.readings { recording += text.piece(for: reading) ?? "" }
    guard text.count > 0 else {
      throw refusal(
        "motiond has sampled nothing yet, as it samples only while a motion is claimed: "
          + "run motionctl monitor, move the device, and try again")
    }
    do throws(Errno) { return try .inMemory(named: "capture", recording.utf8) } catch {
      throw Refusal(
        name: Motion1.ErrorName.failed, message: "cannot make a file of the readings: \(error)")
    }
  }

  private static func refusal(_ message: String) -> Refusal {
    Refusal(name: Motion1.ErrorName.noReadings, message: message)
  }
}

/// The latest readings of an accelerometer: 30 s of them, in at most 256 kB.
///
/// A person whose shake was missed can save them, and make a test of it.
struct RecentReadings {
  /// The longest time from the first to the last, 30 s in nanoseconds.
  static let span: Int64 = 30_000_000_000
  /// The largest number, of 32 bytes each.
  static let limit = 8192
  /// The number of readings that are kept and forgotten together.
  private static let step = 256

  /// A reading without the padding that a vector brings.
  private struct Entry {
    var time: Timestamp
    var x, y, z: Double
  }

  /// Steps that are full, the oldest first: to forget one moves no other.
  private var steps: [[Entry]] = []
  /// The entries since then.
  private var entries: [Entry] = []
  /// The accelerometer of the readings; nil for a recording.
  private(set) var info: AccelerometerInfo?

  /// Notes the accelerometer of the readings that follow; readings of another, or by another clock,
  /// are forgotten.
  mutating func begin(_ info: AccelerometerInfo) {
    if info.id != self.info?.id || info.clock != self.info?.clock { forget() }
    self.info = info
  }

  /// Forgets the readings, and not their accelerometer: it may go on.
  mutating func forget() {
    (steps, entries) = ([], [])
  }

  /// Adds the next reading.
  mutating func add(_ reading: Reading) {
    if entries.count == Self.step { beginStep() }
    let acceleration = reading.acceleration
    entries.append(
      Entry(
        time: reading.timestamp, x: acceleration.x, y: acceleration.y, z: acceleration.z))
  }

  /// The readings, the oldest first.
  var readings: [Reading] {
    guard let now = newest else { return [] }
    return (steps.joined() + entries).lazy
      .filter { now.nanoseconds(since: $0.time) <= Self.span }
      .map { Reading(timestamp: $0.time, acceleration: Acceleration($0.x, $0.y, $0.z)) }
  }

  /// The time of the newest reading; of the one before, where that is far ahead of it: one wrong
  /// time makes no reading old.
  private var newest: Timestamp? {
    let latest = (steps.last?.suffix(1) ?? []) + entries.suffix(2)
    guard let last = latest.last?.time, let before = latest.dropLast().last?.time else {
      return latest.last?.time
    }
    return last.nanoseconds(since: before) > Self.span ? before : last
  }

  /// Forgets steps that are old, or too many.
  private mutating func beginStep() {
    if let now = newest {
      let young = steps.firstIndex { step in
        step.contains { now.nanoseconds(since: $0.time) <= Self.span }
      }
      steps.removeFirst(max(young ?? steps.count, steps.count + 2 - Self.limit / Self.step))
    }
    steps.append(entries)
    entries = []
    entries.reserveCapacity(Self.step)
  }
}
