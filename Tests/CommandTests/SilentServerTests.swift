// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

/// iio-network on a server of a network that accepts connections and says nothing.
@Suite(.waits) struct SilentServerTests {
  private final class Server {
    let uri: String
    private let listener: Int32

    init() throws {
      let descriptor = socket(
        AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isListening = withUnsafeMutableBytes(of: &address) { bytes in
        bytes.withMemoryRebound(to: sockaddr.self) {
          bind(descriptor, $0.baseAddress, size) == 0 && listen(descriptor, 16) == 0
            && getsockname(descriptor, $0.baseAddress, &size) == 0
        }
      }
      try #require(isListening)
      listener = descriptor
      uri = "ip:127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    }

    deinit { close(listener) }

    /// Waits until a client has connected.
    func waitForClient() throws {
      var wish = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      try #require(poll(&wish, 1, Deadline.milliseconds) == 1)
    }
  }

  @Test("it is given up with an error, and no part is taken for the whole")
  func silent() throws {
    let server = try Server()
    let command = try RunningCommand("iio-network", ["--list", server.uri])
    #expect(command.lines().isEmpty)
    let (status, errors) = try command.finish()
    #expect(status == 69)
    #expect(errors.contains("cannot reach the accelerometers at \(server.uri)"), "\(errors)")
  }

  @Test("a signal ends the wait", arguments: [[], ["--list"]])
  func interrupted(_ options: [String]) throws {
    let server = try Server()
    let command = try RunningCommand("iio-network", options + [server.uri])
    try server.waitForClient()
    command.send(SIGINT)
    let (status, errors) = try command.finish()
    #expect(options.isEmpty ? status == 0 : status != 0)
    #expect(errors.contains("Interrupted system call") != options.isEmpty, "\(errors)")
  }
}
