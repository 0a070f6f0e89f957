// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import SystemPackage

/// SIGINT and SIGTERM as events to wait for, so that a command ends in an orderly way.
///
/// From its creation on the two no longer kill the process; they make a wait return. SIGPIPE and
/// SIGXFSZ are ignored: writing reports a closed pipe, and a file that may not grow. A command
/// makes it once; it lives as long as the process.
public struct StopSignals: ~Copyable {
  private let handlers: SignalHandlers
  /// Makes a wait return as a signal does, once it is raised.
  package let request: Wakeup

  /// The signals that are ignored: a program that is started has them as they were.
  public static let ignored = [SIGPIPE, SIGXFSZ]

  /// The number of files that the process must be allowed to open.
  private static let filesNeeded: rlim_t = 16

  /// Handles the signals from now on.
  ///
  /// - Parameter onStop: called at each signal, on any thread
  /// - Throws: a ``Failure`` if the process has no descriptor left
  public init(onStop: @escaping @Sendable () -> Void = {}) throws(Failure) {
    var limit = rlimit()
    // Dispatch traps without a word where it gets no descriptor.
    if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < Self.filesNeeded
    {
      throw Failure(
        .failure,
        "the process may open \(limit.rlim_cur) files, and needs \(Self.filesNeeded): "
          + "raise the limit (ulimit -n)")
    }
    reserveStandardDescriptors()
    let request = try Wakeup.made()
    self.request = request
    for number in Self.ignored { signal(number, SIG_IGN) }
    let stop: @Sendable () -> Void = {
      request.raise()
      onStop()
    }
    handlers = SignalHandlers(on: .global(), [SIGINT: stop, SIGTERM: stop])
  }

  /// A Boolean value that indicates whether a signal has come, to ask during long work.
  public var isStopped: Bool { wait(milliseconds: 0) == .stopped }

  /// The outcome of a wait.
  public enum Outcome: Sendable {
    /// A descriptor is ready.
    case ready
    /// None was ready in time.
    case timedOut
    /// A signal came.
    case stopped
  }

  /// Waits until one of `descriptors` is ready, or a signal or ``request`` comes.
  ///
  /// - Parameters:
  ///   - descriptors: each with `POLLIN`, `POLLOUT`, or both
  ///   - milliseconds: the longest wait; -1 for no limit
  /// - Returns: the outcome; ``Outcome/stopped`` if there was a signal too
  @discardableResult public func wait(
    for descriptors: [(number: Int32, events: Int16)] = [], milliseconds: Int32 = -1
  ) -> Outcome {
    let all = [(number: request.descriptor.rawValue, events: Int16(POLLIN))] + descriptors
    var wishes = all.map { pollfd(fd: $0.number, events: $0.events, revents: 0) }
    var count: Int32
    repeat {
      count = poll(&wishes, nfds_t(wishes.count), milliseconds)
    } while count < 0 && errno == EINTR
    if wishes[0].revents != 0 { return .stopped }
    return count == 0 ? .timedOut : .ready
  }

  /// Waits until `descriptor` can be read from (or will never be), or a signal comes.
  ///
  /// - Parameters:
  ///   - descriptor: open for reading
  ///   - patience: the longest wait; nil for no limit
  /// - Returns: the outcome; ``Outcome/stopped`` if there was a signal too
  public func waitToRead(
    _ descriptor: FileDescriptor, within patience: Duration? = nil
  ) -> Outcome {
    wait(
      for: [(descriptor.rawValue, Int16(POLLIN))],
      milliseconds: patience.map { Int32($0 / .milliseconds(1)) } ?? -1)
  }

  /// Waits until `deadline`, or until a signal comes.
  ///
  /// - Parameter deadline: on the continuous clock
  /// - Returns: ``Outcome/timedOut`` or ``Outcome/stopped``
  public func wait(until deadline: ContinuousClock.Instant) -> Outcome {
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      // Rounded up: a wait that ends too early would be followed by many short ones.
      let milliseconds = max(0, (left / .milliseconds(1)).rounded(.up))
      if wait(milliseconds: Int32(min(milliseconds, 1e6))) == .stopped { return .stopped }
      if left <= .zero { return .timedOut }
    }
  }
}

/// Handlers of signals, for as long as it is kept.
public struct SignalHandlers {
  private let sources: [any DispatchSourceSignal]

  /// Handles the signals from now on.
  ///
  /// - Parameters:
  ///   - queue: the queue of the handlers
  ///   - handlers: by the number of the signal
  public init(on queue: DispatchQueue, _ handlers: KeyValuePairs<Int32, @Sendable () -> Void>) {
    // Blocked, not ignored: a signal that comes before its source is ready waits for it. Dispatch's
    // own threads block all signals.
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for (number, _) in handlers { sigaddset(&blocked, number) }
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    sources = handlers.map { number, handler in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler(handler: handler)
      source.activate()
      return source
    }
  }
}

/// Opens standard input, output and error where they are closed, so that no other file gets their
/// numbers.
///
/// Input is opened for writing and output for reading, so that using one is the error it was
/// before.
private func reserveStandardDescriptors() {
  for (descriptor, mode) in [
    (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
  ] where fcntl(descriptor, F_GETFD) < 0 {
    // The lowest free descriptor: just this one, as those below are open by now.
    _ = open("/dev/null", mode)
  }
}
