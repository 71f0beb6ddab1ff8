import Imaging
import Testing

@testable import PhotoFile

@Suite struct GIFTests {
  private static let indices = (0..<60).map { UInt8($0 * 2) }
  private static let frame = SyntheticGIF.Frame(width: 10, height: 6, indices: indices)

  private static func colors(_ indices: [UInt8]) -> [UInt8] { indices.flatMap { SyntheticGIF.color($0) + [255] } }

  @Test func `a frame that fills the picture is opaque`() throws {
    let photo = try Photo(data: SyntheticGIF.file(width: 10, height: 6, [Self.frame]))
    #expect(photo.pixels.bytes == Self.colors(Self.indices))
    #expect(photo.pixels.alphaType == .opaque)
    #expect(photo.sourceFormat == .gif && photo.warnings.isEmpty)
  }

  @Test func `interlaced rows are placed correctly`() throws {
    // Rows 0, 4, 2, 1, 3, 5 of six.
    let order = [0, 4, 2, 1, 3, 5]
    let stored = order.flatMap { Self.indices[10 * $0..<10 * $0 + 10] }
    let frame = SyntheticGIF.Frame(width: 10, height: 6, indices: stored, isInterlaced: true)
    #expect(try Photo(data: SyntheticGIF.file(width: 10, height: 6, [frame])).pixels.bytes == Self.colors(Self.indices))
  }

  @Test func `the area outside a frame and its transparent colour are transparent`() throws {
    let frame = SyntheticGIF.Frame(x: 1, y: 1, width: 2, height: 1, indices: [7, 9], transparent: 9)
    let pixels = try Photo(data: SyntheticGIF.file(width: 4, height: 2, [frame])).pixels
    #expect(pixels.alphaType == .straight)
    #expect(
      pixels.bytes == [UInt8](repeating: 0, count: 20) + SyntheticGIF.color(7) + [255] + [UInt8](repeating: 0, count: 8)
    )
  }

  @Test func `the first frame of an animation is read, and the others are reported`() throws {
    let bytes = SyntheticGIF.file(width: 10, height: 6, [Self.frame, Self.frame, Self.frame])
    let photo = try Photo(data: bytes)
    #expect(photo.warnings.map(\.message) == ["only the first of 3 frames is read"])
    let summary = try PhotoSummary(data: bytes)
    #expect(summary.furtherItems == ["2 further frames"] && summary.size == PixelSize(width: 10, height: 6))
  }

  @Test func `the number of frames is determined by the blocks`() throws {
    for (count, expected) in [(1, false), (2, true), (3, true)] {
      let bytes = SyntheticGIF.file(width: 10, height: 6, [SyntheticGIF.Frame](repeating: Self.frame, count: count))
      #expect(GIFFrames.areSeveral(in: bytes) == expected)
      // Of one that is cut nothing is said that is not so.
      for length in 0..<bytes.count {
        let told = GIFFrames.areSeveral(in: Array(bytes.prefix(length)))
        #expect(told == nil || told == expected)
      }
    }
    // Extensions, such as that for loops, and colours of a frame's own are skipped.
    let one = SyntheticGIF.file(width: 10, height: 6, [Self.frame])
    let loop: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    let start = 13 + 3 * 128
    #expect(GIFFrames.areSeveral(in: Array(one[..<start]) + loop + one[start...]) == false)
    var own = one
    own[start + 9] = 0x80
    own.insert(contentsOf: [0x2C, 0x2C, 0x2C, 0x2C, 0x2C, 0x2C], at: start + 10)
    #expect(GIFFrames.areSeveral(in: own) == false)
  }

  @Test func `GIF is not written`() throws {
    #expect(!PhotoFormat.gif.isWritable && PhotoFormat.gif.writtenFormat == .png)
    let photo = try Photo(data: SyntheticGIF.file(width: 10, height: 6, [Self.frame]))
    #expect(encodingFailure(of: photo, as: .default(for: .gif))?.contains("only read") == true)
  }

  @Test func `a truncated file gives its intact rows if that is allowed`() throws {
    let rows = (0..<40).flatMap { row in (0..<10).map { UInt8((row + $0) % 128) } }
    let whole = SyntheticGIF.file(width: 10, height: 40, [.init(width: 10, height: 40, indices: rows)])
    let cut = Array(whole.dropLast(150))
    #expect(failure { () throws(PhotoFileError) in _ = try Photo(data: cut) } != nil)
    let photo = try Photo(data: cut, options: ReadingOptions(allowsIncomplete: true))
    #expect(photo.warnings.count == 1)
    #expect(photo.pixels.bytes.prefix(40 * 20).elementsEqual(Self.colors(Array(rows.prefix(200)))))
  }

  /// A GIF with extensions before its frame.
  private static func file(with extensions: [UInt8]) -> [UInt8] {
    let start = 13 + 3 * 128
    let bytes = SyntheticGIF.file(width: 10, height: 6, [frame])
    return Array(bytes[..<start]) + extensions + bytes[start...]
  }

  private static func comment(_ text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x21, 0xFE]
    for start in stride(from: 0, to: text.count, by: 255) {
      let block = text[start..<min(text.count, start + 255)]
      bytes += [UInt8(block.count)] + block
    }
    return bytes + [0]
  }

  @Test func `comments become texts of a PNG, and other formats say that they have no place for them`() throws {
    let long = String(repeating: "way ", count: 100)
    let bytes = Self.file(
      with: Self.comment(Array("A walk".utf8)) + Self.comment(Array("Ein schöner Weg".utf8))
        + Self.comment([0x57, 0xE4, 0x68, 0]) + Self.comment([]) + Self.comment(Array(long.utf8)))
    let photo = try Photo(data: bytes)
    let png = try photo.data(as: .png)
    for (name, data) in [
      ("tEXt", Array("Comment\0A walk".utf8)), ("iTXt", Array("Comment\0\0\0\0\0Ein schöner Weg".utf8)),
      ("tEXt", Array("Comment\0".utf8) + [0x57, 0xE4, 0x68]), ("tEXt", Array("Comment\0\(long)".utf8)),
    ] {
      let chunk = PNGPieces.chunk(name, data)
      #expect(png.indices.contains { png[$0...].starts(with: chunk) })
    }
    #expect(photo.texts.count == 4 && photo.warnings(writingAs: .png).isEmpty)
    #expect(
      photo.warnings(writingAs: .jpeg()).map(\.message) == ["text 'Comment' is left out: JPEG has no place for it"])
    #expect(try PhotoSummary(data: bytes).furtherItems == ["text 'Comment'"])
  }

  @Test func `a comment that may be a picture goes from a photo that hides something`() throws {
    let photo = try Photo(
      data: Self.file(with: Self.comment([UInt8](repeating: 0x41, count: 2000)) + Self.comment(Array("A walk".utf8))))
    #expect(photo.withoutOriginalPictures().texts == photo.texts.suffix(1) && photo.texts.count == 2)
  }

  @Test func `XMP is read, and limited`() throws {
    let packet = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
    let header: [UInt8] = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8)
    let bytes = Self.file(with: header + packet + [1] + (0...255).reversed() + [0])
    #expect(try Photo(data: bytes).metadata == PhotoMetadata(xmp: packet))
    #expect(try PhotoSummary(data: bytes).metadata == [.xmp])
    #expect(GIFFrames.areSeveral(in: bytes) == false)
    let blocks = Self.file(with: header + [UInt8(packet.count)] + packet + [0])
    #expect(try Photo(data: blocks).metadata.xmp == packet)
    var limits = ReadingLimits.default
    limits.xmpBytes = 20
    #expect(
      failure { () throws(PhotoFileError) in _ = try Photo(data: bytes, options: ReadingOptions(limits: limits)) }
        != nil)
  }
}
