import Glibc
import SystemPackage

/// A file, a pipe or standard input, read in pieces until its end or a signal.
public final class InputFile {
  /// The path as the user named it; `-` is standard input.
  public let path: String
  /// Readable while there is something to read.
  public let descriptor: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Opens `path`.
  ///
  /// - Parameter path: a file or a pipe; `-` is standard input
  /// - Throws: a ``Failure`` that says why it cannot be read
  public init(path: String) throws(Failure) {
    self.path = path
    do {
      // Without O_NONBLOCK a pipe that nobody writes to yet would hold up a signal.
      descriptor =
        path == "-"
        ? .standardInput
        : try .open(FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
    } catch { throw Self.failure("open", path, error) }
    var status = stat()
    if fstat(descriptor.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw Self.failure("read", path, Errno.isDirectory)
    }
  }

  /// A pipe that is open already, and is closed with this.
  ///
  /// - Parameters:
  ///   - descriptor: the end to read from
  ///   - name: its name in messages
  public init(pipe descriptor: FileDescriptor, name: String) {
    path = name
    self.descriptor = descriptor
  }

  deinit {
    if descriptor != .standardInput { try? descriptor.close() }
  }

  /// The outcome of a read.
  public enum Piece: Sendable {
    /// There were bytes.
    case bytes
    /// Nothing came in time.
    case nothing
    /// The input is over.
    case end
    /// A signal came first.
    case stopped
  }

  /// Waits for the next bytes and hands them to `body`.
  ///
  /// - Parameters:
  ///   - signals: the signals that interrupt the wait
  ///   - patience: the longest wait; nil for no limit
  ///   - body: called with the bytes, if some came
  /// - Returns: the outcome
  /// - Throws: a ``Failure`` if reading fails; the error of `body`
  public func read(
    _ signals: borrowing StopSignals, within patience: Duration? = nil,
    _ body: (Span<UInt8>) throws -> Void
  ) throws -> Piece {
    while true {
      switch signals.waitToRead(descriptor, within: patience) {
      case .ready: break
      case .timedOut: return .nothing
      case .stopped: return .stopped
      }
      let count: Int
      do {
        count = try buffer.withUnsafeMutableBytes { try descriptor.read(into: $0) }
      } catch Errno.resourceTemporarilyUnavailable {
        // Another reader of the same pipe was faster.
        continue
      } catch { throw Self.failure("read", path, error) }
      guard count > 0 else { return .end }
      let bytes = buffer
      try body(bytes.span.extracting(first: count))
      return .bytes
    }
  }

  private static func failure(_ verb: String, _ path: String, _ error: any Error) -> Failure {
    let name = path == "-" ? "standard input" : path
    let reason = "cannot \(verb) \(name): \(error)"
    switch error as? Errno {
    case .noSuchFileOrDirectory?, .notDirectory?, .fileNameTooLong?,
      .tooManySymbolicLinkLevels?, .noSuchAddressOrDevice?:
      return Failure(.noInput, reason)
    case .isDirectory?:
      return Failure(.noInput, "\(reason); name the recordings in it")
    case .permissionDenied?, .notPermitted?:
      return Failure(.notPermitted, reason)
    default:
      return Failure(.failure, reason)
    }
  }
}
