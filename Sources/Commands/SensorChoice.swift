// SPDX-License-Identifier: Apache-2.0

import CommandOptions
import MotionCore
import MotionIIO

/// How a user wants an accelerometer to be sampled: the same in every command.
package struct SensorChoice: Hashable, Sendable {
  /// The rate in hertz; nil for that of what is wanted.
  package private(set) var rate: Double?
  /// The delay with which readings may come.
  package private(set) var sampling = SamplingMode.thrifty

  /// The defaults.
  package init() {}

  /// The choice of a command line.
  ///
  /// - Throws: an error if no accelerometer has that rate
  package init(rate: Double?, _ sampling: SamplingMode) throws(UsageError) {
    if let rate, !(rate > 0 && rate <= 10_000) {
      throw UsageError("--rate \(rate): expected more than 0 and at most 10000 Hz")
    }
    (self.rate, self.sampling) = (rate, sampling)
  }

  /// The choice of a command line that was taken apart.
  package init(_ line: ParsedOptions) throws(UsageError) {
    try self.init(
      rate: line.last(.rate) { Double($0) },
      line.last(.sampling) { SamplingMode(rawValue: $0) } ?? SensorChoice().sampling)
  }

  /// The sampling options for `demand`, by default for the readings themselves.
  package func options(for demand: Demand = Demand(wantsReadings: true)) -> SamplingOptions {
    SamplingOptions(rate: rate ?? demand.rate ?? Demand.readingsRate, mode: sampling)
  }
}

extension CommandOption {
  /// The rate of an accelerometer.
  package static let rate = CommandOption(
    "rate", "hz",
    "Sampling frequency; the device uses the next higher one that it supports. (default: the lowest "
      + "that serves the motions to recognize: \(rates); 100 for the readings themselves)")
  /// The delay of its readings.
  package static let sampling = CommandOption(
    "sampling", "mode",
    "prompt: deliver each reading at once. thrifty: deliver readings up to 40 ms late, with a "
      + "quarter of the wake-ups.",
    values: SamplingMode.allCases.map(\.rawValue), default: SensorChoice().sampling.rawValue)

  private static var rates: String {
    MotionRegistry.all.map { "\($0.kind) \(MotionOption.text($0.rate))" }.joined(separator: ", ")
  }
}

extension Source {
  /// What help says of a source.
  package static let help =
    "An accelerometer (auto or iio:NAME) or a recording (a file, or - for standard input)."

  /// Checks that `text` names no accelerometer of another machine: URIs of libiio were sources
  /// before iio-network read them.
  ///
  /// - Parameters:
  ///   - text: the source as the user named it
  ///   - use: what is to be done with the output of iio-network, such as `| motionctl live -`
  /// - Throws: an error that says the new way
  package static func check(_ text: String, for use: String) throws(UsageError) {
    guard ["ip:", "usb:", "serial:"].contains(where: text.hasPrefix) else { return }
    throw UsageError(
      "'\(text)' is another machine's accelerometer; read it with: iio-network \(text) \(use)")
  }
}

extension AccelerometerChoice {
  /// The accelerometer that the argument `text` names: `auto` or `iio:NAME`.
  ///
  /// - Parameters:
  ///   - text: as the user named it
  ///   - use: what is to be done with the output of iio-network, see ``Source/check(_:for:)``
  /// - Throws: an error that says what is expected
  package init(argument text: String, orFor use: String) throws(UsageError) {
    try Source.check(text, for: use)
    guard let choice = Self(text) else { throw UsageError("expected auto or iio:NAME") }
    self = choice
  }
}
