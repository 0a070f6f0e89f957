import Glibc
import SystemPackage

/// Another program with the standard input, output and error of this command.
public final class ForegroundProgram {
  private let process: pid_t
  private var ended: Int32?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - words: its name, found in PATH, and its arguments
  ///   - package: the Debian package that has it
  /// - Throws: a ``Failure`` if it cannot be started
  public init(_ words: [String], from package: String) throws(Failure) {
    process = try Child.start(words, from: package) { _ in }
  }

  deinit {
    if status() == nil { kill(process, SIGKILL) }
  }

  /// Its exit status, once it has ended; 128 and the number of the signal that ended it.
  public func status() -> Int32? {
    if let ended { return ended }
    var word: Int32 = 0
    guard waitpid(process, &word, WNOHANG) == process else { return nil }
    ended = Child.exitStatus(word)
    return ended
  }
}

/// A folder for a while, which is removed with what is in it.
public final class TemporaryFolder {
  /// Its path.
  public let path: String

  /// Creates a folder that only this user may read.
  ///
  /// - Throws: a ``Failure`` that says why there is none
  public init() throws(Failure) {
    var template = Folder.template
    guard mkdtemp(&template) != nil else {
      throw Failure.creating("a folder in \(Folder.temporary)", .last)
    }
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  deinit {
    for name in Folder.names(in: path) ?? [] { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
