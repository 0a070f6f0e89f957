import Dispatch
import Glibc

/// SIGINT and SIGTERM as something to wait for, so that a command ends in its own time.
///
/// From its creation on the two no longer kill the process; they make a wait return. SIGPIPE is
/// ignored too. Made once, by the command itself; it lives as long as the process.
public struct StopSignals: ~Copyable {
  /// Readable once a signal has come, and for good: nobody reads the byte.
  let descriptor: Int32
  private let sources: [any DispatchSourceSignal]
  /// Makes a wait return just like a signal: for whoever finds out elsewhere that it is over.
  public let request: StopRequest

  /// Takes the signals over.
  ///
  /// - Throws: a ``Failure`` if the process has no descriptor left
  public init() throws(Failure) {
    reserveStandardDescriptors()
    let (readEnd, writeEnd) = try makePipe()
    descriptor = readEnd
    let request = StopRequest(descriptor: writeEnd)
    self.request = request
    signal(SIGPIPE, SIG_IGN)
    // Blocked, not ignored: a signal that comes before its source is ready waits for it.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for number in [SIGINT, SIGTERM] { sigaddset(&blocked, number) }
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    sources = [SIGINT, SIGTERM].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { request.send() }
      source.activate()
      return source
    }
  }

  /// Waits for a signal, or for a ``request``.
  public func wait() {
    _ = wait(for: -1, atMost: -1)
  }

  /// Whether a signal has come: to ask during long work.
  public var isStopped: Bool {
    switch wait(for: -1, atMost: 0) {
    case .stopped: true
    case .ready, .timedOut: false
    }
  }

  /// What ended a wait.
  public enum Outcome: Sendable {
    /// What was waited for is there.
    case ready
    /// It did not come in time.
    case timedOut
    /// It is time to stop.
    case stopped
  }

  /// Waits until `descriptor` can be read from (or will never be), or a signal comes.
  ///
  /// - Parameters:
  ///   - descriptor: open for reading
  ///   - patience: how long to wait; nil for ever
  /// - Returns: what ended the wait; ``Outcome/stopped`` if there was a signal too
  public func waitToRead(_ descriptor: Int32, within patience: Duration? = nil) -> Outcome {
    wait(for: descriptor, atMost: patience.map { Int32($0 / .milliseconds(1)) } ?? -1)
  }

  /// Waits until one of `descriptors` is ready, or a signal comes.
  ///
  /// - Parameters:
  ///   - descriptors: each with what it is to be ready for: `POLLIN`, `POLLOUT`, or both
  ///   - milliseconds: how long to wait; -1 for ever
  /// - Returns: what ended the wait; ``Outcome/stopped`` if there was a signal too
  public func wait(
    for descriptors: [(number: Int32, events: Int16)], milliseconds: Int32
  ) -> Outcome {
    wait(
      for: descriptors.map { pollfd(fd: $0.number, events: $0.events, revents: 0) },
      atMost: milliseconds)
  }

  /// Waits until `deadline`, or until a signal comes.
  ///
  /// - Parameter deadline: on the continuous clock
  /// - Returns: which of the two, as ``Outcome/timedOut`` or ``Outcome/stopped``
  public func wait(until deadline: ContinuousClock.Instant) -> Outcome {
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      // Rounded up: a wait that ends too early would be followed by many short ones.
      let milliseconds = max(0, (left / .milliseconds(1)).rounded(.up))
      if case .stopped = wait(for: -1, atMost: Int32(min(milliseconds, 1e6))) { return .stopped }
      if left <= .zero { return .timedOut }
    }
  }

  private func wait(for other: Int32, atMost milliseconds: Int32) -> Outcome {
    wait(for: [pollfd(fd: other, events: Int16(POLLIN), revents: 0)], atMost: milliseconds)
  }

  private func wait(for others: [pollfd], atMost milliseconds: Int32) -> Outcome {
    var wishes = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)] + others
    var count = poll(&wishes, nfds_t(wishes.count), milliseconds)
    while count < 0 && errno == EINTR { count = poll(&wishes, nfds_t(wishes.count), milliseconds) }
    if wishes[0].revents != 0 { return .stopped }
    return count == 0 ? .timedOut : .ready
  }
}

/// Ends the wait of ``StopSignals`` from any thread.
public struct StopRequest: Sendable {
  fileprivate let descriptor: Int32

  /// Ends the wait; once is enough.
  public func send() {
    _ = write(descriptor, [1], 1)
  }
}

/// Makes a pipe that children do not inherit.
///
/// - Returns: its ends
/// - Throws: a ``Failure`` if the process has no descriptor left
public func makePipe() throws(Failure) -> (readEnd: Int32, writeEnd: Int32) {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else {
    throw Failure(.failure, "cannot make a pipe: \(Failure.text(of: errno))")
  }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// Opens what is closed of standard input, output and error, so that no other file takes its place.
///
/// The wrong way round: using one is the error it was before.
private func reserveStandardDescriptors() {
  for (descriptor, mode) in [
    (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
  ] where fcntl(descriptor, F_GETFD) < 0 {
    // The lowest free descriptor: just this one, as those below are open by now.
    _ = open("/dev/null", mode)
  }
}
