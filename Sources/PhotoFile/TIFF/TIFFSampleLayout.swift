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
    let width: Int
    let rows: Int
    /// Rows of the picture, with which the last strip of a plane ends; nil for tiles, which are complete.
    let height: Int?
    let count: Int
    let perPlane: Int

    /// - Parameters:
    ///   - across: how many pieces are side by side.
    ///   - down: the rows that they divide.
    init?(width: Int, rows: Int, height: Int? = nil, across: Int, down: Int, planes: Int) {
      guard rows > 0 else { return nil }
      let perPlane = across.multipliedReportingOverflow(by: (down + rows - 1) / rows)
      let count = perPlane.partialValue.multipliedReportingOverflow(by: planes)
      guard !perPlane.overflow, !count.overflow else { return nil }
      (self.width, self.rows, self.height) = (width, rows, height)
      (self.count, self.perPlane) = (count.partialValue, perPlane.partialValue)
    }
  }

  /// Tags that hold one value.
  private static let single: Set<Int> = [
    TIFFTag.subfileType, TIFFTag.oldSubfileType, TIFFTag.imageWidth, TIFFTag.imageLength, TIFFTag.compression,
    TIFFTag.photometric, TIFFTag.thresholding, TIFFTag.cellWidth, TIFFTag.cellLength, TIFFTag.fillOrder,
    TIFFTag.orientation, TIFFTag.samplesPerPixel, TIFFTag.rowsPerStrip, TIFFTag.xResolution, TIFFTag.yResolution,
    TIFFTag.planarConfiguration, TIFFTag.t4Options, TIFFTag.t6Options, TIFFTag.resolutionUnit, TIFFTag.predictor,
    TIFFTag.tileWidth, TIFFTag.tileLength, TIFFTag.inkSet, TIFFTag.numberOfInks, TIFFTag.jpegProcess,
    TIFFTag.jpegOffset, TIFFTag.jpegLength, TIFFTag.jpegRestartInterval, TIFFTag.yCbCrPositioning,
  ]
  /// Tags with other fixed numbers of values.
  private static let fixed = [
    TIFFTag.pageNumber: 2, TIFFTag.whitePoint: 2, TIFFTag.primaryChromaticities: 6, TIFFTag.halftoneHints: 2,
    TIFFTag.yCbCrCoefficients: 3, TIFFTag.yCbCrSubsampling: 2, TIFFTag.referenceBlackWhite: 6,
    TIFFTag.lercParameters: 2,
  ]
  /// Tags with a value for each sample of a pixel.
  private static let perSample: Set<Int> = [
    TIFFTag.bitsPerSample, TIFFTag.minSampleValue, TIFFTag.maxSampleValue, TIFFTag.extraSamples, TIFFTag.sampleFormat,
    TIFFTag.smallestSampleValue, TIFFTag.largestSampleValue,
  ]

  init(_ directory: TIFFStructure.Directory, in structure: TIFFStructure) {
    // Numbers of 8 bytes beyond TIFF's range are rejected.
    func numbers(_ tag: Int) -> [Int] {
      directory[tag].map { structure.integers(of: $0, atMost: 1 << 16).map { min($0, Int(UInt32.max)) } } ?? []
    }
    func number(_ tag: Int) -> Int? { numbers(tag).first }
    self.structure = structure
    samplesPerPixel = max(1, number(TIFFTag.samplesPerPixel) ?? 1)
    let isPlanar = number(TIFFTag.planarConfiguration) == 2 && samplesPerPixel > 1
    let depths = Array(numbers(TIFFTag.bitsPerSample).prefix(samplesPerPixel))
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
      number(TIFFTag.compression) ?? 1 != 1 || number(TIFFTag.photometric) == 6
      || (!isPlanar && !all && ofAll.overflow)
    let planes = isPlanar ? samplesPerPixel : 1
    guard let width = number(TIFFTag.imageWidth), width > 0, let height = number(TIFFTag.imageLength), height > 0
    else {
      (strips, tiles) = (nil, nil)
      return
    }
    strips = Pieces(
      width: width, rows: min(number(TIFFTag.rowsPerStrip) ?? height, height), height: height, across: 1, down: height,
      planes: planes)
    if let tileWidth = number(TIFFTag.tileWidth), tileWidth > 0, let tileLength = number(TIFFTag.tileLength) {
      tiles = Pieces(
        width: tileWidth, rows: tileLength, across: (width + tileWidth - 1) / tileWidth, down: height, planes: planes)
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
    if Self.perSample.contains(tag) { return samplesPerPixel }
    switch tag {
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
