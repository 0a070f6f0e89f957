// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import PhoneProtocol

/// A connection to a server that sends readings by itself.
protocol StreamConnection: Sendable {
  /// Calls `body` once it is open, for what comes, and when the server closes it.
  ///
  /// - Throws: an error of the network; the error of `body`
  func read(_ body: (StreamInput) async throws -> Void) async throws

  /// Sends a packet.
  ///
  /// - Throws: an error of the network
  func send(_ packet: [UInt8]) async throws
}

/// Performs what a session asks for: connects, sends packets, and hands on what comes, and time.
actor StreamReader<Session: StreamSession> {
  private enum End: Error {
    /// Connect again after a delay.
    case connect(after: Duration)
  }

  private let connect: @Sendable () async throws -> any StreamConnection
  private let output: PhoneOutput
  private var session: Session
  private var recording = PhoneRecording(of: Session.app)

  /// A reader of what `connect` connects to.
  init(
    _ session: Session, _ output: PhoneOutput,
    by connect: @escaping @Sendable () async throws -> any StreamConnection
  ) {
    (self.session, self.output, self.connect) = (session, output, connect)
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
        try await read()
      } catch End.connect(let after) {
        delay = after
      } catch is CancellationError { break }
    }
    try output.write(recording.finish(session.notes))
  }

  /// Reads one connection until it is time to drop it.
  private func read() async throws {
    do {
      let connection = try await connect()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          while true {
            try await Task.sleep(for: .milliseconds(250))
            try await self.process(.ticked, connection)
          }
        }
        group.addTask { try await connection.read { try await self.process($0, connection) } }
        // A server that refuses packets may end reading without an error: sending has it.
        for try await _ in group {}
      }
    } catch let error {
      guard let reason = networkReason(of: error) else { throw error }
      try Task.checkCancellation()
      try await process(.failed(reason: reason), nil)
    }
  }

  private func process(_ input: StreamInput, _ connection: (any StreamConnection)?) async throws {
    let turn = session.process(input, at: .now())
    try output.write(&recording, turn.readings, turn.messages, session.notes)
    switch turn.next {
    case .goOn(let packets): for packet in packets { try await connection?.send(packet) }
    case .connect(let delay): throw End.connect(after: delay)
    case .end(let failure):
      try output.write(recording.finish(session.notes))
      throw failure
    }
  }
}
