// SPDX-License-Identifier: Apache-2.0

import CSystemBus
import Glibc
import TestSupport
import Testing

@testable import MotionBus

extension BusConnection {
  /// Processes until the bus has answered a call, and so has taken all that was sent before it.
  func sync() throws {
    _ = try ask("org.freedesktop.DBus.Peer", "Ping")
  }

  /// All names on the bus.
  func names() throws -> [String] {
    guard case .strings(let names)? = try ask("org.freedesktop.DBus", "ListNames").first else {
      return []
    }
    return names
  }

  private func ask(_ interface: String, _ method: String) throws -> [BusValue] {
    var answer: Result<[BusValue], BusError>?
    try send(try call("org.freedesktop.DBus", "/org/freedesktop/DBus", interface, method)) {
      answer = $0
    }
    while true {
      try process()
      if let answer { return try answer.get() }
      var wish = pollfd(fd: descriptor, events: Int16(events), revents: 0)
      try #require(poll(&wish, 1, Deadline.milliseconds) > 0, "a time-out")
    }
  }
}
