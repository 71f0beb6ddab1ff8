import Foundation
import MatteKit
import Support
import SystemPackage
import Testing

@testable import Batch

@Suite struct FilePathBytesTests {
  @Test func `components of paths are those of the shell's tools`() {
    #expect(FilePath("a/b/c.tar.gz").folder == FilePath("a/b"))
    #expect(FilePath("c.jpg").folder == FilePath("."))
    #expect(FilePath("/c.jpg").folder == FilePath("/"))
    #expect(FilePath("/").folder == FilePath("/"))
    #expect(FilePath("a/b/").folder == FilePath("a"))
    #expect(FilePath("a/b/").names.last?.string == "b")
    #expect(String(decoding: FilePath("a/c.tar.gz").stemBytes, as: UTF8.self) == "c.tar")
    #expect(FilePath(bytes: [0xFF, 0x2E, 0x6A]).stemBytes == [0xFF])
    #expect(String(decoding: FilePath("a/.jpg").stemBytes, as: UTF8.self) == ".jpg")
    #expect(FilePath("./a//b/.").names.map(\.string) == ["a", "b"])
    #expect(FilePath("a").appending(FilePath("b/c")) == FilePath("a/b/c"))
    #expect(FilePath("a/").appending(FilePath("b")) == FilePath("a/b"))
    #expect(FilePath("").appending(FilePath("b")) == FilePath("b"))
    #expect(FilePath("a").appending(FilePath("")) == FilePath("a"))
  }

  @Test func `a zero ends a path`() {
    #expect(FilePath(bytes: [0x61, 0, 0x62]) == FilePath("a"))
    #expect(FilePath(percentEncoded: "a%00b") == FilePath("a"))
  }

  @Test func `any bytes survive percent encoding`() {
    var random = RepeatableRandomNumberGenerator(seed: 7)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 1...255, using: &random) }
      let path = FilePath(bytes: bytes)
      #expect(path.percentEncoded.utf8.allSatisfy { $0 > 32 && $0 < 127 })
      #expect(FilePath(percentEncoded: path.percentEncoded) == path)
    }
    #expect(FilePath("a b/ü\n").percentEncoded == "a%20b/%C3%BC%0A")
    #expect(FilePath(percentEncoded: "%4") == nil && FilePath(percentEncoded: "%zz") == nil)
  }

  @Test func `reports contain names that are not UTF-8 in full, and others once`() throws {
    let odd = FilePath(bytes: Array("in/caf".utf8) + [0xE9] + Array(".jpg".utf8))
    let photo = PhotoReport(input: odd, output: FilePath("ü.jpg"), status: .done)
    let lines = [
      try JSONEncoder().encode(FileReport.photo(photo)),
      try JSONEncoder().encode(FileReport.movie(MovieReport(input: odd, output: FilePath("ü.jpg"), status: .done))),
    ]
    for line in lines {
      let texts = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
      #expect(texts["input"] as? String == "in/caf%E9.jpg" && texts["output"] as? String == "ü.jpg")
      #expect(texts["inputBytes"] as? String == "in/caf%E9.jpg" && texts["outputBytes"] == nil)
      let bytes = try #require((texts["inputBase64"] as? String).flatMap { Data(base64Encoded: $0) })
      #expect(FilePath(bytes: bytes) == odd && texts["outputBase64"] == nil)
      #expect(try JSONDecoder().decode(FileReport.self, from: line).inputPath == odd)
    }
    #expect(FilePath(base64: "aW4vY2Fm6S5qcGc=") == odd && FilePath(base64: "?") == nil && FilePath(base64: "") == nil)
  }

  @Test func `names that are not UTF-8 are distinguished from others`() {
    #expect(FilePath("ü.jpg").isText)
    #expect(!FilePath(bytes: [0x66, 0xFF, 0x2E]).isText)
    // A name that contains the replacement character itself.
    #expect(FilePath("\u{FFFD}").isText)
  }
}
