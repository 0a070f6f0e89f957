// SPDX-License-Identifier: Apache-2.0

import FakeSensor
import Foundation
import Glibc
import TestSupport

/// A server of libiio 0.24's text protocol on a loopback port of its own, for tests of its client.
///
/// It has no will and no clock: whoever reads from its buffer gets the answers that the test gave
/// it, in order, over however many connections that takes, and waits when there are none.
package final class FakeIIOD: Sendable {
  /// What becomes of one request for scans.
  package enum Answer: Sendable {
    /// These bytes, announced and masked as they should be.
    case scan([UInt8])
    /// These bytes and nothing else: an answer that breaks the protocol.
    case raw(String)
    /// The error `number`.
    case error(Int32)
    /// Nothing, and nothing for later requests of this connection either.
    case silence
    /// The connection is closed.
    case drop
  }

  /// As libiio wants it.
  package let uri: String
  /// What all connections share.
  package let desk: FakeDesk

  private let listener: Int32
  private let threads = DispatchGroup()

  /// A server of `devices` that gives `answers`.
  package init(_ devices: [FakeDevice], _ answers: [Answer] = []) throws {
    desk = FakeDesk(devices, answers)
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    uri = "ip:127.0.0.1:\(try Loopback.listen(on: listener))"
    let (listener, threads, desk) = (listener, threads, desk)
    Self.detach(in: threads) {
      while case let client = accept(listener, nil, nil), client >= 0 {
        Self.detach(in: threads) { FakeConnection(client, desk).serve() }
      }
    }
  }

  /// Whoever waits for an answer, or asks for one from now on, receives an end without scans.
  ///
  /// Without that a reader that is stopped is first waiting for its time-out.
  package func rest() {
    desk.rest()
  }

  /// Waits until every client has closed its connections and the server is gone.
  ///
  /// - Returns: whether that came to pass; false means that a client has leaked a connection
  package func stop() -> Bool {
    rest()
    shutdown(listener, Int32(SHUT_RDWR))
    defer { close(listener) }
    return threads.wait(timeout: Deadline.dispatch) == .success
  }

  private static func detach(in group: DispatchGroup, _ body: @escaping @Sendable () -> Void) {
    group.enter()
    Thread.detachNewThread {
      body()
      group.leave()
    }
  }
}
