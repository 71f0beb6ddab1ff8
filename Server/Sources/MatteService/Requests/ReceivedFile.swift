import Glibc
import HTTPTypes
import Hummingbird

/// Writes the body of a request to a file.
enum ReceivedFile {
  /// - Parameters:
  ///   - body: of a request.
  ///   - form: takes the file out of the body; nil if the body is the file.
  ///   - path: of a file that does not exist.
  ///   - limit: the most bytes of the body.
  /// - Returns: how many bytes the body had.
  /// - Throws: ``PhotoFailure`` if there are none or too many bytes, and errors of the connection.
  static func write(_ body: RequestBody, of form: FormUpload?, to path: String, limit: Int) async throws -> Int {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    var (form, count, fileCount) = (form, 0, 0)
    for try await var buffer in body {
      count += buffer.readableBytes
      guard count <= limit else { throw tooLarge(limit) }
      if let file = try form?.file(in: buffer) { buffer = ByteBuffer(bytes: file) }
      fileCount += buffer.readableBytes
      while buffer.readableBytes > 0 {
        let written = buffer.withUnsafeReadableBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        guard written > 0 else {
          if written < 0, errno == EINTR { continue }
          throw failure()
        }
        buffer.moveReaderIndex(forwardBy: written)
      }
    }
    try form?.checkIsComplete()
    guard fileCount > 0 else {
      let fault = form == nil ? "the request has no body" : "the form's file is empty"
      throw PhotoFailure(.badRequest, "\(fault); send the bytes of a photo's file")
    }
    return count
  }

  static func tooLarge(_ limit: Int) -> PhotoFailure {
    PhotoFailure(.contentTooLarge, "the photo has more than the \(limit) bytes that this service takes (--max-bytes)")
  }

  private static func failure() -> PhotoFailure {
    PhotoFailure(
      HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"),
      "the photo cannot be kept: \(String(cString: strerror(errno)))", retryAfter: 30)
  }

  /// Reads a whole file.
  ///
  /// - Throws: ``PhotoFailure``.
  static func read(_ path: String) throws(PhotoFailure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw PhotoFailure(.internalServerError, "the result cannot be read") }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw PhotoFailure(.internalServerError, "the result cannot be read") }
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let part = Glibc.read(file, buffer.baseAddress?.advanced(by: count), size - count)
        guard part > 0 else { return }
        count += part
      }
    }
    guard bytes.count == size else { throw PhotoFailure(.internalServerError, "the result cannot be read") }
    return bytes
  }
}
