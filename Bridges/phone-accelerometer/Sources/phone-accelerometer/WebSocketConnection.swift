// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import PhoneProtocol

/// A WebSocket connection, by swift-nio: a handshake within 10 s, and frames of at most 64 kB.
struct WebSocketConnection: StreamConnection {
  private typealias Channel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

  /// The server is no WebSocket server.
  struct NotUpgraded: Error {}

  private static let mostBytes = 1 << 16
  private let channel: Channel

  /// Connects to `path`, which has its query.
  ///
  /// - Throws: an error of the network; ``NotUpgraded``
  init(connectedTo address: PhoneAddress, _ path: String) async throws {
    var headers = HTTPHeaders([("Content-Length", "0")])
    headers.add(name: "Host", value: address.authority)
    let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path, headers: headers)
    let upgraded = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connectTimeout(.seconds(10))
      .connect(host: address.host, port: address.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          let limit = channel.eventLoop.scheduleTask(in: .seconds(10)) {
            channel.close(promise: nil)
          }
          let upgrader = NIOTypedWebSocketClientUpgrader<Channel?>(
            maxFrameSize: Self.mostBytes,
            upgradePipelineHandler: { channel, _ in
              limit.cancel()
              return channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(
                  NIOWebSocketFrameAggregator(
                    minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: 64,
                    maxAccumulatedFrameSize: Self.mostBytes))
                return try Channel(wrappingChannelSynchronously: channel)
              }
            })
          var configuration = NIOUpgradableHTTPClientPipelineConfiguration(
            upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
              upgradeRequestHead: head, upgraders: [upgrader],
              notUpgradingCompletionHandler: { channel in
                limit.cancel()
                return channel.close().map { nil }
              }))
          // The first frames may come with the handshake.
          configuration.leftOverBytesStrategy = .forwardBytes
          return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
            configuration: configuration)
        }
      }
    guard let channel = try await upgraded.get() else { throw NotUpgraded() }
    self.channel = channel
  }

  /// Hands on texts, and answers pings.
  func read(_ body: (StreamInput) async throws -> Void) async throws {
    try await channel.executeThenClose { inbound, outbound in
      try await body(.opened)
      for try await frame in inbound {
        var data = frame.unmaskedData
        switch frame.opcode {
        case .text, .binary:
          try await body(.data(data.readBytes(length: data.readableBytes) ?? []))
        case .ping:
          try await outbound.write(
            WebSocketFrame(fin: true, opcode: .pong, maskKey: .random(), data: data))
        case .connectionClose:
          let code = data.readInteger(as: UInt16.self).map { Int($0) }
          let reason = data.readString(length: data.readableBytes) ?? ""
          return try await body(.closed(code: code, reason: reason))
        default: continue
        }
      }
      try await body(.closed(code: nil, reason: ""))
    }
  }

  /// Sends nothing: SensorServer reads nothing.
  func send(_ packet: [UInt8]) {}
}
