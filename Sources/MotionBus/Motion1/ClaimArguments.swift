// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Claims as the argument `a{sv}` of the method `Claim`.
extension MotionClaim {
  /// The option that `window` is short for; a daemon may be older and know the short form alone.
  private static let window = "shake.window"

  /// This claim for a call.
  var arguments: [String: BusValue] {
    var arguments: [String: BusValue] = ["motions": .strings(motions.sorted().map(\.rawValue))]
    arguments["sensitivity"] = options.sensitivity.map { sensitivity in
      // A daemon that is older knows the names alone.
      Sensitivity.levels.first { $0.value == sensitivity }.map { .string($0.key) }
        ?? .double(sensitivity.value)
    }
    for description in MotionRegistry.all {
      for option in description.options {
        let name = "\(description.kind).\(option.key)"
        arguments[name == Self.window ? "window" : name] =
          options.value(of: option.key, of: description.kind).map { number in
            option.words.isEmpty ? .double(number) : .string(option.words[Int(number)])
          }
      }
    }
    return arguments
  }

  /// The options that are set in `options`, by name.
  package static func values(of options: MotionOptions) -> [String: BusValue] {
    var values = MotionClaim([], options: options).arguments
    values["motions"] = nil
    return values
  }

  /// The claim of a call; what it omits is left to the daemon's defaults, and `motions` to a shake.
  ///
  /// - Parameter arguments: `motions`, `sensitivity`, `window`, and options such as `shake.window`
  /// - Throws: a ``Refusal`` that lists what may be given
  init(arguments: [String: BusValue]) throws(Refusal) {
    self.init()
    // In order, so that the first of several mistakes is always the same.
    for (key, value) in arguments.sorted(by: { $0.key < $1.key }) {
      switch key {
      case "motions": motions = try Self.motions(value)
      case "sensitivity": options.sensitivity = try Self.sensitivity(value)
      default: try set(key, value)
      }
    }
  }

  private static func motions(_ value: BusValue) throws(Refusal) -> Set<MotionKind> {
    guard case .strings(let names) = value else {
      throw .invalid("motions must be a list of strings (as), not \(value.signature.shortened)")
    }
    let known = MotionRegistry.kinds.map(\.rawValue)
    guard !names.isEmpty else {
      throw .invalid("motions is empty: give \(known.list("or")), or call Release")
    }
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw Refusal(
        name: Motion1.ErrorName.unknownMotion,
        message: "unknown motion '\(unknown.shortened)': there is \(known.list("and"))")
    }
    return Set(names.map { MotionKind(rawValue: $0) })
  }

  private static func sensitivity(_ value: BusValue) throws(Refusal) -> Sensitivity {
    let given: String
    switch value {
    case .string(let name):
      if let sensitivity = Sensitivity(named: name) { return sensitivity }
      given = "'\(name.shortened)'"
    case .double(let number):
      if let sensitivity = Sensitivity(number) { return sensitivity }
      given = MotionOption.text(number)
    default: given = "of type \(value.signature.shortened)"
    }
    let names = Sensitivity.levels.map(\.key).list("or")
    throw .invalid("sensitivity must be \(names) (s) or a number from 0 to 1 (d), not \(given)")
  }

  private mutating func set(_ key: String, _ value: BusValue) throws(Refusal) {
    let name = key == "window" ? Self.window : key
    guard MotionRegistry.optionNames.contains(name) else {
      let names = ["motions", "sensitivity", "window"] + MotionRegistry.optionNames
      throw .invalid("unknown option '\(key.shortened)': there are \(names.list("and"))")
    }
    let words = MotionRegistry.option(named: name)?.words ?? []
    let number: Double
    switch value {
    case .string(let word) where words.contains(word):
      number = Double(words.firstIndex(of: word) ?? 0)
    case _ where !words.isEmpty: throw .invalid("\(key) must be \(words.list("or")) (s)")
    case .double(let value): number = value
    default:
      throw .invalid("\(key) must be given as a double (d), not \(value.signature.shortened)")
    }
    do throws(MotionOptionError) {
      try options.set(name, to: number)
    } catch {
      switch error {
      case .outOfRange(_, _, let option):
        throw .invalid("\(key) must be \(option.rangeText), not \(MotionOption.text(number))")
      case .unknown: throw .invalid("\(error)")
      }
    }
  }
}

extension [String] {
  /// The words in a sentence, such as `low, medium or high`.
  fileprivate func list(_ conjunction: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(conjunction) \(last)"
  }
}

extension String {
  /// At most 40 characters of it: an answer need not be as long as the question.
  fileprivate var shortened: String {
    count > 40 ? prefix(40) + "…" : self
  }
}
