import NIOCore
import Testing

@testable import MatteService

@Suite struct FormUploadTests {
  private static let body =
    "preamble\r\n--line\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg\r\n"
    + "\r\nab\r\n--lin\r\n\r\n--line--\r\nepilogue"

  private func file(of body: String, in pieces: Int) throws -> String {
    var form = try #require(try FormUpload(contentType: "multipart/form-data; boundary=\"line\""))
    var file: [UInt8] = []
    var rest = ByteBuffer(string: body)
    while let piece = rest.readSlice(length: min(pieces, max(rest.readableBytes, 1))) {
      file += try form.file(in: piece)
    }
    try form.checkIsComplete()
    return String(decoding: file, as: UTF8.self)
  }

  @Test(arguments: [1, 2, 3, 7, 50, 1000]) func `a file is found however the body is split`(pieces: Int) throws {
    #expect(try file(of: Self.body, in: pieces) == "ab\r\n--lin\r\n")
    #expect(try file(of: String(Self.body.dropFirst("preamble\r\n".count)), in: pieces) == "ab\r\n--lin\r\n")
  }

  @Test func `a form that ends too soon, or whose head does not end, is refused`() throws {
    for count in [0, 20, 60, 100, 118] {
      #expect(throws: PhotoFailure.self) { try self.file(of: String(Self.body.prefix(count)), in: 9) }
    }
    #expect(throws: PhotoFailure.self) {
      try self.file(of: "--line\r\n" + String(repeating: "x", count: 10_000), in: 99)
    }
  }

  @Test func `other bodies are no forms`() throws {
    for type in [nil, "", "image/jpeg", "application/x-www-form-urlencoded"] {
      #expect(try FormUpload(contentType: type) == nil)
    }
    for type in ["multipart/mixed; boundary=a", "multipart/form-data", "multipart/form-data; boundary="] {
      #expect(throws: PhotoFailure.self) { try FormUpload(contentType: type) }
    }
  }
}
