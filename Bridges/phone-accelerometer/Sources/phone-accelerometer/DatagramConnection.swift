// SPDX-License-Identifier: Apache-2.0

import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import PhoneProtocol

/// A socket of UDP that is connected, so that no other sender reaches it.
struct DatagramConnection: StreamConnection {
  private let channel: NIOAsyncChannel<AddressedEnvelope<ByteBuffer>, ByteBuffer>

  /// Makes the socket.
  ///
  /// - Throws: an error of the network
  init(connectedTo address: PhoneAddress) async throws {
    channel = try await DatagramBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: address.host, port: address.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel(wrappingChannelSynchronously: channel)
        }
      }
  }

  func read(_ body: (StreamInput) async throws -> Void) async throws {
    try await channel.executeThenClose { inbound, _ in
      try await body(.opened)
      for try await packet in inbound {
        try await body(.data(Array(packet.data.readableBytesView)))
      }
    }
  }

  func send(_ packet: [UInt8]) async throws {
    // Unlike a write of NIOAsyncChannel, this one has the error of the network.
    try await channel.channel.writeAndFlush(ByteBuffer(bytes: packet))
  }
}

/// The reason of an error of the network, whose repair is another connection; nil of other errors.
func networkReason(of error: any Error) -> String? {
  switch error {
  case is WebSocketConnection.NotUpgraded, is NIOHTTPClientUpgradeError:
    "it is no WebSocket server"
  case is HTTPParserError: "it does not speak HTTP"
  case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error: "a frame that is too long"
  case is NIOConnectionError: "no connection"
  case is SocketAddressError: "no such host"
  case let error as IOError where error.errnoCode == ECONNREFUSED: "nothing listens there"
  case ChannelError.connectTimeout: "no answer within 10 s"
  case is IOError, is ChannelError: "the connection broke"
  default: nil
  }
}
