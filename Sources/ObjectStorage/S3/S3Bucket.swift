/// A bucket of an object store with the interface of Amazon S3. May be shared by threads; each call blocks its thread
/// until the store has responded. Requests that fail for a temporary reason, such as the statuses 500 and 503 or a
/// broken connection, are retried.
///
/// ```swift
/// let bucket = S3Bucket("photos", try S3Configuration())
/// for try await objects in bucket.pages(prefix: "shoot/") { … }
/// ```
public struct S3Bucket: Sendable {
  /// The name of the bucket.
  public let name: String
  let client: S3Client

  /// The outcome of a conditional write.
  public enum Creation: Sendable, Hashable {
    /// The object was written, and has this entity tag.
    case made(etag: String)
    /// An object with this key exists already.
    case exists
  }

  /// The size from which on objects are written by multipart upload, in bytes.
  static let multipartThreshold = 64 << 20
  private static let markField = "mattekit-mark"
  /// The size of a part in bytes; S3 requires at least 5 MiB.
  static let partSize = 16 << 20

  /// - Parameters:
  ///   - name: the name of the bucket.
  ///   - configuration: the store's address and the credentials.
  public init(_ name: String, _ configuration: S3Configuration) {
    self.init(name: name, client: S3Client(configuration))
  }

  init(name: String, client: S3Client) { (self.name, self.client) = (name, client) }

  /// Another bucket of the same store, over the same connections.
  ///
  /// - Parameter name: the name of the bucket.
  public func sibling(_ name: String) -> S3Bucket { S3Bucket(name: name, client: client) }

  /// Checks that the bucket exists. Credentials without permission to list it pass the check.
  ///
  /// - Throws: ``S3Error/noSuchBucket(_:)``, or another ``S3Error`` if the store cannot be reached.
  public func checkExists() throws(S3Error) {
    do throws(S3Error) {
      _ = try client.answer(to: S3Request(.head), of: name)
    } catch {
      switch error {
      // Credentials for writing need not permit this request.
      case .accessDenied, .refused: return
      default: throw error
      }
    }
  }

  /// One page of a listing, at most 1,000 objects.
  ///
  /// - Parameters:
  ///   - prefix: the prefix of the keys.
  ///   - isRecursive: whether keys may have slashes after the prefix.
  ///   - continuation: the continuation token of the previous page; nil for the first page.
  /// - Throws: ``S3Error``.
  public func page(prefix: String, isRecursive: Bool = true, continuation: String? = nil) throws(S3Error) -> S3Page {
    var request = S3Request(.get)
    request.query = [("list-type", "2"), ("prefix", prefix), ("encoding-type", "url"), ("max-keys", "1000")]
    if !isRecursive { request.query.append(("delimiter", "/")) }
    if let continuation { request.query.append(("continuation-token", continuation)) }
    let response = try client.answer(to: request, of: name)
    guard let page = S3Page(response.body) else {
      throw .refused(place: "s3://\(name)/\(prefix)", status: response.status, code: "", message: "no listing came")
    }
    return page
  }

  /// A listing as a sequence of pages, each requested on demand.
  ///
  /// - Parameters:
  ///   - prefix: the prefix of the keys.
  ///   - isRecursive: whether keys may have slashes after the prefix.
  public func pages(prefix: String, isRecursive: Bool = true) -> S3Pages {
    S3Pages(bucket: self, prefix: prefix, isRecursive: isRecursive)
  }

  /// The properties of an object, with its metadata; nil if there is none.
  ///
  /// - Parameter key: the object's key.
  /// - Throws: ``S3Error``.
  public func head(_ key: String) throws(S3Error) -> S3Object? {
    do throws(S3Error) {
      let response = try client.answer(to: S3Request(.head, key: key), of: name)
      guard let object = S3Object(key: key, response.header) else {
        throw .refused(place: "s3://\(name)/\(key)", status: response.status, code: "", message: "no entity tag came")
      }
      return object
    } catch {
      switch error {
      case .noSuchObject: return nil
      case .accessDenied, .refused:
        // The response to a HEAD request has no body with the reason. A failed request for the first byte has one.
        var request = S3Request(.get, key: key)
        request.headers = [("range", "bytes=0-0")]
        _ = try client.answer(to: request, of: name)
        throw error
      default: throw error
      }
    }
  }

  /// Downloads an object. If the connection breaks, only the missing bytes are requested again.
  ///
  /// - Parameters:
  ///   - key: the object's key.
  ///   - range: the range of bytes; nil for all. It may reach beyond the end of the object.
  ///   - limit: maximum size, in bytes.
  /// - Throws: ``S3Error``, such as ``S3Error/tooLong(place:limit:)``.
  public func get(
    _ key: String, range: Range<Int>? = nil, atMost limit: Int = 1 << 30
  ) throws(S3Error) -> (object: S3Object, bytes: [UInt8]) {
    let first = range?.lowerBound ?? 0
    let last = range.map { "\($0.upperBound - 1)" } ?? ""
    if let range, range.isEmpty { throw .badLocation("s3://\(name)/\(key)", reason: "the requested range is empty") }
    var request = S3Request(.get, key: key)
    request.maximumBytes = limit
    if range != nil { request.headers = [("range", "bytes=\(first)-\(last)")] }
    var received: [UInt8] = []
    let answer = try client.answer(to: request, of: name) { part, request in
      guard [200, 206].contains(part.status), let etag = part.header["etag"], !part.body.isEmpty else { return }
      received += part.body
      request.headers = [("range", "bytes=\(first + received.count)-\(last)"), ("if-match", etag)]
      request.maximumBytes = limit - received.count
    }
    // A store without range support sends the whole object.
    let isContinued = answer.status == 206
    let bytes = isContinued ? received + answer.body : answer.body
    guard let object = S3Object(key: key, answer.header, size: bytes.count) else {
      throw .refused(
        place: "s3://\(name)/\(key)", status: answer.status, code: "", message: "no entity tag came")
    }
    return (object, range != nil && !isContinued ? Array(bytes.dropFirst(first).prefix(range?.count ?? 0)) : bytes)
  }

  /// A part of an object; the whole object if the store does not support ranges.
  ///
  /// - Parameters:
  ///   - key: the object's key.
  ///   - range: the range of bytes.
  ///   - version: the version of an earlier part; nil for any.
  ///   - limit: maximum size, in bytes.
  /// - Returns: nil if the store does not state the range that it sent, or the range is beyond the end.
  /// - Throws: ``S3Error``, ``S3Error/changed(place:)`` if the object has another version by now.
  package func part(
    _ key: String, _ range: Range<Int>, of version: String? = nil, atMost limit: Int
  ) throws(S3Error) -> FilePart? {
    var request = S3Request(.get, key: key)
    request.headers = [("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
    if let version { request.headers.append(("if-match", version)) }
    request.maximumBytes = limit
    do throws(S3Error) {
      return FilePart(try client.answer(to: request, of: name))
    } catch .refused(_, status: 416, _, _) {
      return nil
    }
  }

  /// Writes an object unless one with this key exists. It is written completely or not at all.
  ///
  /// - Parameters:
  ///   - bytes: the content; from 64 MiB on it is sent by multipart upload.
  ///   - key: the object's key.
  ///   - type: the media type.
  ///   - metadata: user-defined metadata: names in lower case, ASCII values, at most 2 KB in all. Empty values are
  ///     omitted.
  /// - Throws: ``S3Error``.
  public func create(
    _ bytes: [UInt8], as key: String, type: String, metadata: [String: String] = [:]
  ) throws(S3Error) -> Creation {
    try write(bytes, as: key, type: type, metadata: metadata, if: .isNew)
  }

  /// Writes an object, or replaces one with this key. It is written completely or not at all.
  ///
  /// - Parameters:
  ///   - bytes: the content; from 64 MiB on it is sent by multipart upload.
  ///   - key: the object's key.
  ///   - type: the media type.
  ///   - metadata: user-defined metadata: names in lower case, ASCII values, at most 2 KB in all. Empty values are
  ///     omitted.
  /// - Returns: the object's entity tag.
  /// - Throws: ``S3Error``.
  @discardableResult public func put(
    _ bytes: [UInt8], as key: String, type: String, metadata: [String: String] = [:]
  ) throws(S3Error) -> String {
    switch try write(bytes, as: key, type: type, metadata: metadata, if: nil) {
    case .made(let etag): return etag
    case .exists: throw .exists(place: "s3://\(name)/\(key)")
    }
  }

  /// Replaces an object if it still has a version. It is written completely or not at all. In a store without
  /// conditional writes the last writer wins.
  ///
  /// - Parameter etag: the entity tag of the version.
  /// - Returns: `exists` if the object has another version by now, or is gone.
  /// - Throws: ``S3Error``.
  package func replace(
    _ etag: String, by bytes: [UInt8], as key: String, type: String, metadata: [String: String] = [:]
  ) throws(S3Error) -> Creation {
    do throws(S3Error) {
      return try write(bytes, as: key, type: type, metadata: metadata, if: .isStill(etag: etag))
    } catch .refused(_, status: 501, _, _) {
      return .made(etag: try put(bytes, as: key, type: type, metadata: metadata))
    }
  }

  /// Deletes an object. Does nothing if there is none.
  ///
  /// - Parameter key: the object's key.
  /// - Throws: ``S3Error``.
  public func delete(_ key: String) throws(S3Error) {
    do throws(S3Error) {
      _ = try client.answer(to: S3Request(.delete, key: key), of: name)
    } catch .noSuchObject {
      return
    }
  }

  private func write(
    _ bytes: [UInt8], as key: String, type: String, metadata: [String: String], if condition: WriteCondition?
  ) throws(S3Error) -> Creation {
    var metadata = metadata
    // A random mark in the metadata identifies an object written by an earlier attempt, whose response was lost.
    // libcurl too may repeat a request.
    let mark = String(UInt64.random(in: .min ... .max), radix: 36)
    metadata[Self.markField] = mark
    let headers =
      [("content-type", type)]
      + metadata.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { ("x-amz-meta-\($0.key)", $0.value) }
    let outcome: Creation
    if bytes.count >= Self.multipartThreshold {
      outcome = try MultipartUpload(self, key, headers: headers).write(bytes, if: condition)
    } else {
      var request = S3Request(.put, key: key)
      request.headers = headers
      request.body = bytes
      outcome = try creating(request, if: condition)
    }
    guard outcome == .exists, let found = try head(key), found.metadata[Self.markField] == mark else { return outcome }
    return .made(etag: found.etag)
  }

  /// Sends the request that makes the object visible.
  func creating(_ original: S3Request, if condition: WriteCondition?) throws(S3Error) -> Creation {
    var request = original
    if let condition { request.headers.append(condition.header) }
    do throws(S3Error) {
      let answer = try client.answer(to: request, of: name)
      let etag = answer.header["etag"] ?? XMLElement(answer.body)?["ETag"]?.text ?? ""
      return .made(etag: S3Object.unquoted(etag))
    } catch .exists {
      return .exists
    } catch .noSuchObject where original.method == .put && condition != nil {
      // The object that was to be replaced is gone.
      return .exists
    }
  }
}
