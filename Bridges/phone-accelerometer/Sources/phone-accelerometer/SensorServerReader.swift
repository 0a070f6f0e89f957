// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import PhoneProtocol

/// Performs what a ``SensorServerSession`` asks for: connects, and hands on frames and time.
actor SensorServerReader {
  private enum End: Error {
    /// Connect again after a delay.
    case connect(after: Duration)
  }

  private let address: PhoneAddress
  private let output: PhoneOutput
  private var session: SensorServerSession
  private var recording = PhoneRecording(of: .sensorServer)

  /// A reader of the phone at `address`.
  init(_ address: PhoneAddress, _ output: PhoneOutput) {
    (self.address, self.output) = (address, output)
    session = SensorServerSession(address)
  }

  /// Reads until the task is cancelled.
  ///
  /// - Throws: a ``PhoneFailure``; an `OutputError`
  func run() async throws {
    var delay = Duration.zero
    while !Task.isCancelled {
      do {
        try await Task.sleep(for: delay)
        try output.check()
        try await connect()
      } catch End.connect(let after) {
        delay = after
      } catch is CancellationError { break }
    }
    try output.write(recording.finish(session.notes))
  }

  /// Reads one connection until it is time to drop it.
  private func connect() async throws {
    let channel: WebSocketChannel
    do {
      channel = try await WebSocketChannel(connectedTo: address, SensorServerSession.path)
    } catch {
      try Task.checkCancellation()
      try process(.failed(reason: WebSocketChannel.reason(of: error)))
      return
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while true {
          try await Task.sleep(for: .milliseconds(250))
          try await self.process(.ticked)
        }
      }
      group.addTask {
        try await self.process(.opened)
        do {
          try await channel.read { try await self.process($0) }
        } catch let error where WebSocketChannel.isOfNetwork(error) {
          try await self.process(.failed(reason: WebSocketChannel.reason(of: error)))
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func process(_ input: SensorServerSession.Input) throws {
    let turn = session.process(input, at: .now())
    try output.write(&recording, turn.readings, turn.messages, session.notes)
    switch turn.next {
    case .none: break
    case .connect(let delay): throw End.connect(after: delay)
    case .end(let failure):
      try output.write(recording.finish(session.notes))
      throw failure
    }
  }
}
