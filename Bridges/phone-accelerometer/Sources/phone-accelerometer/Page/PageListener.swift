// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// Listens for browsers on some addresses of this machine, and on no others.
struct PageListener {
  /// The bytes that the kernel holds for a connection, in each direction.
  private static let buffer: ChannelOptions.Types.SocketOption.Value = 1 << 16
  /// The bytes that are read at once.
  private static let piece = 1 << 14

  private let channels: [any Channel]

  /// The port, also where any was wanted.
  var port: Int { channels.first?.localAddress?.port ?? 0 }

  /// Listens on `port` of each address, by TLS where there is a context.
  ///
  /// - Throws: a ``Failure`` that names the address and what to do
  init(
    _ addresses: [String], port: Int, _ context: NIOSSLContext?, _ connections: PageConnections,
    _ server: PageServer
  ) async throws(Failure) {
    var channels: [any Channel] = []
    for address in addresses {
      do {
        channels.append(
          try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 16)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // Each connection gets these.
            .serverChannelOption(.socketOption(.so_rcvbuf), value: Self.buffer)
            .serverChannelOption(.socketOption(.so_sndbuf), value: Self.buffer)
            .childChannelOption(
              .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.piece)
            )
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelInitializer { channel in
              channel.eventLoop.makeCompletedFuture {
                guard connections.admit(channel) else { throw ChannelError.inputClosed }
                try PageConnection.begin(channel, context, server)
              }
            }
            // If any port was wanted, it is the same on all of them.
            .bind(host: address, port: channels.first?.localAddress?.port ?? port).get())
      } catch {
        await Self.close(channels)
        throw Failure(.unavailable, Self.reason(of: error, address, port))
      }
    }
    self.channels = channels
  }

  /// Ends listening, also for a program that was started meanwhile: it has the sockets as well,
  /// until it closes them, and would keep the port.
  func close() async { await Self.close(channels) }

  private static func close(_ channels: [any Channel]) async {
    for channel in channels {
      try? await channel.eventLoop.flatSubmit {
        _ = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
          of: NIOBSDSocket.Handle.self
        ) { shutdown($0, Int32(SHUT_RDWR)) }
        return channel.close()
      }.get()
    }
  }

  private static func reason(of error: any Error, _ address: String, _ port: Int) -> String {
    let place = "cannot listen on \(address), port \(port): "
    return switch error {
    case let error as IOError where error.errnoCode == EADDRINUSE:
      place + "another program does; --port takes another port"
    case let error as IOError where error.errnoCode == EACCES:
      place + "ports below 1024 are for root; --port takes another port"
    case let error as IOError where error.errnoCode == EADDRNOTAVAIL:
      place + "it is no address of this machine"
    case let error: place + "\(error)"
    }
  }
}

/// The number of connections, which is bounded: of all, and of one address.
final class PageConnections: Sendable {
  private static let connections = Budget<String>.Limits(total: 64, each: 16)

  private let budget = Mutex(Budget(connections))

  /// Counts `channel` until it is closed.
  ///
  /// - Returns: false if there are too many
  func admit(_ channel: any Channel) -> Bool {
    let address = channel.remoteAddress?.ipAddress ?? ""
    guard budget.withLock({ $0.take(for: address) }) else { return false }
    channel.closeFuture.whenComplete { _ in self.budget.withLock { $0.giveBack(of: address) } }
    return true
  }
}
