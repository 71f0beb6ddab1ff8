import Imaging
import Testing

@testable import PhotoFile

/// Data after the coded picture of a JPEG XL.
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

  @Test(arguments: [EncodingOptions.jpegXL(quality: 1), .jpegXL()])
  func `a profile with more than colours is named, and stays only on request`(options: EncodingOptions) throws {
    var photo = SamplePhoto.portrait(PixelSize(width: 64, height: 48))
    photo.pixels.colorSpace = .icc(SyntheticProfile.color(secret: "SECRETCITY"))
    let file = try photo.data(as: options)
    #expect(throws: Never.self) { try MetadataPolicy.safe.applied(to: file) }
    #expect {
      try MetadataPolicy.strip.applied(to: file)
    } throws: {
      "\($0)".contains("the colour profile, which only coding the picture anew can change")
    }
    let kept = try MetadataPolicy.strip.applied(to: file, keepingUnknown: true)
    #expect(try Photo(data: kept).pixels == Photo(data: file).pixels)
    let anew = try MetadataPolicy.strip.applied(to: photo.withoutProfileTexts().data(as: options))
    #expect(try Photo(data: anew).pixels.bytes == Photo(data: file).pixels.bytes)
  }

  @Test func `a lossy picture with a profile keeps its dark levels and its name`() throws {
    let space = ColorSpace.icc(SyntheticProfile.color(secret: "a"))
    var bytes: [UInt8] = []
    for place in 0..<64 * 64 {
      let level = UInt8(place % 64)
      bytes += [level, level, level, 255]
    }
    let pixels = PixelBuffer(size: PixelSize(width: 64, height: 64), format: .rgba8, colorSpace: space, bytes: bytes)
    let file = try Photo(pixels: pixels).data(as: .jpegXL(quality: 0.95))
    let read = try Photo(data: file)
    // libjxl would choose linear light in 8 bits, in which these 64 levels are 40.
    #expect(read.pixels.format == .rgba8 && !read.pixels.colorSpace.isLinear)
    let row = Array(read.pixels.bytes[8192..<8448])
    let levels = Set(stride(from: 0, to: 256, by: 4).map { row[$0] })
    #expect(levels.count > 50)
    #expect(try PhotoSummary(data: file).colorSpaceName == "Test")
  }
}
