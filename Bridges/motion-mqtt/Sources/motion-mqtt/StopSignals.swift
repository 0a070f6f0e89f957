import CMosquitto
import Glibc
import MotionCore

/// SIGINT and SIGTERM as a descriptor to wait for, so that the program ends in an orderly way.
struct StopSignals {
  private let descriptor: Int32

  /// Blocks the signals in this thread and those that it starts; SIGPIPE is ignored.
  ///
  /// - Throws: a ``Failure`` if the process has no descriptor left
  init() throws(Failure) {
    signal(SIGPIPE, SIG_IGN)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for number in [SIGINT, SIGTERM] { sigaddset(&blocked, number) }
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    descriptor = signalfd(-1, &blocked, Int32(SFD_CLOEXEC))
    guard descriptor >= 0 else {
      throw Failure(.failure, "cannot wait for signals: \(String(cString: strerror(errno)))")
    }
  }

  /// Waits until one of `descriptors` is ready, a signal comes, or the time is over.
  ///
  /// - Parameters:
  ///   - descriptors: each with `POLLIN`, `POLLOUT`, or both
  ///   - milliseconds: the longest wait; less than 0 for no limit
  /// - Returns: true if a signal came
  func wait(
    for descriptors: [(number: Int32, events: Int16)], milliseconds: Int32 = -1
  ) -> Bool {
    var wishes = ([(descriptor, Int16(POLLIN))] + descriptors).map {
      pollfd(fd: $0.0, events: $0.1, revents: 0)
    }
    while poll(&wishes, nfds_t(wishes.count), milliseconds) < 0 && errno == EINTR {}
    return wishes[0].revents != 0
  }
}

extension Timestamp {
  /// The time since the machine was started, also while it slept: `CLOCK_BOOTTIME`.
  static func now() -> Timestamp {
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return Timestamp(nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
  }
}

/// The delays between attempts that fail: each twice as long as the one before, from 1 to 60 s.
struct RetryDelays {
  /// The number of delays since the last success.
  private(set) var count = 0

  /// The delay before the next attempt.
  mutating func next() -> Duration {
    count += 1
    return .seconds(min(60, 1 << min(count - 1, 6)))
  }

  /// Begins again, after an attempt that succeeded.
  mutating func reset() { count = 0 }
}
