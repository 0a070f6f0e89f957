// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import MotionCore

/// The options that choose motions and configure their detectors, the same in every command.
///
/// Kinds and their options come from ``MotionRegistry``.
public struct MotionArguments: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "Kinds of motion, separated by commas, or all; 'motionctl motions' lists them. (default: shake)",
      valueName: "list"),
    completion: .list(["all"] + MotionRegistry.kinds.map(\.rawValue)), transform: Self.kinds)
  package var motions: KindList?

  /// The kinds of the option `--motions`.
  package struct KindList: Sendable {
    package var kinds: Set<MotionKind>
    /// A Boolean value that indicates whether the list was `all`.
    package var isAll: Bool
  }

  @Option(
    help: ArgumentHelp(
      "How easily a motion is recognized: low (0.25), medium (0.5), high (0.75), or a number "
        + "from 0 to 1.",
      valueName: "level"),
    completion: .list(["low", "medium", "high"]))
  var sensitivity: Sensitivity?

  @Option(
    help: ArgumentHelp(
      "Short for --option shake.window=<seconds>; give only one of the two.",
      valueName: "seconds"))
  var window: Double?

  @Option(
    name: .customLong("option"),
    help: ArgumentHelp(
      "Option of one kind of motion; may be repeated; 'motionctl motions' lists them.",
      valueName: "kind.key=value"),
    completion: .list(Self.everyOption.map { "\($0.name)=" }), transform: Self.setting)
  var settings: [(name: String, value: Double)] = []

  /// No options.
  public init() {}

  /// Checks that the options exist and take their values.
  public func validate() throws {
    if window != nil, settings.contains(where: { $0.name == "shake.window" }) {
      throw ValidationError(
        "--window is short for --option shake.window: expected only one of the two")
    }
    do throws(MotionOptionError) { _ = try parsedOptions() } catch {
      throw ValidationError("\(error)")
    }
  }

  /// The chosen kinds: shakes, unless others are named.
  public var kinds: Set<MotionKind> { motions?.kinds ?? [.shake] }

  /// Chooses `kinds` and shakes, unless the user chose kinds.
  ///
  /// - Parameter kinds: names of kinds; unknown names are ignored
  public mutating func fill(with kinds: Set<String>) {
    guard motions == nil else { return }
    motions = KindList(
      kinds: Set(MotionRegistry.kinds.filter { kinds.contains($0.rawValue) } + [.shake]),
      isAll: false)
  }

  /// The options that were given, without defaults.
  public var options: MotionOptions {
    // Checked by `validate()`.
    (try? parsedOptions()) ?? MotionOptions(sensitivity: sensitivity)
  }

  /// The chosen motions, with defaults for options that were not given.
  public var configurations: Set<MotionConfiguration> { options.configurations(of: kinds) }

  private func parsedOptions() throws(MotionOptionError) -> MotionOptions {
    var options = MotionOptions(sensitivity: sensitivity)
    if let window { try options.set("shake.window", to: window) }
    for setting in settings { try options.set(setting.name, to: setting.value) }
    return options
  }

  private static var everyOption: [(name: String, option: MotionOption)] {
    MotionRegistry.all.flatMap { description in
      description.options.map { ("\(description.kind).\($0.key)", $0) }
    }
  }

  /// All kinds of motion and their options, a line each.
  public static var reference: String {
    let kinds = MotionRegistry.all.map { "  \($0.kind): \($0.summary)" }
    let options = everyOption.map { name, option in
      "  \(name): \(option.summary) It is \(option.rangeText) (default: \(option.defaultText))."
    }
    return """
      Kinds, for --motions:
      \(kinds.joined(separator: "\n"))

      Options of kinds, for --option KIND.KEY=VALUE:
      \(options.joined(separator: "\n"))
      """
  }

  /// The kinds in the comma-separated `list`; `all` means every kind.
  private static func kinds(_ list: String) throws -> KindList {
    let known = MotionRegistry.kinds
    guard list != "all" else { return KindList(kinds: Set(known), isAll: true) }
    let kinds = list.split(separator: ",", omittingEmptySubsequences: false)
      .map { MotionKind(rawValue: String($0)) }
    if let kind = kinds.first(where: { !known.contains($0) }) {
      throw ValidationError(
        "unknown motion '\(kind)': there is \(known.map(\.rawValue).joined(separator: ", "))")
    }
    return KindList(kinds: Set(kinds), isAll: false)
  }

  /// The name and the value in `text`, such as `shake.window=1.5`.
  private static func setting(_ text: String) throws -> (name: String, value: Double) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let words = MotionRegistry.option(named: String(parts[0]))?.words ?? []
    if parts.count == 2, let number = words.firstIndex(of: String(parts[1])) {
      return (String(parts[0]), Double(number))
    }
    guard parts.count == 2, words.isEmpty, let value = Double(parts[1]) else {
      throw ValidationError(
        words.isEmpty
          ? "expected KIND.KEY=NUMBER" : "\(parts[0]) must be \(words.joined(separator: " or "))")
    }
    return (String(parts[0]), value)
  }
}

extension Sensitivity: ExpressibleByArgument {
  /// The sensitivity of the level or number `argument`.
  public init?(argument: String) {
    guard let sensitivity = Self(named: argument) ?? Double(argument).flatMap({ Self($0) }) else {
      return nil
    }
    self = sensitivity
  }
}
