import Glibc

/// A descriptor to write results to, one whole piece at a time.
public struct OutputFile: Sendable {
  /// Where results go.
  public static let standardOutput = OutputFile(descriptor: STDOUT_FILENO, name: "standard output")
  /// Where everything else goes.
  public static let standardError = OutputFile(descriptor: STDERR_FILENO, name: "standard error")

  private let descriptor: Int32
  private let name: String
  /// Readable when it is time to stop waiting for whoever reads this; nil for never.
  private let stop: Int32?

  private init(descriptor: Int32, name: String, stop: Int32? = nil) {
    self.descriptor = descriptor
    self.name = name
    self.stop = stop
  }

  /// This file, but after a signal nobody is waited for who does not read what is written.
  public func interrupted(by signals: borrowing StopSignals) -> OutputFile {
    OutputFile(descriptor: descriptor, name: name, stop: signals.descriptor)
  }

  /// Creates the file `path`, which must not exist; `-` is standard output.
  ///
  /// It is closed with the process.
  ///
  /// - Parameter path: as the user named it
  /// - Throws: a ``Failure`` that says why it cannot be created
  public init(creating path: String) throws(Failure) {
    guard path != "-" else {
      self = .standardOutput
      return
    }
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure.creating(path, errno) }
    self.init(descriptor: descriptor, name: path)
  }

  /// Whether a person is looking at it.
  public var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Removes the file from its folder, unless it is standard output.
  public func remove() {
    if descriptor != STDOUT_FILENO { unlink(name) }
  }

  /// Writes all of `text`; of a file on a full disk, all or nothing.
  ///
  /// SIGPIPE must be ignored (see ``StopSignals``), so that a closed pipe shows as an error. To
  /// what is ready for writing no more than a line is written at once: that never blocks.
  ///
  /// - Throws: an ``OutputError``
  public func write(_ text: String) throws(OutputError) {
    var text = text
    let problem: Int32 = text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        guard waitForRoom() else { return EPIPE }
        let piece = min(rest.count, Int(PIPE_BUF))
        let written = Glibc.write(descriptor, rest.baseAddress, piece)
        if written >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        } else if errno != EINTR && errno != EAGAIN {
          let problem = errno
          takeBack(bytes.count - rest.count)
          return problem
        }
      }
      return 0
    }
    switch problem {
    case 0: return
    case EPIPE: throw .closed
    default: throw .failed(name: name, number: problem)
    }
  }

  /// Waits until something can be written; false if it is time to stop first.
  private func waitForRoom() -> Bool {
    var wishes = [
      pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: stop ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&wishes, nfds_t(wishes.count), -1) < 0 && errno == EINTR {}
    // What is wrong with the descriptor, writing will tell.
    return wishes[0].revents != 0
  }

  /// Removes the last `count` bytes: a half of a line is worse than none of it.
  private func takeBack(_ count: Int) {
    let position = lseek(descriptor, 0, SEEK_CUR)
    // Nothing can be taken back from a pipe or a terminal; what is appended to may be others' too.
    guard count > 0, position >= count, fcntl(descriptor, F_GETFL) & O_APPEND == 0 else { return }
    _ = ftruncate(descriptor, position - count)
    lseek(descriptor, position - count, SEEK_SET)
  }
}

/// Why output could not be written.
public enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Nobody reads it any more.
  case closed
  /// Writing to `name` failed with the error `number`.
  case failed(name: String, number: Int32)

  /// What failed, and why.
  public var description: String {
    switch self {
    case .closed: "nobody reads the output"
    case .failed(let name, let number): "cannot write to \(name): \(Failure.text(of: number))"
    }
  }
}
