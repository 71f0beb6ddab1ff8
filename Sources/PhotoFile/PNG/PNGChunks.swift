import Imaging

/// The chunks of a PNG file that describe the picture (ISO/IEC 15948, clause 11).
struct PNGChunks {
  /// The picture as IHDR describes it.
  let size: PixelSize
  let bitDepth: Int
  let colorType: UInt8
  /// The ranges of the data of the ancillary chunks that are read here, by their names.
  private let ranges: [String: [Range<Int>]]
  /// Whether transparency is declared: an alpha component or tRNS.
  let hasAlpha: Bool

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The maximum number of chunks of one name that are read. For most only the first counts, and only one text is XMP.
  private static let maximumRepeats = 1_000

  /// Names of the chunks whose places are kept.
  private static let kept: Set<String> = [
    "cICP", "eXIf", "iCCP", "iTXt", "tEXt", "zTXt", "acTL", "sRGB", "gAMA", "cHRM", "tRNS",
  ]

  init(_ bytes: [UInt8], file: String) throws(PhotoFileError) {
    func integer(at position: Int) -> Int {
      bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.starts(with: Self.signature), bytes.count >= 33, integer(at: 8) == 13,
      bytes[12..<16].elementsEqual("IHDR".utf8)
    else { throw .malformed(file: file, reason: "the PNG header is missing") }
    size = PixelSize(width: integer(at: 16), height: integer(at: 20))
    bitDepth = Int(bytes[24])
    colorType = bytes[25]
    guard size.width > 0, size.height > 0, size.width < 1 << 31, size.height < 1 << 31 else {
      throw .malformed(file: file, reason: "the PNG header gives a size of \(size)")
    }
    var ranges: [String: [Range<Int>]] = [:]
    var position = 33
    while position <= bytes.count - 12 {
      let length = integer(at: position)
      // The decoder reports damage if it affects the picture.
      guard length <= bytes.count - 12 - position else { break }
      let name = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
      if name == "IEND" { break }
      if Self.kept.contains(name), ranges[name, default: []].count < Self.maximumRepeats {
        ranges[name, default: []].append(position + 8..<position + 8 + length)
      }
      position += length + 12
    }
    self.ranges = ranges
    hasAlpha = colorType & 4 != 0 || ranges["tRNS"] != nil
  }

  /// The frames of an animation, from `acTL`; 1 for a still picture.
  func frameCount(in bytes: [UInt8]) -> Int {
    guard let control = first("acTL"), control.count >= 4 else { return 1 }
    return bytes[control.prefix(4)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The data of the first chunk of a name.
  func first(_ name: String) -> Range<Int>? { ranges[name]?.first }

  /// The data of all chunks of a name.
  func all(_ name: String) -> [Range<Int>] { ranges[name] ?? [] }
}
