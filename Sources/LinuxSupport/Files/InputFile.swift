// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPackage

/// A file, a pipe or standard input, read in pieces until its end or a signal.
///
/// The program gzip unpacks a file in its format on the way.
public final class InputFile {
  /// The path as the user named it; `-` is standard input.
  public let path: String
  /// A descriptor that is readable while there is something to read.
  public let descriptor: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// The program that unpacks the file; nil for a file that is not packed.
  private let unpacker: ChildProcess?

  /// Opens `path`.
  ///
  /// - Parameter path: a file or a pipe; `-` is standard input
  /// - Throws: a ``Failure`` that says why it is unreadable
  public init(path: String) throws(Failure) {
    self.path = path
    let file: FileDescriptor
    do {
      // Without O_NONBLOCK, a pipe without a writer would hold up a signal.
      file =
        path == "-"
        ? .standardInput
        : try .open(FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
    } catch { throw Self.failure("open", path, error) }
    var status = stat()
    if fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      if file != .standardInput { try? file.close() }
      throw Self.failure("read", path, Errno.isDirectory)
    }
    isNamedPipe = path != "-" && Self.isNamedPipe(path)
    guard let format = PackedFormat(of: file) else {
      (descriptor, unpacker) = (file, nil)
      return
    }
    defer { if file != .standardInput { try? file.close() } }
    guard format == .gzip else {
      throw Failure(
        .badData,
        "\(path) is a zip archive; 'motion-lab import \(path) -o RECORDING' makes a recording of it"
      )
    }
    let unpacker = try ChildProcess(["gzip", "-dc"], from: "gzip", input: file)
    (descriptor, self.unpacker) = (unpacker.output, unpacker)
  }

  /// A Boolean value that indicates whether a program unpacks the file on the way.
  public var isPacked: Bool { unpacker != nil }

  /// A Boolean value that indicates whether it is a regular file, packed or not.
  public var isFile: Bool {
    var status = stat()
    return isPacked
      || fstat(descriptor.rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// A Boolean value that indicates whether it is a pipe in a folder.
  public let isNamedPipe: Bool

  /// Returns whether `path` leads to a pipe in a folder, where one program after the other can
  /// write.
  public static func isNamedPipe(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return false }
    // /dev/fd and /proc link to pipes that have no path.
    let name = realpath(path, nil)
    defer { free(name) }
    return name != nil
  }

  /// The number of bytes that lie in a pipe.
  public var waitingBytes: Int {
    var count: CInt = 0
    return ioctl(descriptor.rawValue, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// A Boolean value that indicates whether its path still leads to it.
  public var isAtItsPath: Bool {
    var (own, other) = (stat(), stat())
    return fstat(descriptor.rawValue, &own) == 0 && stat(path, &other) == 0
      && own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }

  /// An open pipe, which closes with this value.
  ///
  /// - Parameters:
  ///   - descriptor: the end to read from
  ///   - name: its name in messages
  public init(pipe descriptor: FileDescriptor, name: String) {
    path = name
    self.descriptor = descriptor
    (unpacker, isNamedPipe) = (nil, false)
  }

  /// The output of a program that unpacks something.
  ///
  /// - Parameters:
  ///   - unpacker: the program
  ///   - name: the name of the archive, for messages
  public init(unpacking unpacker: ChildProcess, name: String) {
    path = name
    descriptor = unpacker.output
    (self.unpacker, isNamedPipe) = (unpacker, false)
  }

  deinit {
    // A program closes the descriptor of its output itself.
    if descriptor != .standardInput, unpacker == nil { try? descriptor.close() }
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
  /// - Throws: a ``Failure`` if reading fails, or if nobody writes to a pipe that is gone from its
  ///   path; the error of `body`
  public func read(
    _ signals: borrowing StopSignals, within patience: Duration? = nil,
    _ body: (Span<UInt8>) throws -> Void
  ) throws -> Piece {
    while true {
      let outcome = signals.waitToRead(descriptor, within: patience)
      switch outcome {
      case .ready: break
      case .timedOut: guard isNamedPipe, !isAtItsPath else { return .nothing }
      case .stopped: return .stopped
      }
      let count: Int
      do {
        count = try buffer.withUnsafeMutableBytes { try descriptor.read(into: $0) }
      } catch Errno.resourceTemporarilyUnavailable {
        // The pipe that is gone still has a writer, or another reader of a pipe was faster.
        if outcome == .timedOut { return .nothing }
        continue
      } catch { throw Self.failure("read", path, error) }
      guard count > 0 else {
        guard outcome == .ready else {
          throw Failure(
            .noInput,
            "\(path) is another pipe now, or none, and nobody wrote to the one that was "
              + "there; start again")
        }
        guard unpacker?.finish() ?? 0 == 0 else {
          throw Failure(
            .badData, "\(path): cannot be unpacked to its end; is it cut, or encrypted?")
        }
        return .end
      }
      let bytes = buffer
      try body(bytes.span.extracting(first: count))
      return .bytes
    }
  }

  /// Reads all bytes until the end.
  ///
  /// - Parameter signals: the signals that stop reading
  /// - Returns: the bytes
  /// - Throws: a ``Failure`` if reading fails, or if a signal came first
  public func bytes(_ signals: borrowing StopSignals) throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      switch try read(signals, { for index in $0.indices { all.append($0[index]) } }) {
      case .bytes, .nothing: continue
      case .end: return all
      case .stopped: throw Failure(.failure, "stopped by a signal")
      }
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

/// A format of packed files.
public enum PackedFormat: Sendable {
  /// One file, packed by gzip.
  case gzip
  /// An archive.
  case zip

  /// The format that the first bytes of `file` show; nil for a pipe, and for a file that is not
  /// packed.
  public init?(of file: FileDescriptor) {
    var bytes = [UInt8](repeating: 0, count: 4)
    guard
      let count = try? bytes.withUnsafeMutableBytes({
        try file.read(fromAbsoluteOffset: 0, into: $0)
      }),
      count >= 2
    else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x1F, 0x8B): self = .gzip
    case (UInt8(ascii: "P"), UInt8(ascii: "K"))
    where bytes[2] < 8 && bytes[3] == bytes[2] + 1:
      self = .zip
    default: return nil
    }
  }
}
