import Foundation
import ObjectStore
import Testing

@testable import ObjectStorage

/// Requests to a small store that checks signatures by its own code, and fails on demand.
@Suite struct S3BucketTests {
  private let text = Array("Welcome to object storage.".utf8)

  @Test(arguments: ["GET", "HEAD"])
  func `credentials of a role are fetched again when they have expired, others are not`(method: String) throws {
    let store = try ObjectStoreServer()
    func lend(_ token: String) throws {
      let document = #"{"AccessKeyId":"AKIDTESTEXAMPLE","SecretAccessKey":"secret/of+tests","Token":"\#(token)"}"#
      try store.control(.post, "/-/web/role", document)
    }
    func read(_ bucket: S3Bucket) throws {
      if method == "GET" { _ = try bucket.get("a.jpg") } else { _ = try bucket.head("a.jpg") }
    }
    try lend("first")
    let configuration = try S3Configuration(environment: [
      "AWS_CONTAINER_CREDENTIALS_FULL_URI": "\(store.endpoint)/-/web/role", "AWS_ENDPOINT_URL": store.endpoint,
      "AWS_CONFIG_FILE": "/dev/null", "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
    ])
    #expect(configuration.credentials?.sessionToken == "first")
    let bucket = S3Bucket("photos", configuration)
    _ = try bucket.create(text, as: "a.jpg", type: "image/jpeg")
    try lend("second")
    try store.fail(method, "expired")
    try read(bucket)
    // Those that the role has now are no others.
    try store.fail(method, "expired", 3)
    #expect(throws: S3Error.self) { try read(bucket) }
    try store.fail(method, "expired")
    #expect(throws: S3Error.self) { try read(store.bucket()) }
  }

  @Test func `objects are created, examined, read in part, replaced and removed`() throws {
    let store = try ObjectStoreServer()
    let bucket = store.bucket()
    let key = "a b/ä+%20&?*'().jpg"
    #expect(try bucket.head(key) == nil)
    guard
      case .made(let etag) = try bucket.create(text, as: key, type: "image/jpeg", metadata: ["mattekit-recipe": "1"])
    else {
      Issue.record("it was not made")
      return
    }
    let head = try #require(try bucket.head(key))
    #expect(head.etag == etag && head.size == text.count && head.metadata["mattekit-recipe"] == "1")
    #expect(head.modified.map { abs($0 - Int(Date().timeIntervalSince1970)) < 3600 } == true)
    #expect(try bucket.get(key).bytes == text)
    #expect(try bucket.get(key, range: 3..<8).bytes == Array(text[3..<8]))
    let part = try #require(try bucket.part(key, 20..<40, atMost: 100))
    #expect(part.bytes == Array(text[20...]) && part.start == 20 && part.total == text.count && !part.isComplete)
    #expect(try bucket.part(key, 0..<100, of: part.version, atMost: 100)?.isComplete == true)
    #expect(throws: S3Error.self) { try bucket.part(key, 0..<5, of: "\"another\"", atMost: 100) }
    #expect(try bucket.create([1], as: key, type: "image/jpeg") == .exists)
    #expect(try bucket.get(key).bytes == text)
    try bucket.put([], as: key, type: "image/jpeg")
    #expect(try bucket.get(key).bytes == [])
    try bucket.delete(key)
    try bucket.delete(key)
    #expect(throws: S3Error.self) { try bucket.get(key) }
    #expect(try bucket.head(key) == nil)
  }

  @Test func `listings are read page by page, with keys of any characters`() async throws {
    let store = try ObjectStoreServer(pageSize: 4)
    let bucket = store.bucket()
    let keys = ["in/a&b.jpg", "in/a b+c%2F.jpg", "in/z<1>.jpg", "in/\u{1}.jpg", "in/ü.jpg", "in/below/c.jpg", "in.jpg"]
    for key in keys { try bucket.put(text, as: key, type: "image/jpeg") }
    for number in 0..<5 { try bucket.put([UInt8(number)], as: "many/\(number)", type: "image/jpeg") }
    _ = try store.requests()
    var found: [String] = []
    for try await page in bucket.pages(prefix: "in/") {
      #expect(page.count <= 4 && page.allSatisfy { $0.size == text.count && $0.etag.count == 32 && $0.modified != nil })
      found += page.map(\.key)
    }
    #expect(Set(found) == Set(keys.dropLast()) && found.count == keys.count - 1)
    #expect(try store.requests().count == 2)
    #expect(try bucket.page(prefix: "in/", isRecursive: false).objects.map(\.key).contains("in/below/c.jpg") == false)
    // A reader that stops after the first page does not request the second.
    _ = try store.requests()
    for try await _ in bucket.pages(prefix: "many/") { break }
    #expect(try store.requests().count == 1)
  }

  @Test(arguments: ["503", "500", "reset"]) func `transient failures are retried`(kind: String) throws {
    let store = try ObjectStoreServer()
    let bucket = store.bucket(attempts: 4)
    for method in ["PUT", "GET", "HEAD"] {
      try store.fail(method, kind, 3)
      try bucket.put(text, as: "a.jpg", type: "image/jpeg")
      #expect(try bucket.get("a.jpg").bytes == text)
      #expect(try bucket.head("a.jpg")?.size == text.count)
      #expect(try store.requests().count == 6)
    }
    try store.fail("GET", kind, 100)
    let error = #expect(throws: S3Error.self) { try bucket.get("a.jpg") }
    guard case .unavailable(let place, _, 4) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(place == "s3://photos/a.jpg")
  }

  @Test func `an interrupted response is continued, not restarted`() throws {
    let store = try ObjectStoreServer()
    let bucket = store.bucket()
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try bucket.put(bytes, as: "a.heic", type: "image/heic")
    try store.fail("GET", "half", 2)
    _ = try store.requests()
    #expect(try bucket.get("a.heic").bytes == bytes)
    #expect(
      try store.requests() == [
        "GET /photos/a.heic", "GET /photos/a.heic bytes=50000-", "GET /photos/a.heic bytes=75000-",
      ])
    try store.fail("GET", "half")
    #expect(try bucket.get("a.heic", range: 10..<90_000).bytes == Array(bytes[10..<90_000]))
    #expect(throws: S3Error.self) { try bucket.get("a.heic", atMost: 99_999) }
  }

  @Test func `an object whose response was lost is recognised, another's with the same content is not`() throws {
    let store = try ObjectStoreServer()
    let bucket = store.bucket()
    for name in ["a.jpg", "b.jpg", "c.jpg"] {
      try store.fail("PUT", "lost", 2)
      guard case .made = try bucket.create(text, as: name, type: "image/jpeg") else {
        Issue.record("it was not made")
        return
      }
      #expect(try bucket.get(name).bytes == text)
    }
    #expect(try bucket.create(text, as: "a.jpg", type: "image/jpeg") == .exists)
  }

  @Test func `large objects are sent in parts, and have no name before all are sent`() throws {
    let store = try ObjectStoreServer()
    let bucket = store.bucket(attempts: 2)
    let bytes = (0..<25_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let upload = MultipartUpload(bucket, "large.tif", headers: [("content-type", "image/tiff"), ("x-amz-meta-a", "b")])
    try store.fail("PUT", "503")
    guard case .made = try upload.write(bytes, partSize: 10_000, if: .isNew) else {
      Issue.record("it was not made")
      return
    }
    #expect(try bucket.get("large.tif").bytes == bytes)
    #expect(try bucket.head("large.tif")?.metadata == ["a": "b"])
    #expect(try upload.write([1, 2, 3], partSize: 2, if: .isNew) == .exists)
    // Completed, but the response is lost: the next try finds no upload any more.
    try store.fail("POST", "lost", 2, key: "uploadId")
    #expect(
      try MultipartUpload(bucket, "lost.tif", headers: []).write(bytes, partSize: 10_000, if: .isNew) == .exists)
    #expect(try bucket.get("large.tif").bytes == bytes)
    // A failed upload is aborted, so that its parts cost nothing.
    let failing = MultipartUpload(bucket, "failing.tif", headers: [])
    try store.fail("PUT", "500", 5)
    _ = try store.requests()
    #expect(throws: S3Error.self) { try failing.write(bytes, partSize: 10_000, if: .isNew) }
    #expect(try store.requests().last?.hasPrefix("DELETE /photos/failing.tif?uploadId=") == true)
    #expect(try bucket.head("failing.tif") == nil)
  }

  @Test func `wrong credentials, missing buckets and unreachable stores are reported as such`() throws {
    let store = try ObjectStoreServer()
    for work in [
      { _ = try $0.get("a.jpg") }, { _ = try $0.head("a.jpg") }, { _ = try $0.page(prefix: "") },
      { _ = try $0.create([1], as: "a.jpg", type: "image/jpeg") },
    ] as [(S3Bucket) throws -> Void] {
      let refused = #expect(throws: S3Error.self) { try work(store.bucket(secret: "not-the-secret")) }
      guard case .credentialsRefused(_, "SignatureDoesNotMatch", _) = refused else {
        Issue.record("\(String(describing: refused))")
        return
      }
      #expect(refused?.description.contains("not-the-secret") == false)
      let configuration = S3Configuration(
        endpoint: store.endpoint, credentials: S3Credentials(accessKeyID: "NOBODY", secretAccessKey: "x"))
      let unknown = #expect(throws: S3Error.self) { try work(S3Bucket("photos", configuration)) }
      guard case .credentialsRefused(_, "InvalidAccessKeyId", _) = unknown else {
        Issue.record("\(String(describing: unknown))")
        return
      }
    }
    #expect(throws: S3Error.self) { try store.bucket("nowhere").page(prefix: "") }
    for work in [
      { _ = try $0.page(prefix: "") }, { _ = try $0.get("a") }, { _ = try $0.put([1], as: "a", type: "image/jpeg") },
    ] as [(S3Bucket) throws -> Void] {
      let missing = #expect(throws: S3Error.self) { try work(store.bucket("nowhere")) }
      guard case .noSuchBucket("nowhere") = missing else {
        Issue.record("\(String(describing: missing))")
        return
      }
    }
    var closed = S3Configuration(endpoint: "http://127.0.0.1:1", credentials: nil)
    closed.retries = RetryPolicy(maximumAttempts: 2, firstDelay: 0)
    let error = #expect(throws: S3Error.self) { try S3Bucket("photos", closed).get("a") }
    guard case .unavailable(_, _, 2) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
