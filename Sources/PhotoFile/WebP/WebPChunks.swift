import Imaging

/// The chunks of a WebP file (RFC 9649, section 2). They are parsed and assembled here, like those of PNG, so that
/// limits apply before anything is copied and unknown chunks are kept; libwebp codes the pictures.
struct WebPChunks {
  struct Chunk {
    /// Four characters.
    let name: String
    /// The range of its data in the file.
    let data: Range<Int>
  }

  let chunks: [Chunk]
  /// The size of the canvas.
  let size: PixelSize
  /// Whether transparency is declared, or a frame that does not fill the canvas leaves transparent parts.
  let hasAlpha: Bool
  /// Frames of an animation; 1 for a still picture.
  let frameCount: Int
  private let bytes: [UInt8]

  /// The maximum number of chunks: frames of an animation are chunks, too.
  private static let maximumCount = 100_000
  private static let animationHeader = 16

  init(_ bytes: [UInt8], file: String) throws(PhotoFileError) {
    self.bytes = bytes
    guard bytes.count >= 20 else { throw .malformed(file: file, reason: "the WebP header is missing") }
    // A wrong length is detected by missing bytes.
    chunks = Self.chunks(in: 12..<bytes.count, of: bytes)
    guard let first = chunks.first else { throw .malformed(file: file, reason: "there is no chunk") }
    frameCount = max(1, chunks.count { $0.name == "ANMF" })
    if first.name == "VP8X" {
      guard first.data.count >= 10 else { throw .malformed(file: file, reason: "the header VP8X is too short") }
      let start = first.data.lowerBound
      size = PixelSize(
        width: Self.integer(bytes, start + 4, 3) + 1, height: Self.integer(bytes, start + 7, 3) + 1)
      let isAnimated = chunks.contains { $0.name == "ANMF" }
      // Files with a wrong flag are decoded with their alpha too.
      let hasCodedAlpha = chunks.contains { chunk in
        chunk.name == "ALPH" || chunk.name == "VP8L" && Self.header(of: chunk, in: bytes)?.hasAlpha == true
      }
      hasAlpha = bytes[start] & 0x10 != 0 || hasCodedAlpha || isAnimated
    } else {
      guard let picture = Self.header(of: first, in: bytes) else {
        throw .malformed(file: file, reason: "the header of the coded picture is damaged")
      }
      (size, hasAlpha) = picture
    }
  }

  /// Unique names of nonstandard chunks, which may contain anything.
  var unknownNames: [String] {
    let known: Set = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP "]
    return Set(chunks.map(\.name)).subtracting(known).sorted()
  }

  /// The data of the first chunk of a name.
  func first(_ name: String) -> Range<Int>? { chunks.first { $0.name == name }?.data }

  /// A file of only the first frame of an animation, with its place on the canvas; nil for a still picture.
  func firstFrame(file: String) throws(PhotoFileError) -> (bytes: [UInt8], place: PixelRect)? {
    guard let frame = first("ANMF") else { return nil }
    guard frame.count > Self.animationHeader else { throw .malformed(file: file, reason: "an empty frame") }
    let start = frame.lowerBound
    let place = PixelRect(
      x: 2 * Self.integer(bytes, start, 3), y: 2 * Self.integer(bytes, start + 3, 3),
      width: Self.integer(bytes, start + 6, 3) + 1, height: Self.integer(bytes, start + 9, 3) + 1)
    guard PixelRect(size).contains(place) else {
      throw .malformed(file: file, reason: "the first frame lies outside the canvas")
    }
    let parts = Self.chunks(in: start + Self.animationHeader..<frame.upperBound, of: bytes)
    let hasAlpha = parts.contains { $0.name == "ALPH" }
    var body = hasAlpha ? Self.header(canvas: place.size, flags: 0x10) : []
    for part in parts where ["ALPH", "VP8 ", "VP8L"].contains(part.name) {
      body += Self.encoded(part.name, bytes[part.data])
    }
    return (Self.file(body), place)
  }

  /// A whole file of chunks.
  static func file(_ body: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + encoded(body.count + 4, 4) + Array("WEBP".utf8) + body
  }

  static func header(canvas: PixelSize, flags: UInt8) -> [UInt8] {
    encoded("VP8X", [flags, 0, 0, 0] + encoded(canvas.width - 1, 3) + encoded(canvas.height - 1, 3))
  }

  /// A chunk with its name, length and padding.
  static func encoded(_ name: String, _ data: some Collection<UInt8>) -> [UInt8] {
    Array(name.utf8) + encoded(data.count, 4) + data + (data.count.isMultiple(of: 2) ? [] : [0])
  }

  private static func encoded(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func integer(_ bytes: [UInt8], _ position: Int, _ count: Int) -> Int {
    bytes[position..<position + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func chunks(in range: Range<Int>, of bytes: [UInt8]) -> [Chunk] {
    var (chunks, position): ([Chunk], Int) = ([], range.lowerBound)
    while position <= range.upperBound - 8, chunks.count < maximumCount {
      let name = String(decoding: bytes[position..<position + 4], as: UTF8.self)
      let length = integer(bytes, position + 4, 4)
      let start = position + 8
      // The last chunk of a truncated file is included as far as it goes.
      chunks.append(Chunk(name: name, data: start..<min(range.upperBound, start + length)))
      position = start + length + length % 2
    }
    return chunks
  }

  /// Size and alpha of a coded picture (RFC 6386, 9.1; WebP Lossless Bitstream, 3); nil if it is not a picture.
  private static func header(of chunk: Chunk, in bytes: [UInt8]) -> (size: PixelSize, hasAlpha: Bool)? {
    let start = chunk.data.lowerBound
    if chunk.name == "VP8L", chunk.data.count >= 5, bytes[start] == 0x2F {
      let bits = integer(bytes, start + 1, 4)
      return (PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1), bits >> 28 & 1 == 1)
    }
    if chunk.name == "VP8 ", chunk.data.count >= 10, bytes[start + 3..<start + 6].elementsEqual([0x9D, 1, 0x2A]) {
      let size = PixelSize(width: integer(bytes, start + 6, 2) & 0x3FFF, height: integer(bytes, start + 8, 2) & 0x3FFF)
      return size.width > 0 && size.height > 0 ? (size, false) : nil
    }
    return nil
  }
}
