import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Closes connections whose requests do not arrive in time, even if bytes trickle in: first the head of a request,
/// which also limits the idle time of a connection, then the body.
final class RequestDeadlines: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let head, body: TimeAmount
  private var deadline: Scheduled<Void>?
  private var isReceiving = false
  /// Whether a response has begun, after which no other may be sent.
  private var isAnswering = false

  init(head: Double, body: Double) {
    (self.head, self.body) = (.nanoseconds(Int64(head * 1e9)), .nanoseconds(Int64(body * 1e9)))
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { arm(head, context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelActive(context: ChannelHandlerContext) {
    arm(head, context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      isReceiving = true
      arm(body, context)
    case .body: break
    case .end:
      isReceiving = false
      // The next request is expected after the response to this one.
      if isAnswering { deadline?.cancel() } else { disarm() }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let response) where response.status.kind != .informational: isAnswering = true
    case .head, .body: break
    case .end:
      isAnswering = false
      // The rest of a body is still limited by its own deadline.
      if !isReceiving { arm(head, context) }
    }
    context.write(data, promise: promise)
  }

  private func disarm() {
    deadline?.cancel()
    deadline = nil
  }

  private func arm(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    deadline?.cancel()
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
      guard context.channel.isActive else { return }
      guard isReceiving, !isAnswering else { return context.close(promise: nil) }
      let text = "The photo did not arrive in time.\n"
      let fields: HTTPFields = [
        .contentType: "text/plain; charset=utf-8", .contentLength: "\(text.utf8.count)", .connection: "close",
      ]
      context.write(wrapOutboundOut(.head(HTTPResponse(status: .requestTimeout, headerFields: fields))), promise: nil)
      context.write(wrapOutboundOut(.body(ByteBuffer(string: text))), promise: nil)
      context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in context.close(promise: nil)
      }
    }
  }
}
