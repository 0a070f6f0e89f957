// SPDX-License-Identifier: Apache-2.0

import CommandOptions
import LinuxSupport
import MotionCore
import MotionSensors

/// The way a user wants to sample an accelerometer: the same in every command.
package struct SensorChoice: Hashable, Sendable {
  /// The rate in hertz; nil to use the rate that the wanted motions need.
  package private(set) var rate: Double?
  /// The delay that readings may have.
  package private(set) var sampling = SamplingMode.thrifty

  /// The orientation of the sensor; nil for the orientation from udev or its driver.
  package private(set) var mountMatrix: MountMatrix?

  /// The defaults.
  package init() {}

  /// The choice of a command line.
  ///
  /// - Throws: an error if no accelerometer has that rate
  package init(
    rate: Double?, _ sampling: SamplingMode, mountMatrix text: String? = nil
  ) throws(UsageError) {
    if let rate, !(rate > 0 && rate <= 10_000) {
      throw UsageError("--rate \(rate): expected more than 0 and at most 10000 Hz")
    }
    if let text {
      guard let matrix = MountMatrix(text) else {
        throw UsageError(
          "--mount-matrix '\(text.printable)': expected nine numbers of a rotation, such as "
            + "'0, 1, 0; -1, 0, 0; 0, 0, 1'")
      }
      mountMatrix = matrix
    }
    (self.rate, self.sampling) = (rate, sampling)
  }

  /// The choice of a command line that was taken apart.
  package init(_ line: ParsedOptions) throws(UsageError) {
    try self.init(
      rate: line.last(.rate) { Double($0) },
      line.last(.sampling) { SamplingMode(rawValue: $0) } ?? SensorChoice().sampling,
      mountMatrix: line.last(.mountMatrix) { $0 })
  }

  /// The sampling options for `demand`, by default for the readings themselves.
  package func options(for demand: Demand = Demand(wantsReadings: true)) -> SamplingOptions {
    var options = SamplingOptions(rate: rate ?? demand.rate ?? Demand.readingsRate, mode: sampling)
    options.mountMatrix = mountMatrix
    return options
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
      + "quarter of the wake-ups, and fewer while the device rests.",
    values: SamplingMode.allCases.map(\.rawValue), default: SensorChoice().sampling.rawValue)

  /// The orientation of the sensor.
  package static let mountMatrix = CommandOption(
    "mount-matrix", "matrix",
    "The sensor's orientation in the device, as the kernel writes it: 'x1, y1, z1; x2, y2, z2; x3, y3, "
      + "z3'. (default: from udev, the device tree or the firmware)")

  private static var rates: String {
    MotionRegistry.all.map { "\($0.kind) \(MotionOption.text($0.rate))" }.joined(separator: ", ")
  }
}

extension Source {
  /// The help for a source.
  package static let help =
    "An accelerometer (auto, iio:NAME, or input or input:NAME for a controller or a drive guard) or "
    + "a recording (a file, or - for standard input)."

  /// Checks that `text` names no accelerometer of another machine: URIs of libiio were sources
  /// before iio-network read them.
  ///
  /// - Parameters:
  ///   - text: the source as the user named it
  ///   - use: what to do with the output of iio-network, such as `| motionctl live -`
  /// - Throws: an error that says the new way
  package static func check(_ text: String, for use: String) throws(UsageError) {
    guard ["ip:", "usb:", "serial:"].contains(where: text.hasPrefix) else { return }
    throw UsageError(
      "'\(text)' is another machine's accelerometer; read it with: iio-network \(text) \(use)")
  }
}

extension AccelerometerChoice {
  /// The accelerometer that the argument `text` names: `auto`, `iio:NAME`, `input` or `input:NAME`.
  ///
  /// - Parameters:
  ///   - text: as the user named it
  ///   - use: what to do with the output of iio-network, see ``Source/check(_:for:)``
  /// - Throws: an error that says what is expected
  package init(argument text: String, orFor use: String) throws(UsageError) {
    try Source.check(text, for: use)
    guard let choice = Self(text) else {
      throw UsageError("expected auto, iio:NAME, input or input:NAME")
    }
    self = choice
  }
}
