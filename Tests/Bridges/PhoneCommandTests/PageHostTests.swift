// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import PhoneProtocol
import Synchronization
import TestTraits
import Testing

@testable import phone_accelerometer

/// The page on a machine whose addresses change.
@Suite(.waits) struct PageHostTests {
  /// The addresses of a machine.
  private final class Machine: Sendable {
    let addresses = Mutex<[String]>([])

    func find() throws -> [IPAddress] {
      let all = addresses.withLock { $0.compactMap { IPAddress($0) } }
      guard !all.isEmpty else { throw Failure(.unavailable, "no network") }
      return all
    }
  }

  @Test("it listens where the machine is, and nowhere else, once that stays; and says so once")
  func moves() async throws {
    let machine = Machine()
    let (_, failures) = AsyncThrowingStream.makeStream(of: Void.self)
    let server = PageServer(
      PhoneOutput(file: .standardOutput), tells: false, failures: failures)
    let host = PageHost(server, port: 0, find: machine.find) { PagePlace(local: $0) }
    await #expect(throws: Failure.self) { try await host.open() }
    machine.addresses.withLock { $0 = ["127.0.0.2", "127.0.0.3"] }
    guard case .opened(_, let path, let port, isMove: false) = try await host.open() else {
      Issue.record("it did not open")
      return
    }
    for (addresses, news) in [
      // At the first look nothing is done, at the second it moves, and then it stays.
      (["127.0.0.2", "127.0.0.3"], "none, none, none"), (["127.0.0.3"], "none, moved, none"),
      // No address of this machine cannot be listened on.
      ([], "none, nowhere, none"), (["203.0.113.9"], "none, nowhere, none"),
      (["127.0.0.3"], "none, back, none"), (["127.0.0.2", "127.0.0.4"], "none, moved, none"),
      (["127.0.0.4", "127.0.0.2"], "none, none, none"),
    ] {
      machine.addresses.withLock { $0 = addresses }
      var told: [String] = []
      for _ in 0..<3 {
        switch await host.look() {
        case .none: told.append("none")
        case .back: told.append("back")
        case .nowhere: told.append("nowhere")
        case .opened(_, path, port, isMove: true): told.append("moved")
        case .opened: told.append("with another token or port")
        }
      }
      #expect(told.joined(separator: ", ") == news, "\(addresses)")
      for number in 2...4 as ClosedRange<UInt32> {
        let address = "127.0.0.\(number)"
        var answer: String?
        // On a busy machine the server's time for an answer is over before its turn.
        for _ in 0..<30 where answer?.isEmpty ?? true {
          let socket = try? PageServerTests.Socket(port: port, host: number)
          socket?.send("GET \(path) HTTP/1.0\r\nHost: \(address):\(port)\r\n\r\n")
          answer = socket?.rest()
          if answer == nil { break }
        }
        let isServed = answer?.hasPrefix("HTTP/1.1 200 OK")
        #expect(
          isServed == (addresses.contains(address) ? true : nil),
          "\(addresses), \(address):\(port): \(answer?.prefix(200) ?? "no connection")")
      }
    }
    await host.close()
    #expect(throws: (any Error).self) { try PageServerTests.Socket(port: port, host: 2) }
  }
}
