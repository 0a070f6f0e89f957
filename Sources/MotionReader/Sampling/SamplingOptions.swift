// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The rate and the mode in which an accelerometer is sampled.
public struct SamplingOptions: Hashable, Sendable {
  /// The sampling frequency wanted; the nearest above that it has is used.
  public var rate: Hertz
  /// The delay with which readings may be delivered.
  public var mode: SamplingMode
  /// The orientation of the sensor in the machine, in place of that which udev or its driver says;
  /// nil for that.
  public var mountMatrix: MountMatrix?
  /// The folder where buffers that are switched on are noted for the process after a crash; nil for
  /// none.
  package var notes: String?

  /// Options with their defaults: 100 Hz, thrifty.
  ///
  /// - Parameters:
  ///   - rate: the sampling frequency wanted
  ///   - mode: the delay with which readings may be delivered
  public init(rate: Hertz = 100, mode: SamplingMode = .thrifty) {
    self.rate = rate
    self.mode = mode
  }
}

/// The delay with which readings may be delivered: the longer, the less often the processor is
/// woken.
public enum SamplingMode: String, Hashable, Sendable, CaseIterable {
  /// Each as it comes.
  case prompt
  /// Up to 40 ms late, or a period if that is longer, several at once: at 100 Hz that wakes the
  /// processor a quarter as often.
  case thrifty

  /// The time for which thrifty readings are gathered: 40 ms, in nanoseconds.
  ///
  /// An answer to a shake that comes 40 ms later is not felt.
  package static let gathering: Int64 = 40_000_000
}

/// The demand of an accelerometer: readings at a rate, and events that its chip recognizes by
/// itself.
package struct SamplingDemand: Hashable, Sendable {
  /// The rate of readings; nil if none are wanted but those that stand in for events.
  package var rate: Hertz?
  /// The events that the chip is to recognize, each with the rate of the readings that stand in for
  /// it where the chip cannot.
  package var events: [ChipEvent: Hertz]

  /// A demand for readings at `rate`, and for `events`.
  package init(rate: Hertz?, events: [ChipEvent: Hertz] = [:]) {
    self.rate = rate
    self.events = events
  }

  /// The rate at which to sample if the chip recognizes `present`; nil if no readings are needed
  /// then.
  func rate(with present: Set<ChipEvent>) -> Hertz? {
    let standIns = events.filter { !present.contains($0.key) }.values
    return (standIns + [rate].compactMap { $0 }).max()
  }
}
