import Imaging
import Testing

@testable import PhotoFile

/// What lies behind the coded picture of a JPEG XL.
@Suite struct JPEGXLTests {
  private static let secret = Array("GPS 48.1173 11.5167 SECRETCITY".utf8)

  private func holds(_ bytes: [UInt8]) -> Bool { bytes.indices.contains { bytes[$0...].starts(with: Self.secret) } }

  private func boxes(_ options: EncodingOptions) throws -> (file: [UInt8], boxes: JPEGXLBoxes) {
    var photo = SamplePhoto.portrait(PixelSize(width: 300, height: 200))
    photo.metadata.xmp = Array(SamplePhoto.titleXMP.utf8)
    let file = try photo.data(as: options)
    return (file, try #require(try JPEGXLBoxes(file, file: "photo")))
  }

  @Test(arguments: [EncodingOptions.jpegXL(quality: 1), .jpegXL()])
  func `a codestream without boxes stays complete, and data after it are removed`(options: EncodingOptions) throws {
    let bytes = try boxes(options).boxes.codestream
    let pixels = try Photo(data: bytes).pixels
    for policy in [MetadataPolicy.safe, .strip] { #expect(try policy.applied(to: bytes) == bytes) }
    #expect(SensitiveContent.contents(of: bytes).isEmpty)
    let behind = bytes + Self.secret
    #expect(throws: PhotoFileError.self) { try MetadataPolicy.safe.applied(to: behind) }
    #expect(try MetadataPolicy.safe.applied(to: behind, keepingUnknown: true) == behind)
    #expect(try MetadataPolicy.strip.applied(to: behind) == bytes)
    #expect(try Photo(data: behind).pixels == pixels)
  }

  @Test func `bytes after the picture in its box are not searched, and are removed with all metadata`() throws {
    let (file, boxes) = try boxes(.jpegXL())
    #expect(throws: Never.self) { try MetadataPolicy.safe.applied(to: file) }
    let hiding = boxes.file(
      exif: nil, xmp: Array(SamplePhoto.titleXMP.utf8), keepsUnknown: true, codestream: boxes.codestream + Self.secret)
    #expect(holds(hiding))
    #expect(throws: PhotoFileError.self) { try MetadataPolicy.safe.applied(to: hiding) }
    let stripped = try MetadataPolicy.strip.applied(to: hiding)
    #expect(!holds(stripped))
    #expect(try Photo(data: stripped).pixels == (try Photo(data: file)).pixels)
  }
}
