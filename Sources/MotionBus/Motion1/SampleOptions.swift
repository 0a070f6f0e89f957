// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The argument `a{sv}` of the method `OpenSamplesWith`.
package struct SampleOptions: Hashable, Sendable {
  /// The lowest sampling frequency that serves the reader; nil for the usual one.
  package var rate: Hertz?

  /// The highest rate that may be asked for, in Hz: no accelerometer has it.
  private static let highestRate: Hertz = 10_000

  /// Options for a reader that `rate` serves.
  package init(rate: Hertz? = nil) {
    self.rate = rate
  }

  /// The options of a call.
  ///
  /// - Throws: a ``Refusal`` that says what may be given
  init(_ values: [String: BusValue]) throws(Refusal) {
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      guard key == "rate" else { throw .invalid("unknown option: there is rate") }
      guard case .double(let rate) = value, rate > 0, rate <= Self.highestRate else {
        throw .invalid("rate must be a double (d), more than 0 and at most 10000 Hz")
      }
      self.rate = rate
    }
  }

  /// The options for a call.
  package var arguments: [String: BusValue] {
    rate.map { ["rate": .double($0)] } ?? [:]
  }
}
