// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The rate and the mode of sampling an accelerometer.
public struct SamplingOptions: Hashable, Sendable {
  /// The wanted sampling frequency; the accelerometer samples at its nearest frequency above.
  ///
  /// For `.infinity` that is its highest one; what is no number counts as 100 Hz.
  public var rate: Hertz
  /// The mode, which says how late readings may come.
  public var mode: SamplingMode
  /// The orientation of the sensor in the machine, which overrides udev and the driver; nil to keep
  /// theirs.
  public var mountMatrix: MountMatrix?
  /// The folder for notes about switched-on buffers, for the process after a crash; nil for no
  /// notes.
  package var notes: String?

  /// Options with their defaults: 100 Hz, thrifty.
  ///
  /// - Parameters:
  ///   - rate: the wanted sampling frequency
  ///   - mode: how late readings may come
  public init(rate: Hertz = 100, mode: SamplingMode = .thrifty) {
    self.rate = rate
    self.mode = mode
  }
}

/// The allowed delay of readings: the longer, the less often the processor wakes.
public enum SamplingMode: String, Hashable, Sendable, CaseIterable {
  /// Each reading as it comes.
  case prompt
  /// Readings up to 40 ms late, or a period if that is longer, several at once: at 100 Hz this
  /// wakes the processor a quarter as often.
  case thrifty

  /// The time to gather thrifty readings: 40 ms, in nanoseconds.
  ///
  /// Nobody feels that an answer to a shake comes 40 ms later.
  package static let gathering: Int64 = 40_000_000
}

/// The demand for an accelerometer: readings at a rate, and events that its chip recognizes.
package struct SamplingDemand: Hashable, Sendable {
  /// The rate of wanted readings; nil for no readings but the ones that stand in for events.
  package var rate: Hertz?
  /// The events for the chip to recognize, each with the rate of the readings that stand in for it
  /// where the chip cannot.
  package var events: [ChipEvent: Hertz]

  /// The frequencies that an accelerometer may have.
  package static let possibleRates = 0.001...1_000_000

  /// A demand for readings at `rate`, and for `events`.
  ///
  /// A rate that is beyond ``possibleRates`` counts as their end, one that is no number as 100 Hz:
  /// an app may compute it.
  package init(rate: Hertz?, events: [ChipEvent: Hertz] = [:]) {
    let (least, most) = (Self.possibleRates.lowerBound, Self.possibleRates.upperBound)
    self.rate = rate.map { $0.isNaN ? 100 : min(max($0, least), most) }
    self.events = events
  }

  /// Returns the sampling rate if the chip recognizes `present`; nil if that needs no readings.
  package func rate(with present: Set<ChipEvent>) -> Hertz? {
    let standIns = events.filter { !present.contains($0.key) }.values
    return (standIns + [rate].compactMap { $0 }).max()
  }
}
