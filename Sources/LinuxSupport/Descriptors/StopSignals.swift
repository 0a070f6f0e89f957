// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import SystemPackage

/// SIGINT and SIGTERM as events to wait for, to end a command in an orderly way.
///
/// From its creation on, the two signals no longer kill the process, but make a wait return. It
/// also ignores SIGPIPE and SIGXFSZ: writing reports a closed pipe, and a file that may not grow. A
/// command makes it once; it lives as long as the process.
public struct StopSignals: ~Copyable {
  private let handlers: SignalHandlers
  /// A wakeup that, when raised, makes a wait return like a signal.
  package let request: Wakeup

  /// The ignored signals: a program that this one starts has their original handling.
  public static let ignored = [SIGPIPE, SIGXFSZ]

  /// The least number of files that the process must be able to open: 18 suffice motiond to start.
  private static let filesNeeded: rlim_t = 32

  /// Handles the signals from now on.
  ///
  /// - Parameter onStop: called at each signal, on any thread
  /// - Throws: a ``Failure`` if the process has no descriptor left
  public init(onStop: @escaping @Sendable () -> Void = {}) throws(Failure) {
    var limit = rlimit()
    // Dispatch traps without a word if it gets no descriptor.
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

  /// A Boolean value that indicates whether a signal has come, for checks during long work.
  public var isStopped: Bool { wait(milliseconds: 0) == .stopped }

  /// The outcome of a wait.
  public enum Outcome: Sendable {
    /// A descriptor is ready.
    case ready
    /// No descriptor was ready in time.
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

  /// Waits until `descriptor` is readable (or will never be), or a signal comes.
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
  /// - Parameter deadline: the time on the continuous clock
  /// - Returns: ``Outcome/timedOut`` or ``Outcome/stopped``
  public func wait(until deadline: ContinuousClock.Instant) -> Outcome {
    while true {
      let left = ContinuousClock.now.duration(to: deadline)
      // Rounded up: many short waits would follow a wait that ends too early.
      let milliseconds = max(0, (left / .milliseconds(1)).rounded(.up))
      if wait(milliseconds: Int32(min(milliseconds, 1e6))) == .stopped { return .stopped }
      if left <= .zero { return .timedOut }
    }
  }
}

/// Handlers of signals, which last as long as this value.
public struct SignalHandlers {
  private let sources: [any DispatchSourceSignal]

  /// Handles the signals from now on.
  ///
  /// - Parameters:
  ///   - queue: the queue of the handlers
  ///   - handlers: the handlers, by the number of the signal
  public init(on queue: DispatchQueue, _ handlers: KeyValuePairs<Int32, @Sendable () -> Void>) {
    // Blocked, not ignored: a signal that comes before its source is ready waits for the source.
    // Dispatch's threads block all signals.
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

/// Opens standard input, output and error if they are closed, to keep other files from their
/// numbers.
///
/// It opens input for writing and output for reading: using one is still the error it was before.
private func reserveStandardDescriptors() {
  for (descriptor, mode) in [
    (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
  ] where fcntl(descriptor, F_GETFD) < 0 {
    // The lowest free descriptor is just this one: the lower ones are open by now.
    _ = open("/dev/null", mode)
  }
}
