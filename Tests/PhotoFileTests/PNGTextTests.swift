import Imaging
import Support
import Testing

@testable import PhotoFile

/// Texts of a PNG besides XMP.
@Suite struct PNGTextTests {
  private static let texts = [
    ("tEXt", Array("Title\0A walk".utf8)),
    ("zTXt", Array("Software\0\0".utf8) + PNGPieces.stored(Array("Camera".utf8))),
    ("iTXt", Array("Description\0\0\0en\0\0Ein Weg".utf8)),
  ]

  private func photo(with texts: [(String, [UInt8])]) throws -> Photo {
    let bytes = try SamplePhoto.portrait(PixelSize(width: 16, height: 12)).data(as: .png)
    let chunks = texts.flatMap { PNGPieces.chunk($0.0, $0.1) }
    return try Photo(data: Array(bytes[..<33]) + chunks + Array(bytes[33...]))
  }

  private func holds(_ bytes: [UInt8], _ text: some Sequence<UInt8>) -> Bool {
    let text = Array(text)
    return bytes.indices.contains { bytes[$0...].starts(with: text) }
  }

  @Test func `texts stay in a PNG that is edited`() throws {
    var photo = try photo(with: Self.texts)
    photo.pixels = SamplePhoto.pixels(PixelSize(width: 8, height: 8))
    let edited = try photo.data(as: .png)
    for (name, data) in Self.texts { #expect(holds(edited, PNGPieces.chunk(name, data)), "\(name)") }
    #expect(try Photo(data: edited).texts == photo.texts && photo.texts.count == 3)
    let jpeg = try photo.data(as: .jpeg())
    #expect(!holds(jpeg, "A walk".utf8))
    #expect(photo.warnings(writingAs: .png).isEmpty)
    // The program that wrote the old file is not missed.
    #expect(
      photo.warnings(writingAs: .jpeg()).map(\.message)
        == ["text 'Title' and text 'Description' are left out: JPEG has no place for them"])
    #expect(try !holds(MetadataPolicy.strip.applied(to: edited), "A walk".utf8))
  }

  @Test(arguments: ["Software", "date:create", "date:timestamp"])
  func `texts that describe the old file are left out without a warning`(keyword: String) throws {
    let photo = try photo(with: [("tEXt", Array("\(keyword)\0any".utf8))])
    #expect(photo.texts.count == 1 && photo.warnings(writingAs: .jpeg()).isEmpty)
  }

  @Test func `texts that describe or may be the earlier picture go`() throws {
    let long = ("tEXt", Array("Preview\0".utf8) + [UInt8](repeating: 0x41, count: 2000))
    let raw = ("zTXt", Array("Raw profile type exif\0\0".utf8) + PNGPieces.stored([1, 2, 3]))
    let photo = try photo(with: Self.texts + [long, raw])
    let edited = try photo.data(as: .png)
    #expect(holds(edited, "Preview".utf8) && !holds(edited, "Raw profile".utf8))
    for options in [EncodingOptions.png, .jpeg()] {
      #expect(
        photo.warnings(writingAs: options).map(\.message).contains(
          "text 'Raw profile type exif' is left out: metadata in ImageMagick's form are not read"))
    }
    let hidden = photo.withoutOriginalPictures()
    #expect(hidden.warnings.map(\.message).contains("text 'Preview' is left out: it shows the picture as it was"))
    let written = try hidden.data(as: .png)
    #expect(!holds(written, "Preview".utf8) && holds(written, "A walk".utf8))
  }

  @Test func `compressed texts go by the length that they have when they are decompressed`() throws {
    let packed = try PNGCodec.deflate([UInt8](repeating: 0x41, count: 20_000))
    try #require(packed.count < 200)
    let short = try PNGCodec.deflate(Array("A short way".utf8))
    let texts: [(String, [UInt8], isKept: Bool)] = [
      ("zTXt", Array("Long1\0\0".utf8) + packed, false), ("iTXt", Array("Long2\0\u{1}\0\0\0".utf8) + packed, false),
      ("zTXt", Array("Damaged\0\0".utf8) + packed.dropLast(20), false),
      ("zTXt", Array("Method\0\u{1}".utf8) + short, false), ("iTXt", Array("Cut\0\u{1}\0en".utf8), false),
      ("zTXt", Array("Short1\0\0".utf8) + short, true), ("iTXt", Array("Short2\0\u{1}\0\0\0".utf8) + short, true),
    ]
    let hidden = try photo(with: texts.map { ($0.0, $0.1) }).withoutOriginalPictures()
    let written = try hidden.data(as: .png)
    for (name, data, isKept) in texts {
      let keyword = String(decoding: data.prefix { $0 != 0 }, as: UTF8.self)
      #expect(holds(written, PNGPieces.chunk(name, data)) == isKept, "\(keyword)")
      let warning = "text '\(keyword)' is left out: it shows the picture as it was"
      #expect(hidden.warnings.map(\.message).contains(warning) == !isKept)
    }
  }

  @Test func `texts beyond the limit of what is decompressed cannot be searched for pictures, and go with them`() throws
  {
    let packed = try PNGCodec.deflate([UInt8](repeating: 0x41, count: 1500))
    let texts = (1...4).map { ("zTXt", Array("Text\($0)\0\0".utf8) + packed) }
    let bytes = try Photo(pixels: SamplePhoto.pixels(PixelSize(width: 16, height: 12))).data(as: .png)
    let file = Array(bytes[..<33]) + texts.flatMap { PNGPieces.chunk($0.0, $0.1) } + bytes[33...]
    var limits = ReadingLimits.default
    limits.xmpBytes = 4000
    let stripped = try StrippedPhoto(file, removing: [.thumbnails], limits: limits)
    #expect(stripped.contents.map(\.place) == ["text 'Text3'", "text 'Text4'"])
    #expect(try StrippedPhoto(file, removing: [.thumbnails]).data == file)
  }
}
