// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOSSL
import PhoneProtocol

/// One connection of a browser: gathers a request within bounds, has it answered, and is closed if
/// that takes too long.
final class PageConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The longest time until a request is there: from the connection on, with TLS, and from the
  /// answer before on.
  private static let first = TimeAmount.seconds(10)
  private static let next = TimeAmount.seconds(60)

  private enum State {
    case waiting
    case receiving(HTTPRequestHead, [UInt8])
    case answering
    case closed
  }

  private let server: PageServer
  private var state = State.waiting
  private var deadline: Scheduled<Void>?

  /// A connection to `server`.
  init(_ server: PageServer) { self.server = server }

  func handlerAdded(context: ChannelHandlerContext) { expectRequest(within: Self.first, context) }

  func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
    state = .closed
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (state, unwrapInboundIn(data)) {
    case (.waiting, .head(let head)): state = .receiving(head, [])
    case (.receiving(let head, var body), .body(let part)):
      // Else the array would be copied.
      state = .waiting
      body += part.readableBytesView
      state = .receiving(head, body)
      guard body.count > PageGate.mostBytes else { return }
      write(PageReply(.refusal(413)), keepsAlive: false, context)
    case (.receiving(let head, let body), .end): answer(head, body, context)
    // What comes after an answer that closes.
    case (.answering, _), (.closed, _): break
    // The decoder sends no part of a request without its head, and no second head in it.
    case (.waiting, .body), (.waiting, .end), (.receiving, .head): context.close(promise: nil)
    }
  }

  /// Closes a connection that breaks, or that speaks neither HTTP nor TLS: there is nobody to tell.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func expectRequest(within limit: TimeAmount, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
  }

  private func answer(
    _ head: HTTPRequestHead, _ body: [UInt8], _ context: ChannelHandlerContext
  ) {
    state = .answering
    let (server, request) = (server, PageRequest(head, body))
    let answered = context.eventLoop.makeFutureWithTask { await server.answer(request) }
    answered.assumeIsolated().whenSuccess { reply in
      guard case .answering = self.state else { return }
      self.write(reply, keepsAlive: head.isKeepAlive, context)
    }
  }

  private func write(_ reply: PageReply, keepsAlive: Bool, _ context: ChannelHandlerContext) {
    let answer = reply.answer
    var headers = HTTPHeaders(answer.headers.map { ($0[0], $0[1]) })
    headers.add(name: "Content-Length", value: "\(answer.body.count)")
    if !keepsAlive { headers.add(name: "Connection", value: "close") }
    let head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status), headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let body = context.channel.allocator.buffer(bytes: answer.body)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    let written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
    if let sent = reply.sent { written.assumeIsolated().whenComplete { _ in sent() } }
    if keepsAlive {
      state = .waiting
      expectRequest(within: Self.next, context)
    } else {
      state = .closed
      let channel = context.channel
      written.whenComplete { _ in channel.close(promise: nil) }
    }
  }
}

/// An answer, and what is done once it is sent.
struct PageReply: Sendable {
  let answer: PageAnswer
  var sent: (@Sendable () -> Void)?

  init(_ answer: PageAnswer, sent: (@Sendable () -> Void)? = nil) {
    (self.answer, self.sent) = (answer, sent)
  }
}

extension PageRequest {
  fileprivate init(_ head: HTTPRequestHead, _ body: [UInt8]) {
    /// The value of a header that was sent once: of two, each reader would take another.
    func header(_ name: String) -> String? {
      let values = head.headers[name]
      return values.count == 1 ? values.first : nil
    }
    self.init(
      method: head.method.rawValue, target: head.uri, host: header("Host"),
      origin: header("Origin"), contentType: header("Content-Type"), body: body)
  }
}
