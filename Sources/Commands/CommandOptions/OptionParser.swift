// SPDX-License-Identifier: Apache-2.0

/// A command line that has options alone, and the parser of it.
///
/// It understands what ArgumentParser does, and says the same, for a program that must stay small:
/// `--name value`, `--name=value`, `--flag`, `--no-flag`, `--help`, `-h` and `--version`. The order
/// is up to the user, and a value begins with no dash.
package struct OptionParser: Sendable {
  /// The name of the command.
  package let command: String
  /// The purpose of the command, and the rest of the help before the options.
  package let (abstract, discussion): (String, String)
  /// The options, in the order of the help.
  package let options: [CommandOption]

  /// A command line.
  package init(
    _ command: String, abstract: String, discussion: String, options: [CommandOption]
  ) {
    (self.command, self.options) = (command, options)
    (self.abstract, self.discussion) = (abstract, discussion)
  }

  /// Takes a command line apart; `words` are without the name of the command.
  package func parse(_ words: [String]) throws(UsageError) -> ParsedOptions {
    var parsed = ParsedOptions()
    var (unknown, extra) = (UsageError?.none, [String]())
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        extra += rest
        break
      }
      guard word.isOption else {
        extra.append(word)
        continue
      }
      let dashes = word.prefix { $0 == "-" }.count
      let end = word.firstIndex(of: "=") ?? word.endIndex
      let (written, value) = (String(word[..<end]), String(word[end...].dropFirst()))
      let name = written.dropFirst(dashes)
      guard dashes < 3, !name.isEmpty else { throw UsageError("Invalid option: \(word)") }
      // Letters after one dash are flags without a value; h is the only one.
      let hasH = name == "h" || (end == word.endIndex && name.contains("h"))
      if dashes == 1 ? hasH : name == "help" {
        parsed.request = .help
      } else if written == "--version" {
        parsed.request = parsed.request ?? .version
      } else if let option = options.first(where: { $0.spellings.contains(written) }) {
        let isInverted = written != option.spellings.first
        switch (option.valueName, value.isEmpty) {
        case (nil, false):
          throw UsageError(
            "The option '\(written)' does not take any value, but '\(value)' was specified.")
        case (nil, true), (_?, false): parsed.add(option, isInverted: isInverted, value)
        case (_?, true):
          guard let next = rest.first, !next.isOption else { throw option.missingValue }
          parsed.add(option, isInverted: false, rest.removeFirst())
        }
      } else {
        unknown = unknown ?? mistyped(written, isLetter: dashes == 1 && name.count == 1)
      }
    }
    if parsed.request != nil { return parsed }
    if let unknown { throw unknown }
    switch extra.count {
    case 0: return parsed
    case 1: throw UsageError("Unexpected argument '\(extra[0])'")
    default:
      let list = extra.map { "'\($0)'" }.joined(separator: ", ")
      throw UsageError("\(extra.count) unexpected arguments: \(list)")
    }
  }

  /// The error for an option that does not exist, with the one that the user may have meant.
  private func mistyped(_ written: String, isLetter: Bool) -> UsageError {
    let names = isLetter ? [] : options.flatMap(\.spellings)
    let guess = Suggestion.nearest(to: written, among: names, within: 3)
    return UsageError(
      "Unknown option '\(written)'\(guess.map { ". Did you mean '\($0)'?" } ?? "")")
  }
}

extension String {
  /// A Boolean value that indicates whether it is no value: a dash alone is one.
  fileprivate var isOption: Bool { first == "-" && self != "-" }
}

/// The options in a command line.
package struct ParsedOptions: Sendable {
  /// A request that takes the place of the command.
  package enum Request: Sendable { case help, version }

  /// The request that takes the place of the command; nil for the command.
  package fileprivate(set) var request: Request?
  /// The options in the order of the command line, which names some more than once.
  private var given: [(name: String, isInverted: Bool, value: String)] = []

  fileprivate mutating func add(_ option: CommandOption, isInverted: Bool, _ value: String) {
    given.append((option.name, isInverted, value))
  }

  /// A Boolean value that indicates whether `flag` is on; the last one in the line decides.
  package func isOn(_ flag: CommandOption) -> Bool {
    given.last { $0.name == flag.name }.map { !$0.isInverted } ?? flag.isInvertible
  }

  /// Reads the values of an option.
  ///
  /// - Parameters:
  ///   - option: the option
  ///   - read: the value of a text; nil, or an error with the reason, if the text is no value
  /// - Returns: the values, in their order
  /// - Throws: the error of the first text that is no value
  package func all<Value>(
    _ option: CommandOption, _ read: (String) throws(UsageError) -> Value?
  ) throws(UsageError) -> [Value] {
    var values: [Value] = []
    for (name, _, text) in given where name == option.name {
      let value: Value?
      do throws(UsageError) { value = try read(text) } catch {
        throw option.refusal(of: text, because: "\(error)")
      }
      guard let value else { throw option.refusal(of: text) }
      values.append(value)
    }
    return values
  }

  /// The last value of `option`, which counts; nil if there is none.
  package func last<Value>(
    _ option: CommandOption, _ read: (String) throws(UsageError) -> Value?
  ) throws(UsageError) -> Value? {
    try all(option, read).last
  }
}
