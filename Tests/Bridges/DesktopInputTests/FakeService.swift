// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import CSystemBus
import Foundation
import MotionBus
import Synchronization

@testable import DesktopInput

/// A service on a bus, on a thread of its own, that answers as a test says.
final class FakeService {
  /// A call of one of its methods.
  struct Call {
    let connection: BusConnection
    let message: BusMessage
    let values: [BusValue]
    var member: String { message.member }
  }

  /// What is shared with the thread.
  private final class State: Sendable {
    let log = Mutex<[String]>([])
    let ready = DispatchSemaphore(value: 0)
    let ended = DispatchSemaphore(value: 0)
  }

  private let state = State()
  private let stop: [Int32]

  /// Starts the service; a call that `answer` leaves without an answer gets an error.
  init(
    _ name: String, on bus: PrivateBus, _ answer: @escaping @Sendable (Call) throws -> Void
  ) throws {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    stop = ends
    let (address, stopped, state) = (bus.address, ends[0], state)
    Thread.detachNewThread {
      defer { state.ended.signal() }
      guard let connection = try? BusConnection(.address(address)) else { return }
      let slot = try? BusSlot(
        "serve",
        { message in
          var type: UInt8 = 0
          sd_bus_message_get_type(message.pointer, &type)
          guard type == 1, let values = try? message.read() else { return }
          let texts = values.map { "\($0)" }.joined(separator: " ")
          state.log.withLock { $0.append("\(message.member) \(texts)") }
          try? answer(Call(connection: connection, message: message, values: values))
        }, { sd_bus_add_filter(connection.pointer, $0, $1, $2) })
      try? connection.requestName(name)
      state.ready.signal()
      while (try? connection.process()) != nil {
        var wishes = [
          pollfd(
            fd: connection.descriptor, events: Int16(truncatingIfNeeded: connection.events),
            revents: 0), pollfd(fd: stopped, events: Int16(POLLIN), revents: 0),
        ]
        poll(&wishes, 2, connection.queuedMessages > 0 ? 10 : -1)
        if wishes[1].revents != 0 { break }
      }
      withExtendedLifetime(slot) {}
    }
    state.ready.wait()
  }

  deinit {
    close(stop[1])
    state.ended.wait()
    close(stop[0])
  }

  /// The calls so far, each with its values.
  var calls: [String] { state.log.withLock { $0 } }

  /// The methods that were called so far.
  var members: [String] { calls.map { String($0.prefix { $0 != " " }) } }
}

/// A clock that stands still but for waiting, and what was waited for.
final class FakePace {
  var time = Duration.zero
  var waits: [Duration] = []

  var pace: Pace {
    Pace(
      now: { self.time },
      wait: { time in
        guard time > .zero else { return }
        self.time += time
        self.waits.append(time)
      })
  }
}
