import Checksums

/// A piece of a listing.
public struct S3Page: Sendable {
  /// The objects, in the order of their keys' bytes.
  public let objects: [S3Object]
  /// The continuation token for the next page; nil for the last page.
  public let continuation: String?

  /// Parses the response to ListObjectsV2; nil if it is invalid.
  init?(_ bytes: [UInt8]) {
    guard let list = XMLElement(bytes), list.name == "ListBucketResult" else { return nil }
    let isEncoded = list["EncodingType"]?.text == "url"
    var objects: [S3Object] = []
    for element in list.children where element.name == "Contents" {
      guard let text = element["Key"]?.text, let size = element["Size"].flatMap({ Int($0.text) }),
        let key = isEncoded ? PercentEncoding.decoded(text, plusIsSpace: true) : text
      else { return nil }
      objects.append(
        S3Object(
          key: key, size: size, etag: S3Object.unquoted(element["ETag"]?.text ?? ""),
          modified: element["LastModified"].flatMap { HTTPDate.seconds($0.text) }))
    }
    self.objects = objects
    continuation = list["IsTruncated"]?.text == "true" ? list["NextContinuationToken"]?.text : nil
  }
}
