import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

/// Pictures in base64 are found, whole or without their first characters, and other texts are none.
@Suite struct TextPicturesTests {
  private func text(_ bytes: [UInt8]) -> [UInt8] { Array(Data(bytes).base64EncodedString().utf8) }

  private func picture(_ format: PhotoFormat) throws -> [UInt8] {
    let pixels = SamplePhoto.noise(PixelSize(width: 48, height: 40), .rgba8, alphaType: .opaque, seed: 1)
    return Array(try Photo(pixels: pixels).data(as: .default(for: format)))
  }

  @Test(arguments: [PhotoFormat.jpeg, .png, .webP, .heic, .avif])
  func `a picture is found without its first characters`(format: PhotoFormat) throws {
    let text = text(try picture(format))
    // HEIF is known by the brand in its first box, at byte 4, and WebP by its first chunk, at byte 8.
    let lost = format == .heic || format == .avif ? 0...4 : 0...8
    for count in lost {
      let rest = Array(text.dropFirst(count))
      #expect(TextPictures.find(in: rest) == [0..<rest.count], "\(count)")
    }
  }

  @Test(arguments: [PhotoFormat.jpeg, .png, .webP, .heic])
  func `a picture is found in the other alphabet of base64, and in hexadecimal digits`(format: PhotoFormat) throws {
    let picture = try picture(format)
    let other = text(picture).map {
      $0 == UInt8(ascii: "+") ? UInt8(ascii: "-") : $0 == UInt8(ascii: "/") ? UInt8(ascii: "_") : $0
    }
    #expect(TextPictures.find(in: other) == [0..<other.count])
    let digits = picture.flatMap { Array(String($0 >> 4, radix: 16).utf8) + Array(String($0 & 15, radix: 16).utf8) }
    let upper = Array(String(decoding: digits, as: UTF8.self).uppercased().utf8)
    for count in [0, 1] {
      for text in [digits, upper] {
        let rest = Array(text.dropFirst(count))
        #expect(TextPictures.find(in: rest) == [0..<rest.count], "\(count)")
      }
    }
  }

  @Test func `a picture is found behind other characters and other bytes`() throws {
    let picture = try picture(.jpeg)
    for count in 0...4 {
      let intro = Array("abcd".utf8.prefix(count))
      let found = TextPictures.find(in: intro + text(picture))
      #expect(found.map(\.upperBound) == [count + text(picture).count], "\(count)")
      // In another file, where its characters differ.
      let inside = text(intro + picture)
      #expect(!TextPictures.find(in: inside).isEmpty, "\(count)")
    }
  }

  @Test func `a damaged picture before a whole one is found, and lines may be broken`() throws {
    let text = text(try picture(.jpeg))
    let both = Array(text.dropFirst(3)) + text
    #expect(TextPictures.find(in: both) == [0..<both.count])
    let lines = stride(from: 2, to: text.count, by: 76).map { Array(text[$0..<min($0 + 76, text.count)]) }
    let broken = Array(lines.joined(separator: Array("\r\n".utf8)))
    #expect(TextPictures.find(in: broken) == [0..<broken.count])
    let caption = Array("A walk:".utf8)
    #expect(TextPictures.find(in: caption + broken) == [caption.count..<caption.count + broken.count])
  }

  @Test func `prose and other data in base64 are no pictures`() throws {
    let words = ["the", "walk", "along", "IHDR", "IDAT", "JFIF", "Exif", "ftyp", "Photo", "a/b"]
    var generator = RepeatableRandomNumberGenerator(seed: 7)
    let prose = (0..<20_000).map { _ in words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
    #expect(TextPictures.find(in: Array(prose.utf8)).isEmpty)
    #expect(TextPictures.find(in: text(Array(prose.utf8))).isEmpty)
    let noise = (0..<1_000_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    #expect(TextPictures.find(in: text(noise)).isEmpty)
    for byte: UInt8 in [0, 0xFF, 0x49] {
      #expect(TextPictures.find(in: text([UInt8](repeating: byte, count: 4096))).isEmpty)
    }
    let hex = noise.prefix(40_000).map { String($0, radix: 16) }.joined()
    #expect(TextPictures.find(in: Array(hex.utf8)).isEmpty)
    #expect(TextPictures.find(in: Array(text(try picture(.jpeg)).prefix(TextPictures.minimumCount - 1))).isEmpty)
  }
}
