/// Reads comments and XMP of a GIF out of its blocks.
struct GIFMetadata {
  /// Comments, as texts of a PNG.
  private(set) var texts: [PNGText] = []
  private(set) var xmp: [UInt8]?

  private static let maximumTexts = 1_000
  /// The identifier of an application's data that are XMP (Adobe XMP Specification, part 3, 1.1.2).
  private static let xmpIdentifier = [11] + Array("XMP DataXMP".utf8)
  /// What follows the packet, so that readers of blocks find the end wherever in the packet they are.
  private static let xmpTrailer: [UInt8] = [1] + (0...255).reversed() + [0]

  /// - Throws: `limitExceeded` for an XMP packet longer than ``ReadingLimits/xmpBytes``, which comments that are read
  ///   do not exceed either, all together.
  init(_ bytes: [UInt8], file: String, limits: ReadingLimits) throws(PhotoFileError) {
    var count = 0
    for case .extension(let label, let data) in GIFBlocks(bytes) {
      if label == GIFBlocks.Block.comment, texts.count < Self.maximumTexts, data.count <= limits.xmpBytes - count {
        count += data.count
        if let text = PNGText(comment: Self.joined(bytes[data])) { texts.append(text) }
      } else if label == GIFBlocks.Block.application, xmp == nil, bytes[data].starts(with: Self.xmpIdentifier) {
        let packet = Self.packet(bytes[data].dropFirst(Self.xmpIdentifier.count))
        try FlatMetadata.admit(exif: 0, xmp: packet.count, profile: 0, limits: limits, file: file)
        xmp = packet.isEmpty ? nil : packet
      }
    }
  }

  private static func packet(_ data: ArraySlice<UInt8>) -> [UInt8] {
    let isPlain = data.count >= xmpTrailer.count && data.suffix(xmpTrailer.count).elementsEqual(xmpTrailer)
    return isPlain ? Array(data.dropLast(xmpTrailer.count)) : joined(data)
  }

  /// The data of blocks, without their lengths.
  private static func joined(_ blocks: ArraySlice<UInt8>) -> [UInt8] {
    var (bytes, rest): ([UInt8], ArraySlice<UInt8>) = ([], blocks)
    while let length = rest.popFirst() {
      bytes += rest.prefix(Int(length))
      rest = rest.dropFirst(Int(length))
    }
    return bytes
  }
}
