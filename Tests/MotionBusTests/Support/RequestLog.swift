// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionCore
import Synchronization
import SystemPackage

@testable import MotionBus

/// The requests of a service, with a descriptor that becomes readable with each request.
final class RequestLog: Sendable {
  private let requests = Mutex<[MotionService.Request]>([])
  private let ends: (read: Int32, write: Int32)

  init() {
    var ends: [Int32] = [-1, -1]
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    socketpair(AF_UNIX, Int32(type), 0, &ends)
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  var descriptor: Int32 { ends.read }

  func add(_ request: MotionService.Request) {
    requests.withLock { $0.append(request) }
    write(ends.write, "!", 1)
  }

  /// Makes the descriptor unreadable again.
  func rest() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    read(ends.read, &bytes, bytes.count)
  }

  /// What `body` makes of each request, for which it makes something.
  ///
  /// Under the lock: a copy shares its memory, and the thread sanitizer does not see that its
  /// references are counted.
  private func select<Value: Sendable>(_ body: (MotionService.Request) -> Value?) -> [Value] {
    requests.withLock { $0.compactMap(body) }
  }

  var all: [MotionService.Request] { select { $0 } }

  var demands: [Demand] {
    select { if case .demand(let demand) = $0 { demand } else { nil } }
  }

  /// The closures to call once the detectors of each demand are there.
  var settlements: [@Sendable () -> Void] {
    select { if case .settle(let settled) = $0 { settled } else { nil } }
  }

  var losses: [BusError] {
    select { if case .disconnected(let error) = $0 { error } else { nil } }
  }

  private var calls: [GrantedCall] {
    select { if case .call(let call) = $0 { call } else { nil } }
  }

  var simulations: [(text: String, reply: @Sendable (Result<Void, Refusal>) -> Void)] {
    calls.compactMap { call in
      guard case .simulate(let text) = call.call else { return nil }
      return (text, { result in call.reply(result.map { .done }) })
    }
  }

  var departures: [String] {
    select { if case .left(let client) = $0 { client } else { nil } }
  }

  var statusReplies: [@Sendable (Result<DaemonStatus, Refusal>) -> Void] {
    calls.filter { $0.call == .status }
      .map { call in { result in call.reply(result.map { .status($0) }) } }
  }

  var reloads: [@Sendable (Result<Void, Refusal>) -> Void] {
    calls.filter { $0.call == .reload }
      .map { call in { result in call.reply(result.map { .done }) } }
  }

  var sampleReplies: [@Sendable (Result<FileDescriptor, Refusal>) -> Void] {
    calls.compactMap { call in
      guard case .openSamples = call.call else { return nil }
      return { result in call.reply(result.map { .descriptor($0) }) }
    }
  }
}
