// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOEmbedded
import PhoneProtocol
import TestSupport
import TestTraits
import Testing

@testable import phone_accelerometer

/// What a browser that means harm gets, and how long it keeps its connection.
@Suite(.waits, .deadline) struct HostileBrowserTests {
  /// A browser; a `$` in its texts is the page's path.
  struct Browser: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let first: String
    var eachSecond = ""
    var takesAnswers = true
    /// The answers that it gets, and the seconds until it is cut off.
    let answers: Int
    let seconds: Int
  }

  /// TLS that waits for the browser's farewell, and a network that never takes what it was given.
  private final class Obstacle: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    private let isFull: Bool
    private var waiting: [EventLoopPromise<Void>] = []

    init(isFull: Bool) { self.isFull = isFull }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if isFull, let promise { waiting.append(promise) }
      context.write(data, promise: isFull ? nil : promise)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      promise?.fail(ChannelError.operationUnsupported)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      for promise in waiting { promise.fail(ChannelError.ioOnClosedChannel) }
    }
  }

  private static let get = "GET $ HTTP/1.1\r\nHost: a:1\r\n\r\n"

  @Test(
    "it waits for one answer at a time, and is cut off in time",
    arguments: [
      Browser(testDescription: "silent", first: "", answers: 0, seconds: 10),
      Browser(
        testDescription: "a slow head", first: "GET $ HTTP/1.1\r\n", eachSecond: "X: y\r\n",
        answers: 0, seconds: 10),
      Browser(
        testDescription: "a slow body", first: "POST $ HTTP/1.1\r\nContent-Length: 99\r\n\r\n",
        eachSecond: " ", answers: 0, seconds: 10),
      Browser(
        testDescription: "no token", first: "GET / HTTP/1.1\r\nHost: a:1\r\n\r\n", eachSecond: get,
        answers: 1, seconds: 10),
      Browser(
        testDescription: "no HTTP", first: "\u{16}\u{3}\u{1}\r\n\r\n", answers: 1, seconds: 10),
      Browser(
        testDescription: "it takes no answer", first: get + get + get, eachSecond: get,
        takesAnswers: false, answers: 1, seconds: 10),
      Browser(
        testDescription: "requests in one packet, then a slow head",
        first: get + get + get + "GET $ HTTP/1.1\r\n", eachSecond: "X: y\r\n", answers: 3,
        seconds: 60),
    ])
  func hostile(browser: Browser) async throws {
    let (_, failures) = AsyncThrowingStream.makeStream(of: Void.self)
    let server = PageServer(
      PhoneOutput(file: .standardOutput), tells: false, failures: failures)
    let gate = PageGate(token: (1, 2), scheme: "https", authorities: ["a:1"])
    await server.open(gate)
    let channel = NIOAsyncTestingChannel()
    try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
    try await channel.testingEventLoop.executeInContext {
      try PageConnection.begin(channel, nil, server)
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(
        Obstacle(isFull: !browser.takesAnswers),
        position: .after(pipeline.handler(type: PageDeadline.self)))
    }
    func send(_ text: String) async {
      // What comes after the end is not taken.
      _ = try? await channel.writeInbound(
        ByteBuffer(string: text.replacing("$", with: gate.path)))
    }
    var answers = 0
    func count(_ part: ByteBuffer) {
      answers += String(buffer: part).hasPrefix("HTTP/1.1 ") ? 1 : 0
    }
    await send(browser.first)
    while answers < browser.answers {
      count(try await channel.waitForOutboundWrite(as: ByteBuffer.self))
    }
    for _ in 0..<browser.seconds {
      #expect(channel.isActive)
      await send(browser.eachSecond)
      while let part = try await channel.readOutbound(as: ByteBuffer.self) { count(part) }
      await channel.testingEventLoop.advanceTime(by: .seconds(1))
    }
    #expect(!channel.isActive)
    #expect(answers == browser.answers)
  }
}
