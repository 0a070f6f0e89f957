// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOPosix
import PhoneProtocol

/// Requests by swift-nio, within bounds: 4 MB, 10 s, and no redirects.
///
/// Not by URLSession, which on Linux keeps what a server sends faster than it is read, without a
/// limit. Here the server waits. Each request has a connection of its own: iOS ends them anyway,
/// and some Android versions fail to keep them.
struct HTTPClient: Sendable {
  private typealias Channel = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

  /// The most bytes of an answer.
  private static let mostBytes = 4_000_000

  private let address: PhoneAddress

  /// A client of `address`.
  init(_ address: PhoneAddress) { self.address = address }

  /// Asks for `path`, and returns the answer, or the reason why there is none.
  func get(_ path: String, within limit: Duration = .seconds(10)) async -> PhoneAnswer {
    await withTaskGroup(of: PhoneAnswer.self) { group in
      group.addTask {
        do { return try await exchange(path, within: limit) } catch {
          return .failed(reason: networkReason(of: error) ?? "\(type(of: error))")
        }
      }
      group.addTask {
        try? await Task.sleep(for: limit)
        return .failed(reason: "no answer within \(limit.components.seconds) s")
      }
      defer { group.cancelAll() }
      return await group.next() ?? .failed(reason: "stopped")
    }
  }

  private func exchange(_ path: String, within limit: Duration) async throws -> PhoneAnswer {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connectTimeout(.seconds(limit.components.seconds))
      .connect(host: address.host, port: address.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHTTPClientHandlers()
          return try Channel(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      let headers = HTTPHeaders([
        ("Host", address.authority), ("Accept", "application/json"),
        ("Connection", "close"),
      ])
      try await outbound.write(
        .head(HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: headers)))
      try await outbound.write(.end(nil))
      return try await Self.answer(inbound)
    }
  }

  private static func answer(
    _ parts: NIOAsyncChannelInboundStream<HTTPClientResponsePart>
  ) async throws -> PhoneAnswer {
    var (status, server, body) = (0, "", [UInt8]())
    for try await part in parts {
      switch part {
      case .head(let head):
        status = Int(head.status.code)
        server = head.headers.first(name: "Server") ?? ""
        guard !(300..<400).contains(status) else {
          return .refused(reason: "it redirects to another address")
        }
      case .body(let bytes):
        guard body.count + bytes.readableBytes <= mostBytes else {
          return .refused(reason: "it has more than \(mostBytes / 1_000_000) MB")
        }
        body += bytes.readableBytesView
      case .end: return .response(status: status, server: server, body: body)
      }
    }
    return .failed(reason: "the connection broke")
  }
}
