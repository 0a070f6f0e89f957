// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Commands
import MotionBus
import MotionCore
import MotionIIO

extension Source {
  /// The help text of an argument that names a source.
  public static let help = ArgumentHelp(
    "An accelerometer (auto or iio:NAME) or a recording (a file, or - for standard input).",
    valueName: "source")

  /// Checks that `text` names no accelerometer of another machine: URIs of libiio were sources
  /// before iio-network read them.
  ///
  /// - Parameters:
  ///   - text: the source as the user named it
  ///   - use: what is to be done with the output of iio-network, such as `| motionctl live -`
  /// - Throws: an error of usage that says the new way
  public static func check(_ text: String, for use: String) throws(ValidationError) {
    guard ["ip:", "usb:", "serial:"].contains(where: text.hasPrefix) else { return }
    throw ValidationError(
      "'\(text)' is another machine's accelerometer; read it with: iio-network \(text) \(use)")
  }
}

/// The options for sampling an accelerometer, the same in every command.
public struct SensorOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "Sampling frequency; the device uses the next higher one that it supports. (default: the lowest "
        + "that serves the motions to recognize: \(Self.rates); 100 for the readings themselves)",
      valueName: "hz"))
  package var rate: Double?

  @Option(
    help: ArgumentHelp(
      "prompt: deliver each reading at once. thrifty: deliver readings up to 40 ms late, with a "
        + "quarter of the wake-ups.",
      valueName: "mode"))
  package var sampling = SamplingMode.thrifty

  /// Options with their defaults.
  public init() {}

  /// Checks the rate.
  public func validate() throws {
    if let rate, !(rate > 0 && rate <= 10_000) {
      throw ValidationError("--rate \(rate): expected more than 0 and at most 10000 Hz")
    }
  }

  /// The sampling options for `demand`, by default for the readings themselves.
  package func options(for demand: Demand = Demand(wantsReadings: true)) -> SamplingOptions {
    SamplingOptions(rate: rate ?? demand.rate ?? Demand.readingsRate, mode: sampling)
  }

  private static var rates: String {
    MotionRegistry.all.map { "\($0.kind) \(MotionOption.text($0.rate))" }.joined(separator: ", ")
  }
}

extension SamplingMode: ExpressibleByArgument {}
extension EventFormat: ExpressibleByArgument {}

extension AccelerometerChoice {
  /// The accelerometer that the argument `text` names: `auto` or `iio:NAME`.
  ///
  /// - Parameters:
  ///   - text: as the user named it
  ///   - use: what is to be done with the output of iio-network, see ``Source/check(_:for:)``
  /// - Throws: an error of usage that says what is expected
  public init(argument text: String, orFor use: String) throws(ValidationError) {
    try Source.check(text, for: use)
    guard let choice = Self(text) else { throw ValidationError("expected auto or iio:NAME") }
    self = choice
  }
}

/// The option that names the bus of the daemon, the same in every command that talks to it.
public struct DaemonOptions: ParsableArguments {
  enum Bus: String, ExpressibleByArgument, CaseIterable { case system, session }

  @Option(help: "The bus on which motiond runs.")
  var bus = Bus.system

  /// Options with their defaults.
  public init() {}

  /// The bus.
  public var address: BusAddress { bus == .session ? .session : .system }
}
