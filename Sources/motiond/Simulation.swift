// SPDX-License-Identifier: Apache-2.0

import MotionBus
import MotionCore
import MotionSynthesis

/// A simulated motion: readings that are recognized in real time, beside the accelerometer's
/// readings.
struct Simulation {
  /// The readings that were not played yet.
  private var waiting: ArraySlice<Reading>

  /// The period of playing: the time of a frame of a display.
  static let period = Duration.milliseconds(20)

  /// A simulation that begins now.
  ///
  /// - Parameters:
  ///   - readings: with increasing timestamps
  ///   - beginning: the time of the first, on `CLOCK_BOOTTIME`
  init(_ readings: [Reading], at beginning: Timestamp) {
    waiting =
      readings.map { reading in
        let time = reading.timestamp.nanoseconds(since: readings[0].timestamp)
        return Reading(
          timestamp: beginning.advanced(byNanoseconds: time), acceleration: reading.acceleration)
      }[...]
  }

  /// A Boolean value that indicates whether all readings were played.
  var isOver: Bool { waiting.isEmpty }

  /// Plays the readings that are due at `now`.
  ///
  /// - Returns: these readings, stamped with `CLOCK_BOOTTIME`
  mutating func advance(to now: Timestamp) -> ArraySlice<Reading> {
    let due = waiting.prefix { $0.timestamp <= now }
    waiting = waiting.dropFirst(due.count)
    return due
  }

  /// The longest recording that can be simulated.
  private static let longest = Duration.seconds(60)

  /// Returns true if `name` names a motion; the text of a recording does not.
  static func isName(_ name: String) -> Bool { SampleLibrary.simulation(name) != nil }

  /// The readings of the simulation `name`.
  ///
  /// - Parameter name: one of `SampleLibrary.simulations`, or the text of a recording
  /// - Returns: the readings
  /// - Throws: a refusal that says what was expected
  static func readings(of name: String) throws(Refusal) -> [Reading] {
    if let script = SampleLibrary.simulation(name) {
      return script.recording(rate: SampleLibrary.rate).readings
    }
    guard name.utf8.contains(UInt8(ascii: "\n")) else {
      throw refusal(
        "cannot simulate '\(name.prefix(40))'; expected \(SampleLibrary.simulationNames) or a recording"
      )
    }
    var parser = RecordingParser()
    var readings: [Reading] = []
    do throws(RecordingError) {
      let bytes = Array(name.utf8)
      try parser.parse(bytes.span) { readings.append($0) }
      try parser.finish()
    } catch { throw refusal("the recording cannot be simulated: \(error)") }
    if let first = readings.first, let last = readings.last,
      last.timestamp.nanoseconds(since: first.timestamp) > longest.nanoseconds
    {
      throw refusal("the recording is longer than \(longest.components.seconds) s")
    }
    return readings
  }

  private static func refusal(_ message: String) -> Refusal {
    Refusal(name: Motion1.ErrorName.invalidArguments, message: message)
  }
}
