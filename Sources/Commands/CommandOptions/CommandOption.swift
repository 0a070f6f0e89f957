// SPDX-License-Identifier: Apache-2.0

/// An option of a command line, as its help and its manual page describe it.
///
/// Each option is described once. motiond reads its command line by these descriptions, with an
/// ``OptionParser``; other commands show them to ArgumentParser.
package struct CommandOption: Sendable {
  /// The name, without the dashes before it.
  package let name: String
  /// The name of its value, such as `hz`; nil for a flag.
  package let valueName: String?
  /// The meaning, as a sentence.
  package let help: String
  /// The words that it takes; empty if it takes others.
  package let values: [String]
  /// The default in words; nil if there is none, or if the help has it.
  package let defaultText: String?
  /// A Boolean value that indicates whether the flag is on, and `--no-` before its name turns it
  /// off.
  package let isInvertible: Bool

  /// An option with a value.
  package init(
    _ name: String, _ valueName: String, _ help: String, values: [String] = [],
    default defaultText: String? = nil
  ) {
    (self.name, self.valueName, self.help) = (name, valueName, help)
    (self.values, self.defaultText, isInvertible) = (values, defaultText, false)
  }

  /// A flag.
  package init(flag name: String, _ help: String, isInvertible: Bool = false) {
    (self.name, valueName, self.help, values) = (name, nil, help, [])
    (defaultText, self.isInvertible) = (isInvertible ? "--\(name)" : nil, isInvertible)
  }

  /// The spellings that the user may write: one, or two.
  var spellings: [String] { ["--\(name)"] + (isInvertible ? ["--no-\(name)"] : []) }

  /// The spellings with the value.
  var synopsis: String {
    spellings.joined(separator: "/") + (valueName.map { " <\($0)>" } ?? "")
  }

  /// The error of a command line that gives it no value.
  var missingValue: UsageError {
    UsageError("Missing value for '\(synopsis)'", help: "\(synopsis)  \(help)")
  }

  /// The error of a command line that gives it the value `text`, and the reason, if there is one.
  func refusal(of text: String, because reason: String? = nil) -> UsageError {
    let quoted = values.map { "'\($0)'" }
    let choice =
      quoted.count > 2
      ? "\(quoted.dropLast().joined(separator: ", ")) or \(quoted.last ?? "")"
      : quoted.joined(separator: " and ")
    let remedy = quoted.isEmpty ? "" : ". Please provide one of \(choice)."
    return UsageError(
      "The value '\(text)' is invalid for '\(synopsis)'\(reason.map { ": \($0)" } ?? remedy)",
      help: "\(synopsis)  \(help)")
  }
}

/// The mistake in a command line.
package struct UsageError: Error, Hashable, CustomStringConvertible {
  /// The mistake, and the remedy.
  package let description: String
  /// The help for the option at fault; nil if no option is at fault, or if its help is no help.
  package let help: String?

  /// A mistake, whose words may come from a file: a terminal or a log finds nothing to obey in
  /// them.
  package init(_ description: String, help: String? = nil) {
    (self.description, self.help) = (description.printableLines, help)
  }
}
