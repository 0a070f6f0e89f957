// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestSupport
import Testing

@testable import MotionBus

/// Processes until `isDone`, or for at most 20 s without anything happening.
///
/// - Parameters:
///   - connections: all that the test has to process
///   - log: what else may make it done
///   - isDone: what is waited for
/// - Throws: an error after a time-out
func process(
  _ connections: [BusConnection], _ log: RequestLog? = nil, until isDone: () -> Bool
) throws {
  while true {
    for connection in connections { try connection.process() }
    if isDone() { return }
    var wishes = connections.map {
      pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0)
    }
    if let log { wishes.append(pollfd(fd: log.descriptor, events: Int16(POLLIN), revents: 0)) }
    // What was read during a call that blocked is due at once.
    let isDue = connections.contains { $0.deadline == 0 }
    let ready = poll(&wishes, nfds_t(wishes.count), isDue ? 0 : Deadline.milliseconds)
    try #require(ready > 0 || isDue, "a time-out")
    log?.rest()
  }
}
