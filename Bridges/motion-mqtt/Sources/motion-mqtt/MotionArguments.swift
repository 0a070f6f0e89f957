// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MotionBus
import MotionCore

/// The options that say which motions of which motiond are published, as motionctl has them.
struct MotionArguments: ParsableArguments {
  /// The bus of motiond.
  enum Bus: String, ExpressibleByArgument, CaseIterable { case system, session }

  @Option(help: "The bus on which motiond runs.")
  var bus = Bus.system

  @Option(
    help: ArgumentHelp(
      "Kinds of motion, separated by commas, or all; motionctl monitor --help has them. (default: shake)",
      valueName: "list"),
    transform: Self.kinds)
  var motions: Set<MotionKind>?

  @Option(
    help: ArgumentHelp(
      "How easily a motion is recognized: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1.",
      valueName: "level"),
    transform: Self.sensitivity)
  var sensitivity: Sensitivity?

  @Option(
    name: .customLong("option"),
    help: ArgumentHelp(
      "Option of one kind of motion, such as shake.window=1.5; may be repeated. motionctl monitor --help has them.",
      valueName: "kind.key=value"),
    transform: Self.setting)
  var settings: [(name: String, value: Double)] = []

  func validate() throws { _ = try options() }

  /// The address of the bus.
  var address: BusAddress {
    switch bus {
    case .system: .system
    case .session: .session
    }
  }

  /// The motions to claim.
  func claim() throws -> MotionClaim { MotionClaim(motions ?? [.shake], options: try options()) }

  private func options() throws -> MotionOptions {
    var options = MotionOptions(sensitivity: sensitivity)
    do throws(MotionOptionError) {
      for setting in settings { try options.set(setting.name, to: setting.value) }
    } catch { throw ValidationError("\(error)") }
    return options
  }

  private static func kinds(_ list: String) throws -> Set<MotionKind> {
    let known = MotionRegistry.kinds
    guard list != "all" else { return Set(known) }
    let kinds = list.split(separator: ",", omittingEmptySubsequences: false)
      .map { MotionKind(rawValue: String($0)) }
    if let kind = kinds.first(where: { !known.contains($0) }) {
      throw ValidationError(
        "unknown motion '\(kind)': there is \(known.map(\.rawValue).joined(separator: ", "))")
    }
    return Set(kinds)
  }

  private static func sensitivity(_ text: String) throws -> Sensitivity {
    guard let sensitivity = Sensitivity(named: text) ?? Double(text).flatMap({ Sensitivity($0) })
    else { throw ValidationError("expected low, medium, high, or a number from 0 to 1") }
    return sensitivity
  }

  private static func setting(_ text: String) throws -> (name: String, value: Double) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let value = Double(parts[1]) else {
      throw ValidationError("expected KIND.KEY=NUMBER")
    }
    return (String(parts[0]), value)
  }
}
