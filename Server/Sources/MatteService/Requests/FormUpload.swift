import NIOCore

/// Takes the file out of a form that is uploaded, as browsers and `curl -F` send it, while it arrives.
///
/// Source: RFC 7578, and RFC 2046, section 5.1.
struct FormUpload {
  private enum Position { case beforeParts, head, file, end }

  private static let maximumHead = 8192
  private static let lineEnd: [UInt8] = [13, 10]

  private var position = Position.beforeParts
  /// Bytes that belong to no part yet. The line end that the first delimiter begins with may be missing.
  private var pending = lineEnd
  private var hasFile = false
  private let delimiter: [UInt8]

  /// - Parameter contentType: the request's.
  /// - Throws: ``PhotoFailure`` if it is a kind of multipart body that is not taken.
  /// - Returns: nil if the body is not a multipart form.
  init?(contentType: String?) throws(PhotoFailure) {
    guard let contentType, contentType.lowercased().hasPrefix("multipart/") else { return nil }
    let fields = contentType.split(separator: ";").map { $0.drop { $0 == " " } }
    let boundary = fields.first { $0.lowercased().hasPrefix("boundary=") }?.dropFirst("boundary=".count)
    let name = (boundary ?? "").filter { $0 != "\"" }
    guard contentType.lowercased().hasPrefix("multipart/form-data"), (1...70).contains(name.utf8.count) else {
      throw PhotoFailure(
        .unsupportedMediaType, "send the bytes of a photo's file as the body, or a form with it (multipart/form-data)")
    }
    delimiter = Self.lineEnd + Array("--\(name)".utf8)
  }

  /// - Returns: the bytes of the file that the next piece of the body adds.
  mutating func file(in piece: ByteBuffer) throws(PhotoFailure) -> [UInt8] {
    pending += piece.readableBytesView
    var file: [UInt8] = []
    while true {
      switch position {
      case .beforeParts, .file:
        let end = Self.place(of: delimiter, in: pending)
        // A delimiter may have begun at the end of the piece.
        let count = end ?? max(pending.count - delimiter.count + 1, 0)
        if position == .file { file += pending[..<count] }
        pending.removeFirst(count + (end == nil ? 0 : delimiter.count))
        guard end != nil else { return file }
        position = .head
      case .head:
        if pending.starts(with: [45, 45]) {
          position = .end
          continue
        }
        guard let end = Self.place(of: Self.lineEnd + Self.lineEnd, in: pending) else {
          guard pending.count <= Self.maximumHead else { throw Self.malformed }
          return file
        }
        try check(head: String(decoding: pending[..<end], as: UTF8.self))
        pending.removeFirst(end + 2 * Self.lineEnd.count)
        position = .file
      case .end:
        pending = []
        return file
      }
    }
  }

  /// To be called when the body has ended.
  func checkIsComplete() throws(PhotoFailure) {
    guard position == .end else { throw Self.malformed }
    guard hasFile else { throw PhotoFailure(.badRequest, "the form has no file; send one photo") }
  }

  /// Checks that a part is the only file.
  private mutating func check(head: String) throws(PhotoFailure) {
    let lines = head.split(whereSeparator: \.isNewline)
    let disposition = lines.first { $0.lowercased().hasPrefix("content-disposition:") }?.lowercased() ?? ""
    guard disposition.contains("filename") else {
      throw PhotoFailure(
        .badRequest,
        "the form has a field that is not a file; put the effect and its settings into the address, "
          + "/photo?effect=…&set=…")
    }
    guard !hasFile else { throw PhotoFailure(.badRequest, "the form has several files; send one photo a request") }
    hasFile = true
  }

  private static let malformed = PhotoFailure(.badRequest, "the form (multipart/form-data) is damaged or incomplete")

  private static func place(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
    guard let first = pattern.first, bytes.count >= pattern.count else { return nil }
    var start = 0
    while let place = bytes[start...].firstIndex(of: first), place + pattern.count <= bytes.count {
      if bytes[place..<place + pattern.count].elementsEqual(pattern) { return place }
      start = place + 1
    }
    return nil
  }
}
