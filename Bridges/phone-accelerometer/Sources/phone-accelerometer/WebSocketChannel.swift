// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import PhoneProtocol

/// A WebSocket connection, by swift-nio: a handshake within 10 s, and frames of at most 64 kB.
struct WebSocketChannel: Sendable {
  private typealias Channel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

  /// The server is no WebSocket server.
  struct NotUpgraded: Error {}

  private static let mostBytes = 1 << 16
  private let channel: Channel

  /// Connects.
  ///
  /// - Parameters:
  ///   - address: the host and port
  ///   - path: the path, with its query
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

  /// Calls `body` for each text, and once when the connection ends; answers pings.
  ///
  /// - Throws: an error of the network; the error of `body`
  func read(_ body: (SensorServerSession.Input) async throws -> Void) async throws {
    try await channel.executeThenClose { inbound, outbound in
      for try await frame in inbound {
        var data = frame.unmaskedData
        switch frame.opcode {
        case .text, .binary:
          try await body(.frame(data.readBytes(length: data.readableBytes) ?? []))
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

  /// True of an error of the connection, whose repair is another one.
  static func isOfNetwork(_ error: any Error) -> Bool {
    error is IOError || error is ChannelError || error is NIOWebSocketError
      || error is HTTPParserError || error is NIOConnectionError || error is NotUpgraded
      || error is NIOWebSocketFrameAggregator.Error
  }

  /// The reason of `error`, for the user.
  static func reason(of error: any Error) -> String {
    switch error {
    case is NotUpgraded: "it is no WebSocket server"
    case is NIOConnectionError: "no connection"
    case is HTTPParserError: "it does not speak HTTP"
    case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error: "a frame that is too long"
    case ChannelError.connectTimeout: "no answer within 10 s"
    case is IOError, ChannelError.ioOnClosedChannel, ChannelError.eof, ChannelError.alreadyClosed:
      "the connection broke"
    case let error: "\(type(of: error))"
    }
  }
}
