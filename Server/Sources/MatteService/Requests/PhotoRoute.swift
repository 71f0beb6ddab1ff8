import HTTPTypes
import Hummingbird
import Logging

/// `POST /photo`: a photo in, the result of an effect out.
struct PhotoRoute: Sendable {
  let limits: ServiceLimits
  let effects: EffectList
  let queue: PhotoQueue
  let spool: Spool
  let metrics: ServiceMetrics

  func respond(to request: Request) async throws -> Response {
    let start = ContinuousClock.now
    let place = spool.place()
    defer { place.remove() }
    let response: Response
    do {
      response = try await answer(to: request, at: place)
      metrics.photoTime.recordNanoseconds(Int64((ContinuousClock.now - start) / .nanoseconds(1)))
    } catch let failure as PhotoFailure {
      response = failure.response
    } catch let refusal as PhotoQueue.Refusal {
      response = PhotoFailure(refusal).response
    } catch let fault as PhotoOrder.Fault {
      response = PhotoFailure(.badRequest, fault.description).response
    }
    metrics.count(status: response.status.code)
    return response
  }

  private func answer(to request: Request, at place: Spool.Place) async throws -> Response {
    // A page of another site must not use this service.
    if request.headers[.secFetchSite] == "cross-site" {
      throw PhotoFailure(.forbidden, "requests from pages of other sites are refused")
    }
    var job = try PhotoOrder(
      query: request.uri.queryParameters.map { (key: String($0.key), value: String($0.value)) }, effects: effects
    ).job
    let isMultipart = request.headers[.accept]?.contains("multipart/form-data") == true
    if job.mattes == .beside, !isMultipart {
      throw PhotoFailure(.badRequest, "mattes=beside needs a request that accepts multipart/form-data")
    }
    try await queue.check()
    if let length = request.headers[.contentLength].flatMap(Int.init), length > limits.bytes {
      throw ReceivedFile.tooLarge(limits.bytes)
    }
    (job.input, job.output) = (place.input, place.output)
    let form = try FormUpload(contentType: request.headers[.contentType])
    metrics.receivedBytes.increment(
      by: try await ReceivedFile.write(request.body, of: form, to: job.input, limit: limits.bytes))
    let answer = try await queue.answer(to: job)
    if let failure = PhotoFailure(answer, at: place) { throw failure }
    return try response(with: answer, at: place, asMultipart: isMultipart)
  }

  private func response(
    with answer: WorkerAnswer, at place: Spool.Place, asMultipart isMultipart: Bool
  ) throws -> Response {
    let bytes = try ReceivedFile.read(place.output)
    let type = PictureType(start: Array(bytes.prefix(16)))
    let body: ByteBuffer
    var headers: HTTPFields = [.cacheControl: "no-store"]
    if isMultipart {
      var parts = MultipartBody()
      parts.add("report", type: "application/json", Array(answer.report(withFaces: true).json.utf8))
      parts.add("photo", file: "photo.\(type.pathExtension)", type: type.rawValue, bytes)
      for (kind, path) in place.mattes {
        parts.add("matte.\(kind)", file: "photo.\(kind).png", type: "image/png", try ReceivedFile.read(path))
      }
      headers[.contentType] = parts.contentType
      body = parts.finished()
    } else {
      headers[.contentType] = type.rawValue
      headers[.report] = answer.report(withFaces: false).asciiJSON
      body = ByteBuffer(bytes: bytes)
    }
    metrics.sentBytes.increment(by: body.readableBytes)
    return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
  }
}

extension HTTPField.Name {
  /// The result of a photo, as one line of JSON.
  static let report = HTTPField.Name("MatteKit-Report") ?? .server
  /// The header by which a browser states the site of a request.
  static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
}
