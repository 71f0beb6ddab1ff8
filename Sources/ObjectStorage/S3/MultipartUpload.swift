/// An object sent in parts, which gets its name when all are complete.
struct MultipartUpload {
  private let bucket: S3Bucket
  private let key: String
  private let headers: [(name: String, value: String)]

  init(_ bucket: S3Bucket, _ key: String, headers: [(name: String, value: String)]) {
    (self.bucket, self.key, self.headers) = (bucket, key, headers)
  }

  func write(
    _ bytes: [UInt8], partSize: Int = S3Bucket.partSize, if condition: WriteCondition?
  ) throws(S3Error) -> S3Bucket.Creation {
    var begin = S3Request(.post, key: key)
    begin.query = [("uploads", "")]
    begin.headers = headers
    let response = try bucket.client.answer(to: begin, of: bucket.name)
    guard let upload = XMLElement(response.body)?["UploadId"]?.text, !upload.isEmpty else {
      throw .refused(
        place: "s3://\(bucket.name)/\(key)", status: response.status, code: "", message: "no upload was begun")
    }
    do throws(S3Error) {
      let parts = try send(bytes, partSize, upload)
      var complete = S3Request(.post, key: key)
      complete.query = [("uploadId", upload)]
      complete.body = Array(Self.document(parts).utf8)
      complete.headers = [("content-type", "application/xml")]
      let outcome: S3Bucket.Creation
      do throws(S3Error) {
        outcome = try bucket.creating(complete, if: condition)
      } catch .noSuchObject {
        // The upload was completed by an attempt whose response was lost: the mark identifies it.
        return .exists
      }
      if outcome == .exists { abort(upload) }
      return outcome
    } catch {
      // Parts of an incomplete upload are charged.
      abort(upload)
      throw error
    }
  }

  private func send(_ bytes: [UInt8], _ partSize: Int, _ upload: String) throws(S3Error) -> [String] {
    var etags: [String] = []
    var start = 0
    while start < bytes.count {
      let end = min(start + partSize, bytes.count)
      var request = S3Request(.put, key: key)
      request.query = [("partNumber", "\(etags.count + 1)"), ("uploadId", upload)]
      request.body = Array(bytes[start..<end])
      let response = try bucket.client.answer(to: request, of: bucket.name)
      guard let etag = response.header["etag"] else {
        throw .refused(
          place: "s3://\(bucket.name)/\(key)", status: response.status, code: "", message: "a part has no entity tag")
      }
      etags.append(etag)
      start = end
    }
    return etags
  }

  private static func document(_ etags: [String]) -> String {
    let parts = etags.enumerated().map { index, etag in
      "<Part><PartNumber>\(index + 1)</PartNumber><ETag>\(etag)</ETag></Part>"
    }
    return "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(parts.joined())"
      + "</CompleteMultipartUpload>"
  }

  private func abort(_ upload: String) {
    var request = S3Request(.delete, key: key)
    request.query = [("uploadId", upload)]
    _ = try? bucket.client.answer(to: request, of: bucket.name)
  }
}
