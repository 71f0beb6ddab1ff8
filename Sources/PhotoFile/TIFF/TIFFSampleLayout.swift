/// The bytes and values that a TIFF's picture needs of its directory's entries (TIFF 6.0): an entry may claim more, and
/// hide data after the visible ones.
struct TIFFSampleLayout {
  private let structure: TIFFStructure
  /// Nil if the size of the picture, of its tiles or of its strips is missing.
  private let strips, tiles: Pieces?
  private let samplesPerPixel: Int
  /// Bits of a pixel in each plane.
  private let bits: [Int]
  /// Whether the length of the samples is only known after decoding.
  let arePacked: Bool

  /// The strips or tiles of all planes.
  private struct Pieces {
    var count = 0, perPlane = 0
    var width: Int
    var rows: Int
    /// Rows of the picture, with which the last strip of a plane ends; nil for tiles, which are complete.
    var height: Int?
  }

  /// Tags that hold one value.
  private static let single: Set<Int> = [
    TIFFTag.subfileType, 255, 256, 257, 259, TIFFTag.photometric, 263, 264, 265, 266, TIFFTag.orientation, 277, 278,
    282, 283, 284, 292, 293, 296, 317, 322, 323, 332, 334, 512, TIFFTag.jpegOffset, TIFFTag.jpegLength, 515, 531,
  ]
  /// Tags with other fixed numbers of values: pages, white, primaries, halftones, those of Y'CbCr, and of LERC.
  private static let fixed = [297: 2, 318: 2, 319: 6, 321: 2, 529: 3, 530: 2, 532: 6, TIFFTag.lercParameters: 2]

  init(_ directory: TIFFStructure.Directory, in structure: TIFFStructure) {
    // Numbers of 8 bytes beyond TIFF's range are rejected.
    func numbers(_ tag: Int) -> [Int] {
      directory[tag].map { structure.integers(of: $0, atMost: 1 << 16).map { min($0, Int(UInt32.max)) } } ?? []
    }
    self.structure = structure
    samplesPerPixel = max(1, numbers(277).first ?? 1)
    let isPlanar = numbers(284).first == 2 && samplesPerPixel > 1
    let depths = Array(numbers(258).prefix(samplesPerPixel))
    let depth = depths.first ?? 1
    let all = depths.count == samplesPerPixel
    let ofAll = depth.multipliedReportingOverflow(by: samplesPerPixel)
    if isPlanar {
      bits = all ? depths : [depth]
    } else {
      bits = [all ? depths.reduce(0, +) : ofAll.partialValue]
    }
    // Samples of Y'CbCr come in groups; numbers too large for a pixel are not a valid layout.
    arePacked =
      numbers(259).first ?? 1 != 1 || numbers(TIFFTag.photometric).first == 6 || (!isPlanar && !all && ofAll.overflow)
    let planes = isPlanar ? samplesPerPixel : 1
    guard let width = numbers(256).first, let height = numbers(257).first, width > 0, height > 0 else {
      (strips, tiles) = (nil, nil)
      return
    }
    func pieces(_ size: Pieces, across: Int) -> Pieces? {
      guard size.rows > 0 else { return nil }
      let perPlane = across.multipliedReportingOverflow(by: (height + size.rows - 1) / size.rows)
      let count = perPlane.partialValue.multipliedReportingOverflow(by: planes)
      guard !perPlane.overflow, !count.overflow else { return nil }
      var result = size
      (result.count, result.perPlane) = (count.partialValue, perPlane.partialValue)
      return result
    }
    strips = pieces(Pieces(width: width, rows: min(numbers(278).first ?? height, height), height: height), across: 1)
    if let tileWidth = numbers(322).first, let tileHeight = numbers(323).first, tileWidth > 0 {
      tiles = pieces(Pieces(width: tileWidth, rows: tileHeight), across: (width + tileWidth - 1) / tileWidth)
    } else {
      tiles = nil
    }
  }

  /// The range of an entry's value that is not inline, without the bytes after it that the entry also claims.
  func outerRange(of entry: TIFFStructure.Entry) -> Range<Int>? {
    guard let range = structure.outerRange(of: entry) else { return nil }
    guard let needed = neededCount(of: entry.tag), needed < entry.count else { return range }
    return range.lowerBound..<range.lowerBound + range.count / entry.count * needed
  }

  /// The number of values that the picture has of a tag; nil if unknown.
  private func neededCount(of tag: Int) -> Int? {
    if Self.single.contains(tag) { return 1 }
    if let count = Self.fixed[tag] { return count }
    switch tag {
    case 258, 280, 281, 338, 339, 340, 341: return samplesPerPixel
    case TIFFTag.stripOffsets, TIFFTag.stripByteCounts: return strips?.count
    case TIFFTag.tileOffsets, TIFFTag.tileByteCounts: return tiles?.count
    default: return nil
    }
  }

  /// The length of an uncompressed strip or tile; nil if unknown.
  ///
  /// - Parameter index: the index of the strip or tile in the directory's list.
  func neededBytes(ofPiece index: Int, areTiles: Bool) -> Int? {
    guard !arePacked, let pieces = areTiles ? tiles : strips, index < pieces.count else { return nil }
    let (plane, number) = index.quotientAndRemainder(dividingBy: pieces.perPlane)
    let rows = pieces.height.map { min(pieces.rows, $0 - number * pieces.rows) } ?? pieces.rows
    let rowBits = pieces.width.multipliedReportingOverflow(by: bits.indices.contains(plane) ? bits[plane] : bits[0])
    guard !rowBits.overflow, rowBits.partialValue < .max - 7 else { return nil }
    let bytes = ((rowBits.partialValue + 7) / 8).multipliedReportingOverflow(by: rows)
    return bytes.overflow ? nil : bytes.partialValue
  }
}
