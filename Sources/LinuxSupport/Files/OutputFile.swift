// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import SystemPackage

/// A descriptor to write results to, one whole piece at a time.
public struct OutputFile: Sendable {
  /// Standard output, for results.
  public static let standardOutput = OutputFile(.standardOutput, name: "standard output")
  /// Standard error, for everything else.
  public static let standardError = OutputFile(.standardError, name: "standard error")

  private let descriptor: FileDescriptor
  private let name: String
  /// A descriptor that becomes readable to stop waiting for a reader; nil for never.
  private let stop: FileDescriptor?
  /// The longest wait for a reader after the stop, in ms; nil for none, if the rest does not count.
  private let patience: Int32?

  init(
    _ descriptor: FileDescriptor, name: String, stop: FileDescriptor? = nil, patience: Int32? = nil
  ) {
    self.descriptor = descriptor
    self.name = name
    self.stop = stop
    self.patience = patience
  }

  /// Returns this file; after a signal, writing does not wait for a reader.
  public func interrupted(by signals: borrowing StopSignals) -> OutputFile {
    OutputFile(descriptor, name: name, stop: signals.request.descriptor)
  }

  /// Returns this file, with text that all counts: after a signal, writing waits for a reader that
  /// goes on reading.
  ///
  /// - Parameters:
  ///   - signals: the signals
  ///   - patience: the longest pause of the reader after a signal; after a longer one, writing
  ///     fails
  /// - Returns: the file
  public func interrupted(
    by signals: borrowing StopSignals, patience: Duration
  ) -> OutputFile {
    OutputFile(
      descriptor, name: name, stop: signals.request.descriptor,
      patience: Int32(patience / .milliseconds(1)))
  }

  /// Creates the file `path` with the output of `body`; `-` is standard output.
  ///
  /// This writes the file beside `path`, and gives it its name when all of it is on the disk: a
  /// part never passes for the whole, and a failure leaves an old file in place. To a device or a
  /// pipe, such as `/dev/null`, it writes directly.
  ///
  /// - Parameters:
  ///   - path: the path as the user named it
  ///   - overwriting: true to replace an existing file
  ///   - hint: the remedy for an existing file, besides another name
  ///   - keepsPart: true to keep the part when `body` fails, under a name that the error says: for
  ///     output that cannot be written again
  ///   - body: writes the file
  /// - Returns: the result of `body`
  /// - Throws: a ``Failure`` that says why the file cannot be created, or the error of `body`
  public static func create<Result>(
    _ path: String, overwriting: Bool = false, hint: String = "remove it",
    keepsPart: Bool = false, _ body: (OutputFile) throws -> Result
  ) throws -> Result {
    guard path != "-" else { return try body(.standardOutput) }
    let file = try PartFile(of: path, overwriting: overwriting, hint: hint)
    let result: Result
    do {
      result = try body(OutputFile(file.descriptor, name: path))
      try file.commit()
    } catch {
      guard let part = file.discard(keeping: keepsPart) else { throw error }
      let status = (error as? any ExitingError)?.status ?? .failure
      throw Failure(status, "\(error); what was written before is in \(part)")
    }
    return result
  }

  /// A Boolean value that indicates whether a write does not wait, or fails at once: a byte to a
  /// terminal, or `PIPE_BUF` bytes to anything else.
  private var hasRoom: Bool {
    var wish = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
    return poll(&wish, 1, 0) > 0
  }

  /// Returns a source that fires when there is room.
  ///
  /// - Parameters:
  ///   - owner: the object that waits for the room
  ///   - body: the work on its queue
  /// - Returns: the source; nil if the process has no descriptor left
  package func whenThereIsRoom<Owner: AnyObject>(
    of owner: QueueBound<Owner>, _ body: @escaping @Sendable (Owner) -> Void
  ) -> QueueSource? {
    try? owner.writeSource(copying: descriptor, body)
  }

  /// Returns a source on `queue` that fires when there is room; nil if the process has no
  /// descriptor left.
  func room(
    on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
  ) -> QueueSource? {
    try? .writing(copying: descriptor, on: queue, handler)
  }

  /// Waits for room for so long at most.
  func waitForRoom(milliseconds: Int32) {
    var wish = pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0)
    poll(&wish, 1, milliseconds)
  }

  /// A Boolean value that indicates whether the file is a terminal.
  public var isTerminal: Bool { isatty(descriptor.rawValue) == 1 }

  /// Writes all of `text`; to a file on a full disk, all or nothing.
  ///
  /// The process must ignore SIGPIPE (see ``StopSignals``): then a closed pipe shows as an error.
  /// Writing waits for room; a signal ends the wait, except at a terminal that is nearly full.
  ///
  /// - Throws: an ``OutputError``
  public func write(_ text: String) throws(OutputError) {
    var text = text
    let problem: Errno? = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0)) }
    if let problem { throw error(problem) }
  }

  /// Writes what fits of a remark of a library in an app, which may not ignore SIGPIPE: it neither
  /// ends the process nor waits.
  package func writeOffhand(_ text: String) {
    var (pipe, pending, former) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    sigpending(&pending)
    pthread_sigmask(SIG_BLOCK, &pipe, &former)
    _ = try? writeWithoutWaiting(text)
    // The signal of this write goes to this thread; one from before stays.
    if sigismember(&pending, SIGPIPE) == 0 {
      var moment = timespec()
      while sigtimedwait(&pipe, nil, &moment) < 0, errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }

  /// Writes as much of `text` as fits, without waiting.
  ///
  /// - Parameters:
  ///   - text: the text
  ///   - start: the number of its bytes written before
  /// - Returns: the number of its bytes written so far, including `start`
  /// - Throws: an ``OutputError``
  package func writeWithoutWaiting(
    _ text: String, from start: Int = 0
  ) throws(OutputError) -> Int {
    let most = isTerminal ? 1 : Int(PIPE_BUF)
    var (text, position) = (text, start)
    let problem: Errno? = text.withUTF8 { bytes in
      while position < bytes.count, hasRoom {
        let piece = UnsafeRawBufferPointer(
          UnsafeBufferPointer(rebasing: bytes[position...].prefix(most)))
        if let problem = writeAll(piece) { return problem }
        position += piece.count
      }
      return nil
    }
    if let problem { throw error(problem) }
    return position
  }

  /// Writes all of `bytes`; to a file on a full disk, all or nothing.
  ///
  /// - Throws: an ``OutputError``
  public func write(_ bytes: [UInt8]) throws(OutputError) {
    let problem: Errno? = bytes.withUnsafeBytes { writeAll($0) }
    if let problem { throw error(problem) }
  }

  private func error(_ problem: Errno) -> OutputError {
    switch problem {
    case .brokenPipe: .closed
    case .timedOut where patience != nil: .stalled(name: name)
    case let error: .failed(name: name, error)
    }
  }

  private func writeAll(_ bytes: UnsafeRawBufferPointer) -> Errno? {
    var rest = bytes
    while !rest.isEmpty {
      guard waitForRoom() else { return patience == nil ? .brokenPipe : .timedOut }
      do {
        let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Int(PIPE_BUF)))
        let written = try descriptor.write(piece)
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      } catch Errno.resourceTemporarilyUnavailable {
        continue
      } catch {
        takeBack(bytes.count - rest.count)
        return Errno(of: error)
      }
    }
    return nil
  }

  /// Waits for room to write; returns false if it is time to stop first.
  private func waitForRoom() -> Bool {
    var wishes = [
      pollfd(fd: descriptor.rawValue, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: stop?.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&wishes, nfds_t(wishes.count), -1) < 0 && errno == EINTR {}
    if wishes[0].revents == 0, let patience {
      while poll(&wishes, 1, patience) < 0 && errno == EINTR {}
    }
    // Writing reports the descriptor's fault.
    return wishes[0].revents != 0
  }

  /// Removes the last `count` bytes: half a line is worse than none of it.
  private func takeBack(_ count: Int) {
    // A pipe or a terminal cannot be truncated, and a file open for appending has other content.
    guard count > 0, let position = try? descriptor.seek(offset: 0, from: .current),
      position >= count, fcntl(descriptor.rawValue, F_GETFL) & O_APPEND == 0
    else { return }
    _ = ftruncate(descriptor.rawValue, Int(position) - count)
    _ = try? descriptor.seek(offset: position - Int64(count), from: .start)
  }
}

/// The reason why writing output failed.
public enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The other end of the pipe is closed.
  case closed
  /// The reader of this file read nothing more, after a signal.
  case stalled(name: String)
  /// Writing to the file of this name failed.
  case failed(name: String, Errno)

  /// The file, and the reason.
  public var description: String {
    switch self {
    case .closed: "nobody reads the output"
    case .stalled(let name):
      "stopped while the reader of \(name) took nothing: what was not written is lost"
    case .failed(let name, let error): "cannot write to \(name): \(error)"
    }
  }
}
