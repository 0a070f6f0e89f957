// SPDX-License-Identifier: Apache-2.0

import FakeIIOD
import FakeSensor
import Glibc
import SystemPackage
import TestSupport
import TestTraits
import Testing

@testable import IIORelay

/// The sockets and threads of the relay between libiio and a server.
@Suite(.waits) struct RelayConnectionTests {
  @Test("a deadline that has passed, and a peer that is gone, end a wait although there is data")
  func waits() throws {
    let (server, other) = try Self.pair()
    let (client, far) = try Self.pair()
    try other.send([1, 2, 3], until: nil)
    #expect(throws: Errno.timedOut) { try server.receive(atMost: 1, until: .now - .seconds(1)) }
    #expect(try server.receive(atMost: 1, until: nil, besides: client) == [1])
    far.hangUp()
    #expect(throws: Errno.socketShutdown) {
      try server.receive(atMost: 1, until: nil, besides: client)
    }
  }

  @Test("a listener that fails is a problem of the server, and not the end of all answers")
  func listenerFails() throws {
    let iiod = try FakeIIOD([.accelerometer()])
    let relay = try IIORelay(to: iiod.uri)
    let port = try Self.port(of: relay)
    // The relay's own descriptor of it, which accept finds shut down.
    let listener = try #require((3..<1024).first { Self.isListener($0, on: port) })
    shutdown(Int32(listener), Int32(SHUT_RDWR))
    #expect(settles { relay.problem == .system(.invalidArgument) })
  }

  @Test("eight connections at once, each with two sockets, and no more")
  func connections() throws {
    let address = try #require(NetworkAddress(uri: "ip:box"))
    let shared = IIORelay.Shared(address, try Self.pair().0, .zero)
    let sockets = try (0...16).map { _ in try Self.pair().0 }
    #expect(sockets.map { shared.keep($0) }.firstIndex(of: false) == 16)
    shared.drop(sockets[0])
    #expect(shared.keep(sockets[16]))
  }

  @Test("a client that ends in the middle of a request ends its own connection alone")
  func halfRequest() throws {
    let iiod = try FakeIIOD([.accelerometer()])
    let relay = try IIORelay(to: iiod.uri)
    #expect(try Self.answer(of: relay, to: "WRITE iio:device0 x 100\r\n", isHalf: true) == "")
    #expect(relay.problem == nil)
    #expect(try Self.answer(of: relay, to: "VERSION\r\nEXIT\r\n")?.hasPrefix("0.24.") == true)
  }

  @Test(
    "connections of another user are closed, and leave room for others",
    .enabled(if: geteuid() == 0)
  )
  func otherUser() throws {
    let iiod = try FakeIIOD([.accelerometer()])
    let relay = try IIORelay(to: iiod.uri)
    // setfsuid, which Swift's Glibc lacks.
    let pointer = try #require(dlsym(nil, "setfsuid"))
    let setUser = unsafeBitCast(pointer, to: (@convention(c) (uid_t) -> Int32).self)
    for _ in 0..<20 {
      // Of this thread alone; the kernel gives it to its sockets.
      _ = setUser(65_534)
      defer { _ = setUser(0) }
      #expect(try Self.answer(of: relay, to: "VERSION\r\n") == "")
    }
    #expect(!iiod.desk.log.contains("VERSION"))
    #expect(try Self.answer(of: relay, to: "VERSION\r\nEXIT\r\n")?.hasPrefix("0.24.") == true)
  }

  @Test("the user of a connection, from the kernel's table")
  func users() {
    let loopback = UInt32(0x7F00_0001).bigEndian
    let digits = String(loopback, radix: 16, uppercase: true)
    let address = String(repeating: "0", count: 8 - digits.count) + digits
    let table = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: \(address):1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     7        0 1 1
         1: \(address):1F90 \(address):C350 01 00000000:00000000 00:00000000 00000000  7        0 2 1
         2: 0100000A:C350 \(address):1F90 01 00000000:00000000 00:00000000 00000000     8        0 3 1
         3: \(address):C350 \(address):1F90 01 00000000:00000000 00:00000000 00000000  1000     0 4 1
      """
    #expect(LoopbackUser.user(from: 50_000, to: 8080, in: table) == 1000)
    #expect(LoopbackUser.user(from: 50_001, to: 8080, in: table) == nil)
    #expect(LoopbackUser.user(from: 50_000, to: 8081, in: table) == nil)
    #expect(LoopbackUser.user(from: 50_000, to: 8080, in: "") == nil)
  }

  private static func pair() throws -> (NetworkSocket, NetworkSocket) {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
    return (NetworkSocket(ends[0]), NetworkSocket(ends[1]))
  }

  private static func port(of relay: IIORelay) throws -> UInt16 {
    try #require(UInt16(relay.uri.drop { $0 != ":" }.dropFirst().drop { $0 != ":" }.dropFirst()))
  }

  private static func isListener(_ descriptor: Int, on port: UInt16) -> Bool {
    var (listens, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    getsockopt(Int32(descriptor), SOL_SOCKET, SO_ACCEPTCONN, &listens, &size)
    var address = sockaddr_in()
    size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutableBytes(of: &address) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) {
        getsockname(Int32(descriptor), $0.baseAddress, &size)
      }
    }
    return listens != 0 && result == 0 && UInt16(bigEndian: address.sin_port) == port
  }

  /// What `relay` answers to `request`, until it hangs up; after half a request nothing follows.
  private static func answer(
    of relay: IIORelay, to request: String, isHalf: Bool = false
  ) throws -> String? {
    let descriptor = try Loopback.connect(to: port(of: relay))
    _ = send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL))
    if isHalf { shutdown(descriptor, Int32(SHUT_WR)) }
    return readAll(descriptor)
  }

  /// All that arrives until the other side hangs up, or for at most 20 s without anything.
  private static func readAll(_ descriptor: Int32) -> String? {
    defer { close(descriptor) }
    var all: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 256)
    var wish = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&wish, 1, Deadline.milliseconds) > 0 {
      let count = recv(descriptor, &bytes, bytes.count, 0)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += bytes.prefix(count)
    }
    return nil
  }
}
