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
  ///
  /// While the device rests, and only motions are wanted whose beginning may wait, readings come up
  /// to 160 ms late.
  case thrifty

  /// The time to gather thrifty readings: 40 ms, in nanoseconds.
  ///
  /// Nobody feels that an answer to a shake comes 40 ms later.
  package static let gathering: Int64 = 40_000_000
}

/// The demand on an accelerometer: readings at a rate, and events that its chip recognizes.
package struct SamplingDemand: Hashable, Sendable {
  /// The demand.
  private let demand: Demand
  /// The time that readings may wait while the device rests, in nanoseconds.
  let patience: Int64
  /// The rate that a person or an app chose; nil for the lowest that serves the demand.
  private let chosenRate: Hertz?
  /// A Boolean value that indicates whether the chip may recognize motions by itself.
  private let usesChip: Bool
  /// A Boolean value that indicates whether no readings are needed until the chip reports a
  /// movement.
  private let isResting: Bool

  /// The frequencies that an accelerometer may have.
  package static let possibleRates = 0.001...1_000_000

  /// The demand on an accelerometer for `demand`.
  ///
  /// A rate that is beyond ``possibleRates`` counts as their end, one that is no number as 100 Hz:
  /// an app may compute it.
  ///
  /// - Parameters:
  ///   - demand: what is wanted
  ///   - rate: the rate that was chosen; nil for the lowest that serves the demand
  ///   - usesChip: true if the chip may recognize motions by itself
  ///   - isResting: true if no readings are needed until the device moves, which a chip reports
  package init(
    _ demand: Demand, at rate: Hertz? = nil, usesChip: Bool = false, isResting: Bool = false
  ) {
    (self.demand, self.usesChip, self.isResting) = (demand, usesChip, usesChip && isResting)
    patience = demand.patience
    let (least, most) = (Self.possibleRates.lowerBound, Self.possibleRates.upperBound)
    chosenRate = rate.map { $0.isNaN ? 100 : min(max($0, least), most) }
  }

  /// Readings at `rate`.
  package init(rate: Hertz) {
    self.init(Demand(wantsReadings: true), at: rate)
  }

  /// The events for the chip to recognize, each with the rate of the readings that stand in for it
  /// where the chip cannot.
  package var events: [ChipEvent: Hertz] {
    var events: [ChipEvent: Hertz] = [:]
    for (event, motions) in motionsOfChip { events[event] = rate(for: Demand(motions)) }
    if isResting { events[.motion] = rateOfReadings }
    return events
  }

  /// The rate of wanted readings; nil for no readings but the ones that stand in for events.
  package var rate: Hertz? { isResting ? nil : rateOfReadings }

  /// Returns the sampling rate if the chip recognizes `present`; nil if that needs no readings.
  package func rate(with present: Set<ChipEvent>) -> Hertz? {
    let standIns = events.filter { !present.contains($0.key) }.values
    return (standIns + [rate].compactMap { $0 }).max()
  }

  /// The motions that the chip may recognize, by event.
  private var motionsOfChip: [ChipEvent: Set<MotionConfiguration>] {
    guard usesChip else { return [:] }
    return ChipEvent.allCases.reduce(into: [:]) { motions, event in
      let served = event.motions.intersection(demand.motions)
      if !served.isEmpty { motions[event] = served }
    }
  }

  /// The rate of readings for the motions that are left, and for those who want readings.
  private var rateOfReadings: Hertz? {
    var readings = demand
    for motions in motionsOfChip.values { readings.motions.subtract(motions) }
    return readings.isEmpty ? nil : rate(for: readings)
  }

  private func rate(for demand: Demand) -> Hertz {
    chosenRate ?? demand.rate ?? Demand.readingsRate
  }
}
