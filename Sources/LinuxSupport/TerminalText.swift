// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
  /// The text with a question mark for each character that a terminal or a log would obey: control
  /// characters, ends of lines and paragraphs, directions of writing, and what is no character.
  package var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: "?"
          default: scalar
          }
        }))
  }

  /// The text without blanks and line ends around it.
  package var trimmingBlanks: String {
    var text = self[...].drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
