// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Glibc
import MotionCore
import TestSupport
import Testing

@testable import MotionBus

/// A connection in a main loop of the simplest kind: around `poll`.
final class PolledConnection {
  private(set) var connection: MotionConnection?
  private var events: [MotionConnection.Event] = []
  private var next = 0
  /// Called for each event, too.
  var onEvent: (MotionConnection.Event) -> Void = { _ in }

  /// A connection that waits for so many µs for the daemon to start, by default for as long as a
  /// test takes.
  init(
    _ bus: PrivateBus, claim: MotionClaim = MotionClaim(), isActive: Bool = true,
    startTimeoutMicroseconds: UInt64 = 60_000_000
  ) throws {
    connection = try MotionConnection(
      .address(bus.address), claim: claim, isActive: isActive,
      startTimeoutMicroseconds: startTimeoutMicroseconds
    ) { [unowned self] event in
      events.append(event)
      onEvent(event)
    }
  }

  /// The next thing that it tells, waiting for it for at most 20 s.
  func nextEvent() throws -> MotionConnection.Event {
    let connection = try #require(self.connection)
    while next == events.count {
      var wish = pollfd(fd: connection.descriptor, events: connection.events, revents: 0)
      let timeout = connection.timeoutMilliseconds
      let ready = poll(
        &wish, 1, timeout < 0 ? Deadline.milliseconds : min(timeout, Deadline.milliseconds))
      if ready == 0 && (timeout < 0 || timeout > Deadline.milliseconds) {
        throw Problem.nothingTold
      }
      connection.process()
    }
    next += 1
    return events[next - 1]
  }

  /// Waits until the bus has taken what was sent so far; no event may come meanwhile.
  func settle() throws {
    try #require(connection).bus.sync()
  }

  /// The next motion that it tells, as a word.
  func nextMotion() throws -> String {
    switch try nextEvent() {
    case .motion(let event): event.word
    case let other: "\(other)"
    }
  }

  /// Why it has no daemon: the next thing that it tells.
  func nextProblem() throws -> BusError {
    switch try nextEvent() {
    case .unavailable(let error): return error
    case let other: throw Problem.told(other)
    }
  }

  /// The events that the test has not taken yet.
  var waiting: [MotionConnection.Event] { Array(events[next...]) }

  enum Problem: Error {
    case nothingTold, told(MotionConnection.Event)
  }
}

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
