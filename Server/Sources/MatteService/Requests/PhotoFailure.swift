import HTTPTypes
import Hummingbird

/// A response that is not a picture: a status, and one line with the reason.
struct PhotoFailure: Error {
  let status: HTTPResponse.Status
  let message: String
  /// The number of seconds after which a retry may succeed; nil if it would not.
  var retryAfter: Int?

  init(_ status: HTTPResponse.Status, _ message: String, retryAfter: Int? = nil) {
    (self.status, self.message, self.retryAfter) = (status, message, retryAfter)
  }

  init(_ refusal: PhotoQueue.Refusal) {
    switch refusal {
    case .full(let seconds):
      self.init(.serviceUnavailable, "the queue is full; try again later", retryAfter: seconds)
    case .ending: self.init(.serviceUnavailable, "the service is ending", retryAfter: 5)
    }
  }

  /// The HTTP status for a worker's exit code.
  ///
  /// - Parameter place: the service's files, whose names are hidden from clients.
  init?(_ answer: WorkerAnswer, at place: Spool.Place) {
    guard let error = answer.error else { return nil }
    let message = error.replacing(place.input, with: "photo").replacing(place.output, with: "result")
    let retry = answer.retry == true
    switch answer.code {
    case 64: self.init(.badRequest, message)
    case 65: self.init(.unprocessableContent, message)
    case 124: self.init(.gatewayTimeout, message)
    case 137 where !retry: self.init(.contentTooLarge, message)
    case _ where retry: self.init(.serviceUnavailable, message, retryAfter: 5)
    default: self.init(.internalServerError, message)
    }
  }

  /// The response as plain text. The connection stays usable.
  var response: Response {
    var headers: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
    if let retryAfter { headers[.retryAfter] = "\(retryAfter)" }
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: message + "\n")))
  }
}
