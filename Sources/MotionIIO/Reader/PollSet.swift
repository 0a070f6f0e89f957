import CLinux
import DispatchSupport
import Glibc

/// The descriptors that a reader's thread waits for between readings.
struct PollSet {
  /// The first of what there is, in the order of urgency.
  enum Readiness {
    /// Another thread waits for the reader's queue.
    case interrupted
    /// Devices came or went.
    case deviceEvents
    /// The chip told something.
    case chipEvents
    /// Scans are waiting, or there will be none any more.
    case scans
    /// The time is over, or a signal came.
    case nothing
  }

  private var descriptors: [pollfd]
  /// Keeps its descriptor open.
  private let interruption: Wakeup?

  /// A set to wait for.
  ///
  /// - Parameters:
  ///   - interruption: ends a wait; nil if the process has no descriptor left
  ///   - deviceEvents: readable when udev has told something; nil if that cannot be waited for
  ///   - chipEvents: readable when the chip has told something; nil if it tells nothing
  ///   - scans: readable when scans are waiting; nil if that cannot be waited for
  init(interruption: Wakeup?, deviceEvents: Int32?, chipEvents: Int32? = nil, scans: Int32?) {
    self.interruption = interruption
    // The system ignores descriptors below zero.
    descriptors = [interruption?.descriptor.rawValue, deviceEvents, chipEvents, scans].map {
      pollfd(fd: $0 ?? -1, events: Int16(POLLIN), revents: 0)
    }
  }

  /// Waits until something is ready, for at most `nanoseconds`.
  mutating func wait(nanoseconds: Int64) -> Readiness {
    var limit = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    guard ppoll(&descriptors, nfds_t(descriptors.count), &limit, nil) > 0 else { return .nothing }
    if descriptors[0].revents != 0 { return .interrupted }
    if descriptors[1].revents != 0 { return .deviceEvents }
    return descriptors[2].revents != 0 ? .chipEvents : .scans
  }
}
