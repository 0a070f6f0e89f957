// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import NIOCore
import NIOPosix
import PhoneProtocol

/// Performs what a ``PageDesk`` asks for: writes the recording, and tells the user.
actor PageServer {
  /// The most bytes of a line of an app.
  private static let longestLine = 4096

  /// Nil until its port is known.
  private var desk: PageDesk?
  private var hasBadLine = false
  private let output: PhoneOutput
  private let tells: Bool
  private let failures: AsyncThrowingStream<Void, any Error>.Continuation

  /// A server; `tells` is true if an app tells what it recognizes, and `failures` ends with the
  /// reason why reading ends.
  init(
    _ output: PhoneOutput, tells: Bool,
    failures: AsyncThrowingStream<Void, any Error>.Continuation
  ) {
    (self.output, self.tells, self.failures) = (output, tells, failures)
  }

  /// Lets in the requests that `gate` lets in, and no others from now on.
  func open(_ gate: PageGate) {
    guard desk != nil else { return desk = PageDesk(gate, tells: tells) }
    desk?.gate = gate
  }

  /// Answers a request.
  func answer(_ request: PageRequest) -> PageReply {
    guard let turn = desk?.answer(request, at: .now(), nonce: Self.random()) else {
      return PageReply(.refusal(404))
    }
    do throws(OutputError) { try output.write(turn.piece) } catch {
      failures.finish(throwing: error)
    }
    guard let failure = turn.failure else { return PageReply(turn.answer) }
    let failures = failures
    return PageReply(turn.answer) { failures.finish(throwing: failure) }
  }

  /// Notes that time has passed.
  ///
  /// - Throws: `OutputError.closed` if nobody reads standard output any more
  func tick() throws(OutputError) {
    try output.check()
    for message in desk?.tick(at: .now()) ?? [] { output.report("\(message)") }
  }

  /// Reads the lines of an app until it closes its end, and then waits until it is cancelled.
  ///
  /// - Throws: a ``Failure`` if `descriptor` cannot be read
  func readLines(from descriptor: Int32) async throws {
    do {
      let channel = try await NIOPipeBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .takingOwnershipOfDescriptor(input: descriptor) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<ByteBuffer, Never>(wrappingChannelSynchronously: channel)
          }
        }
      try await channel.executeThenClose { inbound in
        var line: [UInt8] = []
        for try await part in inbound {
          for byte in part.readableBytesView {
            if byte != UInt8(ascii: "\n") { line.append(byte) } else { take(&line) }
            // A line without end takes no memory.
            if line.count > Self.longestLine { take(&line) }
          }
        }
      }
    } catch is CancellationError {
      throw CancellationError()
    } catch { throw Failure(.noInput, "cannot read --events \(descriptor): \(error)") }
    try await Task.sleep(for: .seconds(1_000_000))
  }

  private func take(_ line: inout [UInt8]) {
    defer { line.removeAll() }
    guard !line.isEmpty, desk?.take(line: line) == false, !hasBadLine else { return }
    hasBadLine = true
    let text = String(decoding: line.prefix(100), as: UTF8.self)
    output.report("--events: neither an event nor an action, and left out, as are others: \(text)")
  }

  /// Writes what is still held back when reading ends.
  ///
  /// - Throws: an `OutputError`
  func finish() throws(OutputError) {
    guard let piece = desk?.finish() else { return }
    try output.write(piece)
  }

  /// 128 random bits in hexadecimal digits.
  private static func random() -> String {
    UInt64.random(in: 0 ... .max).hexadecimal + UInt64.random(in: 0 ... .max).hexadecimal
  }
}
