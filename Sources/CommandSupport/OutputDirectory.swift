import Glibc

/// A new folder for results.
public struct OutputDirectory: Sendable {
  /// As the user named it.
  public let path: String

  /// Creates the folder `path`, which must not exist.
  ///
  /// - Parameter path: as the user named it
  /// - Throws: a ``Failure`` that says why it cannot be created
  public init(creating path: String) throws(Failure) {
    guard mkdir(path, 0o755) == 0 else { throw Failure.creating(path, errno) }
    self.path = path
  }

  /// Writes the file `name` into it, which must not exist.
  ///
  /// - Parameters:
  ///   - name: of the file
  ///   - text: all that is to be in it
  /// - Throws: a ``Failure`` or an ``OutputError``; the file is not there then
  public func write(_ name: String, _ text: String) throws {
    let file = try OutputFile(creating: "\(path)/\(name)")
    do {
      try file.write(text)
    } catch {
      file.remove()
      throw error
    }
  }

  /// Removes the folder if there is nothing in it.
  public func removeIfEmpty() {
    rmdir(path)
  }
}
