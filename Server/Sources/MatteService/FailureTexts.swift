import Hummingbird

/// Gives errors that no route answers, such as an address that does not exist, one line of text.
struct FailureTexts<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError where error.body == nil {
      let text = error.status == .notFound ? Self.notFound(request) : error.status.reasonPhrase
      var response = PhotoFailure(error.status, text).response
      response.headers.append(contentsOf: error.headers)
      return response
    }
  }

  private static func notFound(_ request: Request) -> String {
    "\(request.method.rawValue) \(request.uri.path.prefix(100)): there is no such address, or not for this method; "
      + "POST /photo?effect=… takes a photo, GET /effects lists the effects, and GET / is a page to try them"
  }
}
