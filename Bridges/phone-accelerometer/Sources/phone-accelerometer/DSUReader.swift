// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore
import NIOCore
import NIOPosix
import PhoneProtocol

/// Performs what a ``DSUSession`` asks for: makes a socket, sends requests, and hands on packets
/// and time.
actor DSUReader {
  private typealias Packet = AddressedEnvelope<ByteBuffer>
  private typealias Channel = NIOAsyncChannel<Packet, Packet>

  private enum End: Error {
    /// Make the socket again after a delay.
    case reopen(after: Duration)
  }

  private let address: PhoneAddress
  private let output: PhoneOutput
  private var session: DSUSession
  private var recording = PhoneRecording(of: .dsu)

  /// A reader of the server at `address`.
  init(_ address: PhoneAddress, _ output: PhoneOutput) {
    (self.address, self.output) = (address, output)
    session = DSUSession(address, client: .random(in: 1 ... .max))
  }

  /// Reads until the task is cancelled.
  ///
  /// - Throws: a ``PhoneFailure``; an `OutputError`
  func run() async throws {
    var delay = Duration.zero
    while !Task.isCancelled {
      do {
        try await Task.sleep(for: delay)
        try await read()
      } catch End.reopen(let after) {
        delay = after
      } catch is CancellationError { break }
    }
    try output.write(recording.finish(session.notes))
  }

  /// Reads from one socket until it fails.
  private func read() async throws {
    do {
      let channel = try await open()
      try await channel.executeThenClose { inbound, _ in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            try await self.process(.opened, channel)
            while true {
              try await Task.sleep(for: .milliseconds(250))
              try await self.process(.ticked, channel)
            }
          }
          group.addTask {
            for try await packet in inbound {
              var data = packet.data
              let bytes = data.readBytes(length: data.readableBytes) ?? []
              try await self.process(.packet(bytes), channel)
            }
          }
          // A refused request ends the packets without an error: the request has it.
          for try await _ in group {}
        }
      }
    } catch let error where !(error is End) && isOfNetwork(error) {
      try Task.checkCancellation()
      try await process(.failed(reason: reason(of: error)), nil)
    }
  }

  /// A socket that is connected, so that no other sender reaches it.
  private func open() async throws -> Channel {
    try await DatagramBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: address.host, port: address.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try Channel(wrappingChannelSynchronously: channel)
        }
      }
  }

  private func process(_ input: DSUSession.Input, _ channel: Channel?) async throws {
    let turn = session.process(input, at: .now())
    try output.write(&recording, turn.readings, turn.messages, session.notes)
    if let delay = turn.reopening { throw End.reopen(after: delay) }
    guard let channel = channel?.channel, let server = channel.remoteAddress else { return }
    for request in turn.requests {
      // Unlike a write of NIOAsyncChannel, this one has the error of the network.
      try await channel.writeAndFlush(
        Packet(remoteAddress: server, data: ByteBuffer(bytes: request)))
    }
  }

  private func isOfNetwork(_ error: any Error) -> Bool {
    WebSocketChannel.isOfNetwork(error) || error is SocketAddressError
  }

  private func reason(of error: any Error) -> String {
    switch error {
    case let error as IOError where error.errnoCode == ECONNREFUSED: "nothing listens there"
    case is SocketAddressError: "no such host"
    case let error: WebSocketChannel.reason(of: error)
    }
  }
}
