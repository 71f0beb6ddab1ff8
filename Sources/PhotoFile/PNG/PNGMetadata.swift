import Imaging

/// Reads the metadata of a PNG file out of its chunks.
struct PNGMetadata {
  private let chunks: PNGChunks
  private let bytes: [UInt8]
  private let file: String
  private let limits: ReadingLimits

  /// The keyword of the text chunk with XMP (Adobe XMP Specification, part 3, 1.1.5).
  static let xmpKeyword = Array("XML:com.adobe.xmp\0".utf8)

  init(_ chunks: PNGChunks, in bytes: [UInt8], file: String, limits: ReadingLimits) {
    self.chunks = chunks
    self.bytes = bytes
    self.file = file
    self.limits = limits
  }

  func photoMetadata() throws(PhotoFileError) -> PhotoMetadata {
    try FlatMetadata.takingIPTC(
      from: PhotoMetadata(exif: try exif(), xmp: try xmp()), limits: limits, file: file)
  }

  func exif() throws(PhotoFileError) -> [UInt8]? {
    guard let range = chunks.first("eXIf"), !range.isEmpty else { return nil }
    guard range.count <= limits.exifBytes else {
      throw .limitExceeded(
        file: file, reason: ReadingLimits.refusal("\(range.count) bytes of EXIF", limits.exifBytes, "exifBytes"))
    }
    // Some writers add the identifier of JPEG's segment before the block.
    let block = bytes[range]
    return Array(block.starts(with: JPEGIdentifier.exif) ? block.dropFirst(JPEGIdentifier.exif.count) : block)
  }

  func xmp() throws(PhotoFileError) -> [UInt8]? {
    // Only one: decompressing many that are damaged at their ends would multiply the time.
    guard let range = chunks.all("iTXt").first(where: { bytes[$0].starts(with: Self.xmpKeyword) }) else { return nil }
    let packet = try Self.packet(of: bytes[range], limits: limits, file: file)
    return packet?.isEmpty == true ? nil : packet
  }

  /// The XMP packet in an iTXt chunk; nil if it is damaged.
  static func packet(
    of data: ArraySlice<UInt8>, limits: ReadingLimits, file: String
  ) throws(PhotoFileError) -> [UInt8]? {
    guard let content = PNGText.international(data.dropFirst(Self.xmpKeyword.count)) else { return nil }
    let (text, isCompressed) = content
    guard isCompressed || text.count <= limits.xmpBytes else {
      throw .limitExceeded(
        file: file, reason: ReadingLimits.refusal("\(text.count) bytes of XMP", limits.xmpBytes, "xmpBytes"))
    }
    return isCompressed
      ? try PNGCodec.inflate(text, limit: limits.xmpBytes, "xmpBytes", what: "XMP", file: file) : Array(text)
  }

  /// The names of the texts of the file besides XMP, each once.
  var textNames: [String] { PNGText.names(of: textRanges.lazy.map { bytes[$0.1] }) }

  /// The texts of the file besides XMP, as many as ``ReadingLimits/xmpBytes`` hold.
  var texts: [PNGText] {
    var (texts, count): ([PNGText], Int) = ([], 0)
    for (kind, range) in textRanges where range.count <= limits.xmpBytes - count {
      count += range.count
      texts.append(PNGText(kind: kind, data: Array(bytes[range])))
    }
    return texts
  }

  private var textRanges: [(PNGText.Kind, Range<Int>)] {
    PNGText.Kind.allCases.flatMap { kind in
      chunks.all("\(kind.chunk)").filter { kind != .international || !bytes[$0].starts(with: Self.xmpKeyword) }
        .map { (kind, $0) }
    }
  }

  /// The colours of the picture after decoding to red, green and blue.
  func colors() throws(PhotoFileError) -> StatedColors {
    let samples: StatedColors.Samples = chunks.colorType & 2 != 0 ? .color : .gray
    let points = videoCodePoints
    if let points, let space = Self.space(of: points) {
      var colors = StatedColors(profile: nil, of: samples, otherwise: space)
      if !points.isFullRange { colors.warn("its samples are of narrow range (cICP), and are taken as they are") }
      return colors
    }
    var colors = try colorsWithoutVideo(samples)
    if let points, points.primaries != ColorCodePoints.unspecified.primaries,
      points.transfer != ColorCodePoints.unspecified.transfer
    {
      colors.warn("its chunk cICP states colours that are not known, \(points.name)")
    }
    return colors
  }

  private func colorsWithoutVideo(_ samples: StatedColors.Samples) throws(PhotoFileError) -> StatedColors {
    let profile = try profile()
    if chunks.first("sRGB") != nil && profile == nil || profile.map(Self.isIncorrectSRGB) == true {
      return StatedColors(profile: nil, of: samples)
    }
    let colorimetry = PNGColorimetry(
      gamma: chunks.first("gAMA").map { bytes[$0] }, chromaticities: chunks.first("cHRM").map { bytes[$0] })
    return StatedColors(
      profile: profile, of: samples, otherwise: profile == nil ? colorimetry.colorSpace : .sRGB)
  }

  /// The space in cICP, which takes precedence over all other chunks (PNG 3, 4.3); nil if it is incomplete, or its code
  /// points have no space here.
  private static func space(of points: ColorCodePoints) -> ColorSpace? {
    if points.obstacle != nil { return nil }
    if let space = points.highDynamicRange { return space }
    let unspecified = ColorCodePoints.unspecified
    guard points.primaries != unspecified.primaries, points.transfer != unspecified.transfer else { return nil }
    return try? points.colorSpace()
  }

  /// cICP (PNG 3, 11.3.2.6): primaries, curve, matrix, range.
  private var videoCodePoints: ColorCodePoints? {
    guard let range = chunks.first("cICP"), range.count == 4 else { return nil }
    let numbers = bytes[range].map { Int($0) }
    return ColorCodePoints(
      primaries: numbers[0], transfer: numbers[1], matrix: numbers[2], isFullRange: numbers[3] == 1)
  }

  /// Whether a profile is Hewlett-Packard's of 1998, which libpng treats as an incorrect description of sRGB: it takes
  /// the samples for sRGB, and refuses to write the profile again.
  static func isIncorrectSRGB(_ profile: [UInt8]) -> Bool {
    profile.count == 3144 && profile[24..<30].elementsEqual([0x07, 0xCE, 0, 2, 0, 9])
      && profile[48..<56].elementsEqual("IEC sRGB".utf8)
  }

  /// iCCP: name, 0, method, compressed profile. Empty if it is damaged.
  private func profile() throws(PhotoFileError) -> [UInt8]? {
    guard let range = chunks.first("iCCP") else { return nil }
    guard let zero = bytes[range].prefix(80).firstIndex(of: 0) else { return [] }
    return try PNGCodec.inflate(
      bytes[range].suffix(from: zero + 1).dropFirst(), limit: limits.profileBytes, "profileBytes",
      what: "colour profile", file: file) ?? []
  }
}
