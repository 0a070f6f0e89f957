// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Glibc
import MotionBus
import MotionCore
import TestSupport

/// A bus, a motiond on it, its feed, and the one loop in which all clients live.
final class LoadRig {
  let bus: PrivateBus
  private(set) var daemon: DaemonProcess
  private(set) var feed: Feed?

  /// The time for motiond to warm up, in seconds.
  let warmUp: Double

  /// A new bus with a motiond that is not fed yet.
  init(_ scale: LoadScale) throws {
    warmUp = scale.warmUp
    // As many answers as on a session bus; a bus without a word about it has 128.
    bus = try PrivateBus(
      policy: PrivateBus.openPolicy + "<limit name=\"max_replies_per_connection\">50000</limit>")
    daemon = try DaemonProcess(on: bus.address)
  }

  /// Ends bus and daemon.
  func stop() {
    daemon.kill()
    bus.stop()
  }

  /// Has a new motiond in place of the one before, which is killed; it is not fed yet.
  func replaceDaemon() throws {
    feed = nil
    daemon.kill()
    daemon = try DaemonProcess(on: bus.address)
  }

  /// Begins to feed.
  func startFeed() throws {
    feed = try Feed(into: daemon.pipe)
  }

  /// Feeds what is due, and lets clients read and write until something else is due.
  func turn(_ clients: [LoadClient]) throws {
    if let ending = daemon.ending { throw LoadProblem(ending) }
    try feed?.writeDue()
    var wishes = clients.map {
      pollfd(fd: $0.bus.descriptor, events: Int16($0.bus.events), revents: 0)
    }
    poll(&wishes, nfds_t(wishes.count), min(feed?.patience ?? 10, 10))
    // Descriptors whose data sd-bus has read but not yet delivered are due, not ready.
    let now = UInt64(time(on: CLOCK_MONOTONIC) / 1000)
    for (client, wish) in zip(clients, wishes) {
      let isDue = client.bus.deadline.map { $0 <= now } ?? false
      guard wish.revents != 0 || isDue else { continue }
      do throws(BusError) {
        try client.bus.process()
      } catch {
        let bus = bus.isRunning ? "dbus-daemon threw it out" : "dbus-daemon has ended"
        throw LoadProblem("a client lost the bus: \(error); \(bus)")
      }
    }
  }

  /// Turns until `seconds` have passed.
  ///
  /// - Parameters:
  ///   - seconds: how long
  ///   - clients: asked for anew in each turn
  ///   - act: what is to be done between turns
  /// - Throws: a ``LoadProblem`` if motiond has ended; what `act` throws
  func run(
    for seconds: Double, _ clients: () -> [LoadClient], _ act: () throws -> Void = {}
  ) throws {
    let end = bootTime() + Int64(seconds * 1e9)
    while bootTime() < end {
      try act()
      try turn(clients())
    }
  }

  /// Turns until `isSo`.
  ///
  /// - Throws: a ``LoadProblem`` if it is not so before the ``Deadline``
  func run(
    _ clients: [LoadClient], until what: String, _ isSo: () throws -> Bool
  ) throws {
    let end = Deadline.instant
    while try !isSo() {
      guard .now < end else { throw LoadProblem("waited in vain until \(what)") }
      try turn(clients)
    }
  }

  // MARK: Claims

  /// Lets `clients` claim, each the motions for its index, and waits until they have.
  ///
  /// Asks again while there is no daemon.
  func claim(_ clients: [LoadClient], _ wish: (Int) -> ClaimWish) throws {
    try ask(clients, until: "motiond has taken all claims", wish)
  }

  /// Lets `clients` release what they claimed; when this returns they have heard all there was.
  func release(_ clients: [LoadClient]) throws {
    try ask(clients, until: "motiond has released all claims") { _ in nil }
  }

  private func ask(
    _ clients: [LoadClient], until what: String, _ wish: (Int) -> ClaimWish?
  ) throws {
    try run(clients, until: "the clients have their answers") {
      !clients.contains(where: \.isWaiting)
    }
    for (index, client) in clients.enumerated() { try client.ask(wish(index)) }
    var retryAt: Int64 = 0
    try run(clients, until: what) {
      let refused = clients.indices.filter { clients[$0].refusal != nil }
      if !refused.isEmpty, bootTime() >= retryAt {
        retryAt = bootTime() + 100_000_000
        for index in refused { try clients[index].ask(wish(index)) }
      }
      return clients.allSatisfy { !$0.isWaiting && $0.refusal == nil }
    }
  }

  /// New clients on the bus.
  func clients(_ count: Int) throws -> [LoadClient] {
    try (0..<count).map { _ in try LoadClient(bus.address) }
  }
}

/// The time on `CLOCK_BOOTTIME`, in nanoseconds.
func bootTime() -> Int64 { time(on: CLOCK_BOOTTIME) }

/// The time on `clock`, in nanoseconds.
func time(on clock: clockid_t) -> Int64 {
  var now = timespec()
  clock_gettime(clock, &now)
  return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}
