// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1
import NIOSSL
import PhoneProtocol

/// Ends a connection at its deadline, whatever it still reads, writes or closes.
///
/// It is the first of the pipeline: TLS would wait for the browser's farewell.
final class PageDeadline: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// The longest time until the first answer is sent, TLS included, and from one to the next.
  private static let first = TimeAmount.seconds(10)
  private static let next = TimeAmount.seconds(60)

  private var context: ChannelHandlerContext?
  private var end: Scheduled<Void>?

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    schedule(in: Self.first, context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end?.cancel()
    self.context = nil
  }

  /// Gives the browser time for its next request.
  func renew() {
    guard let context else { return }
    end?.cancel()
    schedule(in: Self.next, context)
  }

  private func schedule(in limit: TimeAmount, _ context: ChannelHandlerContext) {
    end = context.eventLoop.assumeIsolated().scheduleTask(in: limit) { context.close(promise: nil) }
  }
}

/// One connection of a browser: gathers a request within bounds, has it answered, and takes the
/// next one when all of the answer is sent, so that a browser that reads nothing takes no memory.
///
/// `HTTPServerPipelineHandler` before it holds what comes meanwhile, and stops reading.
final class PageConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    case waiting
    case receiving(HTTPRequestHead, [UInt8])
    case answering
    case closed
  }

  private let server: PageServer
  private let deadline: PageDeadline
  private var state = State.waiting

  private init(_ server: PageServer, _ deadline: PageDeadline) {
    (self.server, self.deadline) = (server, deadline)
  }

  /// Makes `channel` a connection to `server`, with TLS if there is a context.
  static func begin(_ channel: any Channel, _ context: NIOSSLContext?, _ server: PageServer) throws
  {
    let (pipeline, deadline) = (channel.pipeline.syncOperations, PageDeadline())
    try pipeline.addHandler(deadline)
    if let context { try pipeline.addHandler(NIOSSLServerHandler(context: context)) }
    try pipeline.configureHTTPServerPipeline()
    try pipeline.addHandler(PageConnection(server, deadline))
  }

  func handlerRemoved(context: ChannelHandlerContext) { state = .closed }

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

  private func answer(
    _ head: HTTPRequestHead, _ body: [UInt8], _ context: ChannelHandlerContext
  ) {
    state = .answering
    let (server, request) = (server, PageRequest(head, body))
    let answered = context.eventLoop.makeFutureWithTask { await server.answer(request) }
    answered.assumeIsolated().whenSuccess { reply in
      guard case .answering = self.state else { return }
      self.write(reply, keepsAlive: head.isKeepAlive && !reply.answer.isRefusal, context)
    }
  }

  private func write(_ reply: PageReply, keepsAlive: Bool, _ context: ChannelHandlerContext) {
    state = keepsAlive ? .answering : .closed
    let answer = reply.answer
    var headers = HTTPHeaders(answer.headers.map { ($0[0], $0[1]) })
    headers.add(name: "Content-Length", value: "\(answer.body.count)")
    if !keepsAlive { headers.add(name: "Connection", value: "close") }
    let head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: answer.status), headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    let body = context.channel.allocator.buffer(bytes: answer.body)
    let sent = context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(body))))
    sent.assumeIsolated().whenComplete { _ in
      reply.sent?()
      guard case .answering = self.state else { return context.close(promise: nil) }
      self.deadline.renew()
      self.state = .waiting
      // Last: with the end, which has no bytes, the next request comes.
      context.writeAndFlush(self.wrapOutboundOut(.end(nil)), promise: nil)
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
