// SPDX-License-Identifier: Apache-2.0

import Glibc
import TestTraits
import Testing

@testable import MotionBus

@Suite(.waits) struct ServiceManagerTests {
  @Test("systemd is notified in its own words", .exits)
  func notifications() async {
    await #expect(processExitsWith: .success) {
      let socket = try NotifySocket()
      ServiceManager.ready()
      ServiceManager.stopping()
      ServiceManager.feedWatchdog()
      ServiceManager.status("2 clients\nWATCHDOG=trigger")
      try #require(socket.receive() == "READY=1")
      try #require(socket.receive() == "STOPPING=1")
      try #require(socket.receive() == "WATCHDOG=1")
      try #require(socket.receive() == "STATUS=2 clients WATCHDOG=trigger")
    }
  }

  @Test("a reload says when it was, on the monotonic clock", .exits)
  func reload() async {
    await #expect(processExitsWith: .success) {
      let socket = try NotifySocket()
      let before = monotonicMicroseconds()
      ServiceManager.reloading()
      let after = monotonicMicroseconds()
      let lines = socket.receive().split(separator: "\n")
      try #require(lines.count == 2 && lines[0] == "RELOADING=1")
      let time = try #require(Int(lines[1].dropFirst("MONOTONIC_USEC=".count)))
      try #require((before...after).contains(time))
    }
  }

  @Test("the watchdog's period is that of the environment, if it is meant for this process", .exits)
  func watchdog() async {
    await #expect(processExitsWith: .success) {
      unsetenv("WATCHDOG_USEC")
      try #require(ServiceManager.watchdogPeriod == nil)
      setenv("WATCHDOG_USEC", "2500000", 1)
      try #require(ServiceManager.watchdogPeriod == .milliseconds(2500))
      setenv("WATCHDOG_PID", "1", 1)
      try #require(ServiceManager.watchdogPeriod == nil)
    }
  }

  @Test("without systemd nothing happens", .exits)
  func absent() async {
    await #expect(processExitsWith: .success) {
      unsetenv("NOTIFY_SOCKET")
      ServiceManager.ready()
      setenv("NOTIFY_SOCKET", "/nowhere/at/all", 1)
      ServiceManager.ready()
    }
  }
}

private func monotonicMicroseconds() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return now.tv_sec * 1_000_000 + now.tv_nsec / 1000
}

/// The socket that systemd would have, in the environment of this process.
private final class NotifySocket {
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    // The kernel chooses an abstract name.
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var length = socklen_t(MemoryLayout<sa_family_t>.size)
    let descriptor = descriptor
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard bind(descriptor, pointer, length) == 0 else { return Int32(-1) }
        length = socklen_t(MemoryLayout<sockaddr_un>.size)
        return getsockname(descriptor, pointer, &length)
      }
    }
    try #require(result == 0)
    let name = withUnsafeBytes(of: &address.sun_path) { bytes in
      let count = Int(length) - MemoryLayout<sa_family_t>.size
      return "@" + String(decoding: bytes[1..<count], as: UTF8.self)
    }
    setenv("NOTIFY_SOCKET", name, 1)
  }

  /// The next message; empty without a message, as sending is done when it returns.
  func receive() -> String {
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
