import Imaging

/// The format of a picture's samples, from its AV1 sequence header (AV1 specification, 5.5).
struct AV1SequenceHeader: Hashable {
  /// `seq_profile`: 0 Main, 1 High (4:4:4), 2 Professional (4:2:2 and 12 bits).
  let profile: Int
  /// `seq_level_idx[0]`
  let level: Int
  /// `seq_tier[0]`
  let isHighTier: Bool
  let picture: PictureParameters
  /// `chroma_sample_position`: 0 unknown, 1 between two rows, 2 on a pixel.
  let chromaPosition: Int

  /// Sequence headers lie at the start of a picture's data; no more than this is searched.
  static let longestPrefix = 1024

  /// Reads the payload of a sequence header unit.
  init(_ payload: [UInt8]) throws(HEIFError) {
    var reader = BitReader(bytes: payload)
    profile = Int(try reader.bits(3))
    guard profile <= 2 else { throw .unsupported("AV1 of profile \(profile)") }
    _ = try reader.bit()
    let isReduced = try reader.bit()
    if isReduced {
      level = Int(try reader.bits(5))
      isHighTier = false
    } else {
      (level, isHighTier) = try Self.operatingPoints(&reader)
    }
    let (widthBits, heightBits) = (Int(try reader.bits(4)) + 1, Int(try reader.bits(4)) + 1)
    let size = PixelSize(width: Int(try reader.bits(widthBits)) + 1, height: Int(try reader.bits(heightBits)) + 1)
    try Self.skipTools(&reader, isReduced: isReduced)
    let color = try ColorConfiguration(&reader, profile: profile)
    chromaPosition = color.chromaPosition
    picture = PictureParameters(
      size: size, codedSize: size, chromaFormat: color.chromaFormat, depth: color.depth, codePoints: color.codePoints)
  }

  /// `color_config()` (5.5.2).
  private struct ColorConfiguration {
    var depth = 8
    /// As HEVC's `chroma_format_idc`: 0 gray, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    let chromaFormat: Int
    var chromaPosition = 0
    var codePoints = ColorCodePoints.unspecified

    init(_ reader: inout BitReader, profile: Int) throws(HEIFError) {
      if try reader.bit() { depth = try (profile == 2 ? reader.bit() : false) ? 12 : 10 }
      let isGray = try profile == 1 ? false : reader.bit()
      if try reader.bit() {
        codePoints.primaries = Int(try reader.bits(8))
        codePoints.transfer = Int(try reader.bits(8))
        codePoints.matrix = Int(try reader.bits(8))
      }
      let isRGB = codePoints.primaries == 1 && codePoints.transfer == 13 && codePoints.matrix == 0
      if isRGB, !isGray {
        codePoints.isFullRange = true
        chromaFormat = 3
        return
      }
      codePoints.isFullRange = try reader.bit()
      if isGray {
        chromaFormat = 0
      } else if profile == 2, depth == 12 {
        chromaFormat = try reader.bit() ? (reader.bit() ? 1 : 2) : 3
      } else {
        chromaFormat = [1, 3, 2][profile]
      }
      if chromaFormat == 1 { chromaPosition = Int(try reader.bits(2)) }
    }
  }

  /// Reads the operating points of a header that is not reduced for stills; returns level and tier of the first.
  private static func operatingPoints(_ reader: inout BitReader) throws(HEIFError) -> (level: Int, isHighTier: Bool) {
    var delayBits: Int?
    if try reader.bit() {
      _ = try (reader.bits(32), reader.bits(32))
      // uvlc() is coded as ue(v).
      if try reader.bit() { try reader.skipExpGolomb(1) }
      if try reader.bit() {
        delayBits = Int(try reader.bits(5)) + 1
        _ = try (reader.bits(32), reader.bits(10))
      }
    }
    let hasDisplayDelay = try reader.bit()
    var first: (Int, Bool)?
    for _ in 0...(try reader.bits(5)) {
      _ = try reader.bits(12)
      let level = Int(try reader.bits(5))
      let isHighTier = try level > 7 ? reader.bit() : false
      if first == nil { first = (level, isHighTier) }
      if let delayBits, try reader.bit() { _ = try (reader.bits(delayBits), reader.bits(delayBits), reader.bit()) }
      if hasDisplayDelay, try reader.bit() { _ = try reader.bits(4) }
    }
    return first ?? (0, false)
  }

  /// Skips the fields from the size to the colour description.
  private static func skipTools(_ reader: inout BitReader, isReduced: Bool) throws(HEIFError) {
    if !isReduced, try reader.bit() { _ = try reader.bits(7) }
    _ = try reader.bits(3)
    if !isReduced {
      _ = try reader.bits(4)
      let hasOrderHint = try reader.bit()
      if hasOrderHint { _ = try reader.bits(2) }
      // Screen content tools: chosen by each frame, or stated here.
      if try reader.bit() ? true : reader.bit(), try !reader.bit() { _ = try reader.bit() }
      if hasOrderHint { _ = try reader.bits(3) }
    }
    _ = try reader.bits(3)
  }
}
