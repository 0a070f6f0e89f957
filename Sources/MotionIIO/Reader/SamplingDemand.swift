import MotionCore

/// The demand of an accelerometer: readings at a rate, and events that its chip recognizes by itself.
package struct SamplingDemand: Hashable, Sendable {
  /// The rate of readings; nil if none are wanted but those that stand in for events.
  package var rate: Hertz?
  /// The events that the chip is to tell, each with the rate of the readings that stand in for it where the chip
  /// cannot.
  package var events: [ChipEvent: Hertz]

  /// A demand for readings at `rate`, and for `events`.
  package init(rate: Hertz?, events: [ChipEvent: Hertz] = [:]) {
    self.rate = rate
    self.events = events
  }

  /// The rate at which to sample if the chip tells `told`; nil if no readings are needed then.
  func rate(telling told: Set<ChipEvent>) -> Hertz? {
    let standIns = events.filter { !told.contains($0.key) }.values
    return (standIns + [rate].compactMap { $0 }).max()
  }
}
