extension String {
  /// This text as a string of JSON, with its quotes.
  ///
  /// - Parameter escape: called for each scalar; returns what to write for it, or nil for what JSON (RFC 8259) requires
  /// - Returns: the string; control characters are written as `\u` and four digits
  package func jsonString(_ escape: (Unicode.Scalar) -> String? = { _ in nil }) -> String {
    var quoted = "\""
    for scalar in unicodeScalars {
      if let text = escape(scalar) {
        quoted += text
        continue
      }
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\u{0}"..<"\u{20}":
        quoted += (scalar.value < 16 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
