import Glibc

/// A file, a pipe or standard input, read in pieces until its end or a signal.
public struct InputFile: ~Copyable {
  /// As the user named it; `-` is standard input.
  public let path: String
  private let descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Opens `path`.
  ///
  /// - Parameter path: of a file or a pipe; `-` is standard input
  /// - Throws: a ``Failure`` that says why it cannot be read
  public init(path: String) throws(Failure) {
    self.path = path
    // Without O_NONBLOCK a pipe that nobody writes to yet would hold up a signal.
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.failure("open", path, errno) }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw Self.failure("read", path, EISDIR)
    }
  }

  /// A pipe that is open already, and is closed with this.
  ///
  /// - Parameters:
  ///   - descriptor: the end to read from
  ///   - name: what to call it when talking to users
  public init(pipe descriptor: Int32, name: String) {
    path = name
    self.descriptor = descriptor
  }

  deinit {
    if descriptor != STDIN_FILENO { close(descriptor) }
  }

  /// How a piece of input came.
  public enum Piece: Sendable {
    /// There are bytes to look at.
    case bytes(count: Int)
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
  ///   - signals: what interrupts the wait
  ///   - patience: how long to wait for them; nil for ever
  ///   - body: called with the bytes, if some came
  /// - Returns: what came
  /// - Throws: a ``Failure`` if reading fails, or what `body` throws
  public mutating func read(
    _ signals: borrowing StopSignals, within patience: Duration? = nil,
    _ body: (Span<UInt8>) throws -> Void
  ) throws -> Piece {
    while true {
      switch signals.waitToRead(descriptor, within: patience) {
      case .ready: break
      case .timedOut: return .nothing
      case .stopped: return .stopped
      }
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        try body(buffer.span.extracting(first: count))
        return .bytes(count: count)
      }
      if count == 0 { return .end }
      // Another reader of the same pipe may have been faster.
      guard errno == EINTR || errno == EAGAIN else { throw Self.failure("read", path, errno) }
    }
  }

  private static func failure(_ verb: String, _ path: String, _ number: Int32) -> Failure {
    let name = path == "-" ? "standard input" : path
    let reason = "cannot \(verb) \(name): \(Failure.text(of: number))"
    switch number {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP, ENXIO:
      return Failure(.noInput, reason)
    case EISDIR:
      return Failure(.noInput, "\(reason); name the recordings in it")
    case EACCES, EPERM:
      return Failure(.notPermitted, reason)
    default:
      return Failure(.failure, reason)
    }
  }
}
