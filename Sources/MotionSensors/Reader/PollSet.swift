// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import LinuxSupport
import SystemPackage

/// The descriptors that a reader's thread waits for between readings.
///
/// An epoll instance: `poll` costs a tenth more of the processor for each reading, because it looks
/// at all descriptors each time.
struct PollSet: ~Copyable {
  /// The first ready thing, in the order of urgency.
  enum Readiness: UInt32 {
    /// Another thread sent a message to the reader's queue.
    case interrupted
    /// Devices came or went.
    case deviceEvents
    /// The chip has events.
    case chipEvents
    /// Scans are waiting, or no more will come.
    case scans
    /// Nothing is ready: the time is over, or a signal came.
    case nothing
  }

  private let epoll: FileDescriptor
  /// The wakeup, which keeps its descriptor open.
  private let interruption: Wakeup?

  /// A set to wait for.
  ///
  /// - Parameters:
  ///   - interruption: ends a wait; nil if the process has no descriptor left
  ///   - deviceEvents: readable when udev has events; nil if there is no descriptor for them
  ///   - chipEvents: readable when the chip has events; nil if none is switched on
  ///   - scans: readable when scans are waiting; nil if there is no descriptor for them
  /// - Throws: the system's error if the process has no descriptor left
  init(
    interruption: Wakeup?, deviceEvents: Int32?, chipEvents: Int32? = nil, scans: Int32?
  ) throws(Errno) {
    self.interruption = interruption
    epoll = FileDescriptor(rawValue: epoll_create1(Int32(EPOLL_CLOEXEC)))
    guard epoll.rawValue >= 0 else { throw .last }
    try add(interruption?.descriptor.rawValue, .interrupted)
    try add(deviceEvents, .deviceEvents)
    try add(chipEvents, .chipEvents)
    try add(scans, .scans)
  }

  deinit {
    try? epoll.close()
  }

  private func add(_ descriptor: Int32?, _ readiness: Readiness) throws(Errno) {
    guard let descriptor else { return }
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.u32 = readiness.rawValue
    guard epoll_ctl(epoll.rawValue, EPOLL_CTL_ADD, descriptor, &event) == 0 else { throw .last }
  }

  /// Waits until something is ready, for at most `nanoseconds`; this also ends an interruption.
  func wait(nanoseconds: Int64) -> Readiness {
    withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 4) { events in
      guard let start = events.baseAddress else { return .nothing }
      var limit = timespec(
        tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
      let room = Int32(events.count)
      var count = epoll_pwait2(epoll.rawValue, start, room, &limit, nil)
      if count < 0, errno != EINTR {
        // Kernels before 5.11 only know milliseconds.
        let limit = Int32(clamping: nanoseconds / 1_000_000 + 1)
        count = epoll_wait(epoll.rawValue, start, room, limit)
      }
      var first = Readiness.nothing
      for index in 0..<Int(max(0, count)) {
        let readiness = Readiness(rawValue: events[index].data.u32) ?? .nothing
        if readiness.rawValue < first.rawValue { first = readiness }
      }
      if first == .interrupted { interruption?.lower() }
      return first
    }
  }
}
