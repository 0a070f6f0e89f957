import CommandSupport
import Glibc

/// The file that the options of a service stand in, such as `/etc/default/motiond`.
///
/// One line counts: `MOTIOND_OPTIONS="--rate 50 --sensitivity high"`.
enum OptionsFile {
  static let key = "MOTIOND_OPTIONS"

  /// The options in the file at `path`.
  ///
  /// - Throws: a ``Failure`` if it cannot be read or is not written like that
  static func options(at path: String) throws(Failure) -> [String] {
    guard let file = fopen(path, "re") else {
      let reason = String(cString: strerror(errno))
      throw Failure(.noInput, "cannot read the options in \(path): \(reason)")
    }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(line) }
    var options: [String] = []
    while getline(&line, &size, file) >= 0, let start = line {
      let text = String(cString: start).trimmingBlanks
      guard text.hasPrefix(key + "=") else {
        guard text.isEmpty || text.hasPrefix("#") else {
          throw Failure(.badData, "\(path): expected \(key)=\"...\" or a comment, not '\(text)'")
        }
        continue
      }
      options = try words(of: String(text.dropFirst(key.count + 1)), in: path)
    }
    return options
  }

  /// The words of `text`, which may be quoted as a whole; so may each of them.
  private static func words(of text: String, in path: String) throws(Failure) -> [String] {
    var text = Substring(text)
    if let quote = text.first, "\"'".contains(quote) {
      guard text.count > 1, text.last == quote else {
        throw Failure(.badData, "\(path): a quote of \(key) is not closed")
      }
      text = text.dropFirst().dropLast()
    }
    // Those would mean more to a shell than to us.
    if let odd = text.first(where: { "\\$`".contains($0) }) {
      throw Failure(.badData, "\(path): \(key) cannot have \(odd) in it")
    }
    var words: [String] = []
    var rest = text.drop(while: \.isWhitespace)
    while let first = rest.first {
      if "\"'".contains(first) {
        guard let end = rest.dropFirst().firstIndex(of: first) else {
          throw Failure(.badData, "\(path): a quote of \(key) is not closed")
        }
        words.append(String(rest[..<end].dropFirst()))
        rest = rest[rest.index(after: end)...]
      } else {
        let end = rest.firstIndex(where: \.isWhitespace) ?? rest.endIndex
        words.append(String(rest[..<end]))
        rest = rest[end...]
      }
      rest = rest.drop(while: \.isWhitespace)
    }
    return words
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
