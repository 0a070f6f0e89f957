// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import SystemPackage

/// The file of a service's options, such as `/etc/motiond/motiond.conf`.
///
/// One line counts: `MOTIOND_OPTIONS="--rate 50 --sensitivity high"`.
enum OptionsFile {
  static let key = "MOTIOND_OPTIONS"

  /// The options in the file at `path`.
  ///
  /// - Throws: a ``Failure`` if it cannot be read or is not written like that
  static func options(at path: String) throws(Failure) -> [String] {
    var options: [String] = []
    guard let contents = try SmallFile.text(of: path, "the options") else {
      let reason = Errno.noSuchFileOrDirectory
      throw Failure(.noInput, "cannot read the options in \(path): \(reason)")
    }
    for line in contents.split(separator: "\n") {
      let text = line.trimmingBlanks
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
    // A shell would expand these; motiond does not.
    if let odd = text.first(where: { "\\$`".contains($0) }) {
      throw Failure(.badData, "\(path): \(key) cannot have \(odd) in it")
    }
    var words: [String] = []
    var rest = text.drop(while: \.isWhitespace)
    while let first = rest.first {
      let isQuoted = "\"'".contains(first)
      if isQuoted { rest.removeFirst() }
      let end = rest.firstIndex { isQuoted ? $0 == first : $0.isWhitespace }
      guard end != nil || !isQuoted else {
        throw Failure(.badData, "\(path): a quote of \(key) is not closed")
      }
      words.append(String(rest[..<(end ?? rest.endIndex)]))
      rest = end.map { rest[$0...].dropFirst().drop(while: \.isWhitespace) } ?? ""
    }
    return words
  }
}
