// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CSystemBus
import Glibc
import MotionBus
import MotionSynthesis

/// An attack on a service of a bus, by a process of its own that runs until it is killed.
enum Attack: String, CaseIterable, ExpressibleByArgument {
  /// Ten claims at once of half a million entries each, again and again.
  case hugeClaims = "huge-claims"
  /// Calls that make no sense, as fast as they are answered.
  case flood
  /// Calls whose answers are never read.
  case neverReads = "never-reads"
  /// Signals in the name of others.
  case forges
  /// Connections that claim and are gone.
  case comesAndGoes = "comes-and-goes"
  /// Claims that make sense, of which none is waited for.
  case claims
  /// Large calls of every method, by so many connections, which want answers or none.
  case large16 = "large-16"
  case large32 = "large-32"
  case silent16 = "silent-16"
  case silent32 = "silent-32"
  /// Nothing but a peer that answers, to aim an attack at.
  case target

  /// What it sends if that is as many bytes as the bus passes on.
  var large: LargeBodies? {
    switch self {
    case .large16: LargeBodies(connections: 16, wantsAnswers: true)
    case .large32: LargeBodies(connections: 32, wantsAnswers: true)
    case .silent16: LargeBodies(connections: 16, wantsAnswers: false)
    case .silent32: LargeBodies(connections: 32, wantsAnswers: false)
    case .hugeClaims, .flood, .neverReads, .forges, .comesAndGoes, .claims, .target: nil
    }
  }

  /// A user who may do nothing: nobody.
  private static let user: uid_t = 65_534

  /// Attacks the service called `name` on the bus at `address`, as nobody where root runs this.
  func run(on address: String, at name: String) throws -> Never {
    let bus = BusAddress.address(address)
    if geteuid() == 0, setuid(Self.user) != 0 { throw LoadProblem("cannot become nobody") }
    if let large { try large.send(to: name, on: bus) }
    switch self {
    case .hugeClaims: try Self.sendHugeClaims(bus, name)
    case .flood: try Self.flood(bus, name)
    case .neverReads: try Self.neverRead(bus, name)
    case .forges: try Self.forge(bus, name)
    case .comesAndGoes: try Self.comeAndGo(bus, name)
    case .claims: try Self.claim(bus, name)
    case .large16, .large32, .silent16, .silent32, .target:
      let connection = try BusConnection(bus)
      _ = sd_bus_request_name(connection.handle, name, 0)
      while true { try Self.turn([connection]) }
    }
  }

  /// The time between two attacks that are not answered, in milliseconds.
  private static let pause: Int32 = 1

  /// Waits until a connection has something to do, or for so long, and lets all of them do it.
  static func turn(_ connections: [BusConnection], atMost milliseconds: Int32 = -1) throws {
    var wishes = connections.map {
      pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0)
    }
    let isDue = connections.contains { $0.deadline == 0 }
    poll(&wishes, nfds_t(wishes.count), isDue ? 0 : milliseconds)
    for connection in connections { try connection.process() }
  }

  private static func sendHugeClaims(_ bus: BusAddress, _ name: String) throws -> Never {
    while true {
      let connections = try (0..<10).map { _ in try BusConnection(bus) }
      let calls = try connections.map { try hugeClaim($0, name, entries: 500_000) }
      var waiting = calls.count
      for (connection, call) in zip(connections, calls) {
        try connection.send(call) { _ in waiting -= 1 }
      }
      while waiting > 0 { try turn(connections) }
    }
  }

  private static func hugeClaim(
    _ connection: BusConnection, _ name: String, entries: Int
  ) throws -> BusMessage {
    let call = try connection.call(name, Motion1.path, Motion1.interface, "Claim")
    let message = call.handle
    let (array, entry, variant) = (CChar(97), CChar(101), CChar(118))
    sd_bus_message_open_container(message, array, "{sv}")
    for number in 0..<entries {
      sd_bus_message_open_container(message, entry, "sv")
      _ = "k\(number)".withCString { sd_bus_message_append_basic(message, CChar(115), $0) }
      sd_bus_message_open_container(message, variant, "u")
      _ = withUnsafePointer(to: UInt32(7)) { sd_bus_message_append_basic(message, CChar(117), $0) }
      sd_bus_message_close_container(message)
      sd_bus_message_close_container(message)
    }
    sd_bus_message_close_container(message)
    return call
  }

  private static func flood(_ bus: BusAddress, _ name: String) throws -> Never {
    let connections = try (0..<4).map { _ in try BusConnection(bus) }
    var random = SeededGenerator(seed: 1)
    let tally = Tally()
    while true {
      for connection in connections where tally.waiting < 400 {
        var nonsense = Nonsense.random(using: &random)
        nonsense.destination = name
        try nonsense.send(on: connection, tally)
      }
      try turn(connections, atMost: tally.waiting < 400 ? 0 : -1)
    }
  }

  private static func neverRead(_ bus: BusAddress, _ name: String) throws -> Never {
    let connection = try BusConnection(bus)
    while true {
      for _ in 0..<20 {
        let call = try connection.call(
          name, Motion1.path, "org.freedesktop.DBus.Properties", "GetAll",
          [.string(Motion1.interface)])
        try call.send()
      }
      poll(nil, 0, pause)
    }
  }

  private static func forge(_ bus: BusAddress, _ name: String) throws -> Never {
    let connection = try BusConnection(bus)
    while true {
      for number in 0..<20 {
        func forge(
          _ path: String, _ interface: String, _ member: String, _ values: BusValue...
        ) throws { try connection.signal(path, interface, member, values).send(to: name) }
        let who = BusValue.string(":1.\(number)")
        try forge(
          "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged", who, who, .string("")
        )
        let polkit = "org.freedesktop.PolicyKit1.Authority"
        try forge("/org/freedesktop/PolicyKit1/Authority", polkit, "Changed")
        try forge(
          Motion1.path, Motion1.interface, "MotionBegan", .string("shake"), .uint64(1),
          .dictionary([:]))
      }
      try turn([connection], atMost: pause)
    }
  }

  private static func claim(_ bus: BusAddress, _ name: String) throws -> Never {
    let connections = try (0..<32).map { _ in try BusConnection(bus) }
    while true {
      for connection in connections {
        while connection.queuedMessages < 2 {
          let call = try connection.call(
            name, Motion1.path, Motion1.interface, "Claim", [.dictionary([:])])
          sd_bus_message_set_expect_reply(call.handle, 0)
          try call.send()
        }
      }
      try turn(connections)
    }
  }

  private static func comeAndGo(_ bus: BusAddress, _ name: String) throws -> Never {
    while true {
      let connection = try BusConnection(bus)
      let call = try connection.call(
        name, Motion1.path, Motion1.interface, "Claim", [.dictionary([:])])
      var isAnswered = false
      try connection.send(call) { _ in isAnswered = true }
      // Every other one leaves before the answer.
      if Bool.random() {
        while !isAnswered { try turn([connection]) }
      } else {
        try connection.process()
      }
      connection.close()
    }
  }
}
