// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandOptions
import MotionCore

/// The options that choose motions, as ArgumentParser reads them.
public struct MotionArguments: ParsableArguments, Sendable {
  @Option(
    name: .of(.motions), help: .of(.motions),
    completion: .list(["all"] + MotionRegistry.kinds.map(\.rawValue)),
    transform: { try MotionChoice.kinds($0) })
  var motions: MotionChoice.KindList?

  @Option(
    name: .of(.sensitivity), help: .of(.sensitivity),
    completion: .list(Sensitivity.levels.map(\.key)))
  var sensitivity: Sensitivity?

  @Option(name: .of(.window), help: .of(.window))
  var window: Double?

  @Option(
    name: .of(.setting), help: .of(.setting),
    completion: .list(MotionChoice.everyOption.map { "\($0.name)=" }),
    transform: { try MotionChoice.setting($0) })
  var settings: [MotionChoice.Setting] = []

  /// No options.
  public init() {}

  /// Checks that the options exist and take their values.
  public func validate() throws { try validating(try chosen()) }

  /// The motions that are chosen.
  package var choice: MotionChoice {
    // Checked by `validate()`.
    (try? chosen()) ?? MotionChoice()
  }

  private func chosen() throws(UsageError) -> MotionChoice {
    try MotionChoice(motions, sensitivity, window: window, settings)
  }
}

extension Sensitivity: ExpressibleByArgument {
  /// The sensitivity of the level or number `argument`.
  public init?(argument: String) {
    guard let sensitivity = MotionChoice.sensitivity(argument) else { return nil }
    self = sensitivity
  }
}

extension NameSpecification {
  /// The name of `option`.
  package static func of(_ option: CommandOption) -> NameSpecification {
    .customLong(option.name)
  }
}

extension ArgumentHelp {
  /// The help of `option`.
  package static func of(_ option: CommandOption) -> ArgumentHelp {
    ArgumentHelp(option.help, valueName: option.valueName)
  }
}
