// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The motions that a user chose, and the options of their detectors: the same in every command.
///
/// Kinds and their options come from ``MotionRegistry``.
package struct MotionChoice: Hashable, Sendable {
  /// The kinds of the option `--motions`.
  package struct KindList: Hashable, Sendable {
    package var kinds: Set<MotionKind>
    /// A Boolean value that indicates whether the list was `all`.
    package var isAll: Bool
  }

  /// An option of a kind, by its name.
  package typealias Setting = (name: String, value: Double)

  /// The kinds that were named; nil if none were.
  package private(set) var motions: KindList?
  /// The options that were given, without defaults.
  package private(set) var options = MotionOptions()

  /// Shakes, with the defaults.
  package init() {}

  /// The motions of a command line.
  ///
  /// - Parameters:
  ///   - motions: the kinds that are named
  ///   - sensitivity: the sensitivity of all kinds
  ///   - window: short for the setting `shake.window`
  ///   - settings: the options of single kinds
  /// - Throws: an error if an option does not exist, or does not take its value
  package init(
    _ motions: KindList?, _ sensitivity: Sensitivity?, window: Double?, _ settings: [Setting]
  ) throws(UsageError) {
    self.motions = motions
    options.sensitivity = sensitivity
    if window != nil, settings.contains(where: { $0.name == "shake.window" }) {
      throw UsageError(
        "--window is short for --option shake.window: expected only one of the two")
    }
    let all = (window.map { [("shake.window", $0)] } ?? []) + settings
    do throws(MotionOptionError) {
      for (name, value) in all { try options.set(name, to: value) }
    } catch { throw UsageError("\(error)") }
  }

  /// The motions of a command line that was taken apart.
  package init(_ line: ParsedOptions) throws(UsageError) {
    try self.init(
      line.last(.motions, Self.kinds), line.last(.sensitivity, Self.sensitivity),
      window: line.last(.window) { Double($0) }, line.all(.setting, Self.setting))
  }

  /// The chosen kinds: shakes, unless others are named.
  package var kinds: Set<MotionKind> { motions?.kinds ?? [.shake] }

  /// Chooses `kinds` and shakes, unless the user chose kinds.
  ///
  /// - Parameter kinds: names of kinds; unknown names are ignored
  package mutating func fill(with kinds: Set<String>) {
    guard motions == nil else { return }
    motions = KindList(
      kinds: Set(MotionRegistry.kinds.filter { kinds.contains($0.rawValue) } + [.shake]),
      isAll: false)
  }

  /// The chosen motions, with defaults for options that were not given.
  package var configurations: Set<MotionConfiguration> { options.configurations(of: kinds) }

  package static var everyOption: [(name: String, option: MotionOption)] {
    MotionRegistry.all.flatMap { description in
      description.options.map { ("\(description.kind).\($0.key)", $0) }
    }
  }

  /// All kinds of motion and their options, a line each.
  package static var reference: String {
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

  // MARK: Values

  /// The kinds in the comma-separated `list`; `all` means every kind.
  package static func kinds(_ list: String) throws(UsageError) -> KindList {
    let known = MotionRegistry.kinds
    guard list != "all" else { return KindList(kinds: Set(known), isAll: true) }
    let kinds = list.split(separator: ",", omittingEmptySubsequences: false)
      .map { MotionKind(rawValue: String($0)) }
    if let kind = kinds.first(where: { !known.contains($0) }) {
      throw UsageError(
        "unknown motion '\(kind)': there is \(known.map(\.rawValue).joined(separator: ", "))")
    }
    return KindList(kinds: Set(kinds), isAll: false)
  }

  /// The sensitivity of the level or number `text`; nil if it is neither.
  package static func sensitivity(_ text: String) -> Sensitivity? {
    Sensitivity(named: text) ?? Double(text).flatMap { Sensitivity($0) }
  }

  /// The name and the value in `text`, such as `shake.window=1.5`.
  package static func setting(_ text: String) throws(UsageError) -> Setting {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let words = MotionRegistry.option(named: String(parts[0]))?.words ?? []
    if parts.count == 2, let number = words.firstIndex(of: String(parts[1])) {
      return (String(parts[0]), Double(number))
    }
    guard parts.count == 2, words.isEmpty, let value = Double(parts[1]) else {
      throw UsageError(
        words.isEmpty
          ? "expected KIND.KEY=NUMBER" : "\(parts[0]) must be \(words.joined(separator: " or "))")
    }
    return (String(parts[0]), value)
  }
}

extension CommandOption {
  /// The kinds of motion.
  package static let motions = CommandOption(
    "motions", "list",
    "Kinds of motion, separated by commas, or all; 'motionctl motions' lists them. (default: shake)"
  )
  /// The sensitivity of all kinds.
  package static let sensitivity = CommandOption(
    "sensitivity", "level",
    "How easily a motion is recognized: low (0.25), medium (0.5), high (0.75), or a number from 0 to 1."
  )
  /// The window of shakes.
  package static let window = CommandOption(
    "window", "seconds", "Short for --option shake.window=<seconds>; give only one of the two.")
  /// An option of one kind.
  package static let setting = CommandOption(
    "option", "kind.key=value",
    "Option of one kind of motion; may be repeated; 'motionctl motions' lists them.")
}
