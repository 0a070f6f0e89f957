// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import CommandOptions
import Commands
import MotionBus
import MotionSensors

/// The options for sampling an accelerometer, as ArgumentParser reads them.
public struct SensorOptions: ParsableArguments, Sendable {
  @Option(name: .of(.rate), help: .of(.rate))
  var rate: Double?

  @Option(name: .of(.sampling), help: .of(.sampling))
  var sampling = SensorChoice().sampling

  @Option(name: .of(.mountMatrix), help: .of(.mountMatrix))
  var mountMatrix: String?

  /// Options with their defaults.
  public init() {}

  /// Checks the rate and the matrix.
  public func validate() throws { try validating(try chosen()) }

  /// The way to sample the accelerometer.
  package var choice: SensorChoice {
    // Checked by `validate()`.
    (try? chosen()) ?? SensorChoice()
  }

  private func chosen() throws(UsageError) -> SensorChoice {
    try SensorChoice(rate: rate, sampling, mountMatrix: mountMatrix)
  }
}

extension ArgumentHelp {
  /// The help of an argument that names a source.
  package static let source = ArgumentHelp(Source.help, valueName: "source")
}

extension SamplingMode: ExpressibleByArgument {}
extension EventFormat: ExpressibleByArgument {}
extension BusName: ExpressibleByArgument {}

/// The option that names the bus of the daemon, the same in every command that talks to it.
public struct DaemonOptions: ParsableArguments {
  @Option(help: "The bus where motiond runs; by default the bus of MOTIOND_BUS, or else system.")
  var bus: BusName?

  /// Options with their defaults.
  public init() {}

  /// The bus.
  public var address: BusAddress { bus?.address ?? .standard }
}
