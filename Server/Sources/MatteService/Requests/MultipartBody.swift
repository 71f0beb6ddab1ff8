import Hummingbird

/// A multipart body, as sent by forms: browsers read it by `Response.formData()`.
///
/// Source: RFC 7578.
struct MultipartBody {
  private var buffer = ByteBuffer()
  private let boundary: String

  init() { boundary = "mattekit-\(UInt64.random(in: 0 ... .max))-\(UInt64.random(in: 0 ... .max))" }

  var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// - Parameters:
  ///   - name: of the part, plain letters.
  ///   - file: a name of a file, plain letters; nil for a part that is not a file.
  mutating func add(_ name: String, file: String? = nil, type: String, _ bytes: [UInt8]) {
    let fileName = file.map { "; filename=\"\($0)\"" } ?? ""
    buffer.writeString("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\(fileName)\r\n")
    buffer.writeString("Content-Type: \(type)\r\n\r\n")
    buffer.writeBytes(bytes)
    buffer.writeString("\r\n")
  }

  func finished() -> ByteBuffer {
    var whole = buffer
    whole.writeString("--\(boundary)--\r\n")
    return whole
  }
}
