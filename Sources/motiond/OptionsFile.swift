import Glibc
import LinuxSupport
import SystemPackage

/// The file of a service's options, such as `/etc/default/motiond`.
///
/// One line counts: `MOTIOND_OPTIONS="--rate 50 --sensitivity high"`.
enum OptionsFile {
  static let key = "MOTIOND_OPTIONS"

  /// The options in the file at `path`.
  ///
  /// - Throws: a ``Failure`` if it cannot be read or is not written like that
  static func options(at path: String) throws(Failure) -> [String] {
    var options: [String] = []
    for line in try contents(of: path).split(separator: "\n") {
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

  /// The most bytes of such a file.
  private static let mostBytes = 1 << 16

  /// The text of the file at `path`, which is not waited for.
  private static func contents(of path: String) throws(Failure) -> String {
    func failure(_ reason: String) -> Failure {
      Failure(.noInput, "cannot read the options in \(path): \(reason)")
    }
    do {
      let file = try FileDescriptor.open(
        FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
      defer { try? file.close() }
      var status = stat()
      // A pipe may never end, and a folder reads as nothing.
      guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        throw failure("it is not a regular file")
      }
      var bytes = [UInt8](repeating: 0, count: mostBytes + 1)
      let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
      guard count <= mostBytes else { throw failure("it has more than \(mostBytes) bytes") }
      return String(decoding: bytes[..<count], as: UTF8.self)
    } catch let failure as Failure {
      throw failure
    } catch { throw failure("\(error)") }
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

extension Substring {
  fileprivate var trimmingBlanks: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
