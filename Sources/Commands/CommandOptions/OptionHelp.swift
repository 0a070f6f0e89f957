// SPDX-License-Identifier: Apache-2.0

import LinuxSupport

extension OptionParser {
  /// The width of the text, and the column where the meanings of options begin.
  private static let (width, column) = (80, 26)

  /// The text that `--help` prints.
  package var help: String {
    let lines = options.map { option in
      let values = option.values.joined(separator: ", ")
      let notes = [
        values.isEmpty ? nil : "values: \(values)", option.defaultText.map { "default: \($0)" },
      ].compactMap(\.self).joined(separator: "; ")
      return Self.line(option.synopsis, option.help + (notes.isEmpty ? "" : " (\(notes))"))
    }
    let overview = Self.wrapped("OVERVIEW: \(abstract)\n\n\(discussion)", to: Self.width)
    return """
      \(overview)

      USAGE: \(command) <options>

      OPTIONS:
      \(lines.joined(separator: "\n"))
      \(Self.line("--version", "Show the version."))
      \(Self.line("-h, --help", "Show help information."))

      """
  }

  /// The text that a user reads after a mistake.
  package func complaint(about error: UsageError) -> String {
    let help = error.help.map { "Help:  \($0)\n" } ?? ""
    return """
      Error: \(error.description.printable)
      \(help)Usage: \(command) <options>
        See '\(command) --help' for more information.

      """
  }

  private static func line(_ synopsis: String, _ meaning: String) -> String {
    let indent = String(repeating: " ", count: column)
    let meaning = wrapped(meaning, to: width - column).split(separator: "\n")
      .map { indent + $0 }.joined(separator: "\n")
    let label = "  \(synopsis)"
    return label.count < column ? label + meaning.dropFirst(label.count) : "\(label)\n\(meaning)"
  }

  /// `text` in lines that are shorter than `width`; the last may be as long.
  private static func wrapped(_ text: String, to width: Int) -> String {
    var (lines, rest) = ([Substring](), text[...])
    while rest.count > width {
      let piece = rest.prefix(width)
      let ends = [piece.lastIndex(of: "\n"), piece.lastIndex(of: " "), rest.firstIndex(of: " ")]
      guard let end = ends.compactMap(\.self).first else { break }
      lines.append(rest[..<end])
      rest = rest[rest.index(after: end)...]
    }
    return (lines + [rest]).joined(separator: "\n")
  }
}
