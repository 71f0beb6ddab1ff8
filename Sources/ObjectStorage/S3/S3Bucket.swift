/// A bucket of a store with the interface of Amazon S3. May be shared by threads; each call blocks its thread
/// until the store has answered. Failures that may pass, such as 500, 503 and breaks of connections, are tried again.
///
/// ```swift
/// let bucket = S3Bucket("photos", try S3Configuration())
/// for try await objects in bucket.pages(prefix: "shoot/") { … }
/// ```
public struct S3Bucket: Sendable {
  /// Its name.
  public let name: String
  let client: S3Client

  /// What became of an object that was to be made anew.
  public enum Creation: Sendable, Hashable {
    /// It was made, with this entity tag.
    case made(etag: String)
    /// There is one already.
    case exists
  }

  /// Objects from this size on are written in parts, in bytes.
  static let multipartThreshold = 64 << 20
  private static let markField = "mattekit-mark"
  /// The size of a part in bytes; the store wants 5 MiB at least.
  static let partSize = 16 << 20

  /// - Parameters:
  ///   - name: ``name``.
  ///   - configuration: how the store is reached, and as whom.
  public init(_ name: String, _ configuration: S3Configuration) {
    self.init(name: name, client: S3Client(configuration))
  }

  init(name: String, client: S3Client) { (self.name, self.client) = (name, client) }

  /// Another bucket of the same store, over the same connections.
  ///
  /// - Parameter name: its name.
  public func sibling(_ name: String) -> S3Bucket { S3Bucket(name: name, client: client) }

  /// Finds out whether there is the bucket, as far as the credentials may.
  ///
  /// - Throws: ``S3Error/noSuchBucket(_:)``, and what keeps the store from answering.
  public func checkExists() throws(S3Error) {
    do throws(S3Error) {
      _ = try client.answer(to: S3Request(.head), of: name)
    } catch {
      switch error {
      // Who may write need not be allowed to look.
      case .accessDenied, .refused: return
      default: throw error
      }
    }
  }

  /// One page of a listing, at most 1,000 objects.
  ///
  /// - Parameters:
  ///   - prefix: what keys begin with.
  ///   - isRecursive: whether keys may have slashes after the prefix.
  ///   - continuation: of the page before; nil for the first.
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

  /// A listing, page by page, each asked for when it is wanted.
  ///
  /// - Parameters:
  ///   - prefix: what keys begin with.
  ///   - isRecursive: whether keys may have slashes after the prefix.
  public func pages(prefix: String, isRecursive: Bool = true) -> S3Pages {
    S3Pages(bucket: self, prefix: prefix, isRecursive: isRecursive)
  }

  /// What there is to know of an object, with its metadata; nil if there is none.
  ///
  /// - Parameter key: its name.
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
        // The answer to this has no body, which says why. The first byte has one, or is not to be had either.
        var request = S3Request(.get, key: key)
        request.headers = [("range", "bytes=0-0")]
        _ = try client.answer(to: request, of: name)
        throw error
      default: throw error
      }
    }
  }

  /// An object's content. Where the connection breaks, what is missing is asked for, and only that.
  ///
  /// - Parameters:
  ///   - key: its name.
  ///   - range: the bytes that are wanted; nil for all. What lies behind the end is left out.
  ///   - limit: the most bytes that are allowed.
  /// - Throws: ``S3Error``, ``S3Error/tooLong(place:limit:)`` among them.
  public func get(
    _ key: String, range: Range<Int>? = nil, atMost limit: Int = 1 << 30
  ) throws(S3Error) -> (object: S3Object, bytes: [UInt8]) {
    let first = range?.lowerBound ?? 0
    let last = range.map { "\($0.upperBound - 1)" } ?? ""
    if let range, range.isEmpty { throw .badLocation("s3://\(name)/\(key)", reason: "no bytes are wanted of it") }
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
    // A store that does not know ranges begins anew.
    let isContinued = answer.status == 206
    let bytes = isContinued ? received + answer.body : answer.body
    guard let object = S3Object(key: key, answer.header, size: bytes.count) else {
      throw .refused(
        place: "s3://\(name)/\(key)", status: answer.status, code: "", message: "no entity tag came")
    }
    return (object, range != nil && !isContinued ? Array(bytes.dropFirst(first).prefix(range?.count ?? 0)) : bytes)
  }

  /// A part of an object; all of it where the store does not know ranges.
  ///
  /// - Parameters:
  ///   - key: its name.
  ///   - range: the bytes that are wanted.
  ///   - version: as an earlier part told it; nil for any.
  ///   - limit: the most bytes that are allowed.
  /// - Returns: nil where the store does not say what it sent, or there is nothing in that range.
  /// - Throws: ``S3Error``, ``S3Error/changed(place:)`` where the object has another version by now.
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

  /// Makes an object, whole or not at all, unless there is one of that name.
  ///
  /// - Parameters:
  ///   - bytes: its content; 64 MiB and more are sent in parts.
  ///   - key: its name.
  ///   - type: its media type.
  ///   - metadata: what is noted with it: names in lower case, values of ASCII, 2 KB in all; empty ones are left out.
  /// - Throws: ``S3Error``.
  public func create(
    _ bytes: [UInt8], as key: String, type: String, metadata: [String: String] = [:]
  ) throws(S3Error) -> Creation {
    try write(bytes, as: key, type: type, metadata: metadata, if: .isNew)
  }

  /// Makes an object, whole or not at all, in place of one that may be there.
  ///
  /// - Parameters:
  ///   - bytes: its content; 64 MiB and more are sent in parts.
  ///   - key: its name.
  ///   - type: its media type.
  ///   - metadata: what is noted with it: names in lower case, values of ASCII, 2 KB in all; empty ones are left out.
  /// - Returns: its entity tag.
  /// - Throws: ``S3Error``.
  @discardableResult public func put(
    _ bytes: [UInt8], as key: String, type: String, metadata: [String: String] = [:]
  ) throws(S3Error) -> String {
    switch try write(bytes, as: key, type: type, metadata: metadata, if: nil) {
    case .made(let etag): return etag
    case .exists: throw .exists(place: "s3://\(name)/\(key)")
    }
  }

  /// Makes an object, whole or not at all, in place of one of which somebody has seen a version. A store that does not know
  /// such a condition lets the last one win.
  ///
  /// - Parameter etag: the version that was seen.
  /// - Returns: `exists` where the object has another version by now, or is gone.
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

  /// Removes an object; it need not be there.
  ///
  /// - Parameter key: its name.
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
    // By it a try whose answer was lost is known again, also one that libcurl made by itself.
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

  /// Sends the request by which an object gets its name.
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
      // What was to be replaced is gone.
      return .exists
    }
  }
}
