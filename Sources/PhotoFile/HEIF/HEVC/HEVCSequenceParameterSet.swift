import Imaging

/// The properties of a picture's samples in its HEVC sequence parameter set (ITU-T H.265, 7.3.2.2).
struct HEVCSequenceParameterSet: Hashable {
  /// `chroma_format_idc`: 0 gray, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  let chromaFormat: Int
  /// The size before cropping by the conformance window.
  let codedSize: PixelSize
  /// The size that a decoder hands out.
  let size: PixelSize
  let lumaDepth: Int
  let chromaDepth: Int
  /// The matrix and range of the samples.
  let codePoints: ColorCodePoints
  /// The bytes of the profile, tier and level, as `hvcC` repeats them.
  let profileTierLevel: [UInt8]
  /// The bits of the unescaped unit from the flag of the conformance window up to the first bit after it.
  private let conformanceWindow: Range<Int>

  init(_ unit: HEVCNALUnit) throws(HEIFError) {
    let bytes = unit.unescaped
    guard unit.kind == HEVCNALUnit.Kind.sequenceParameterSet, bytes.count > 15 else {
      throw .malformed("the HEVC sequence parameter set is missing")
    }
    profileTierLevel = Array(bytes[3..<15])
    var reader = BitReader(bytes: bytes, position: 16)
    _ = try reader.bits(4)
    let subLayers = Int(try reader.bits(3))
    _ = try reader.bit()
    try Self.skipProfileTierLevel(&reader, subLayers: subLayers)
    _ = try reader.unsignedExpGolomb()
    chromaFormat = try reader.unsignedExpGolomb()
    guard chromaFormat <= 3 else { throw .malformed("a chroma format of \(chromaFormat)") }
    if chromaFormat == 3, try reader.bit() { throw .unsupported("HEVC with separate colour planes") }
    let (width, height) = (try reader.unsignedExpGolomb(), try reader.unsignedExpGolomb())
    guard width <= 0xFFFF, height <= 0xFFFF else {
      throw .limitExceeded("an HEVC picture of \(width)x\(height) pixels")
    }
    codedSize = PixelSize(width: width, height: height)

    let windowStart = reader.position
    var cropped = (x: 0, y: 0)
    if try reader.bit() {
      let (left, right) = (try reader.unsignedExpGolomb(), try reader.unsignedExpGolomb())
      let (top, bottom) = (try reader.unsignedExpGolomb(), try reader.unsignedExpGolomb())
      let unit = (x: chromaFormat == 1 || chromaFormat == 2 ? 2 : 1, y: chromaFormat == 1 ? 2 : 1)
      cropped = ((left + right) * unit.x, (top + bottom) * unit.y)
    }
    conformanceWindow = windowStart..<reader.position
    guard width > cropped.x, height > cropped.y else { throw .malformed("an HEVC picture without pixels") }
    size = PixelSize(width: width - cropped.x, height: height - cropped.y)
    lumaDepth = 8 + (try reader.unsignedExpGolomb())
    chromaDepth = 8 + (try reader.unsignedExpGolomb())
    guard lumaDepth <= 16, chromaDepth <= 16 else { throw .malformed("HEVC samples of \(lumaDepth) bits") }
    codePoints = try HEVCVideoUsability.codePoints(&reader, subLayers: subLayers)
  }

  /// Skips `profile_tier_level()` (7.3.3).
  private static func skipProfileTierLevel(_ reader: inout BitReader, subLayers: Int) throws(HEIFError) {
    for _ in 0..<3 { _ = try reader.bits(32) }
    var present: [(profile: Bool, level: Bool)] = []
    for _ in 0..<subLayers { present.append((try reader.bit(), try reader.bit())) }
    if subLayers > 0 { _ = try reader.bits(2 * (8 - subLayers)) }
    for layer in present {
      if layer.profile { for _ in 0..<11 { _ = try reader.bits(8) } }
      if layer.level { _ = try reader.bits(8) }
    }
  }

  var picture: PictureParameters {
    PictureParameters(
      size: size, codedSize: codedSize, chromaFormat: chromaFormat, depth: lumaDepth, codePoints: codePoints)
  }

  /// The set of a gray picture, cropped to `size` at its right and bottom edge.
  ///
  /// Gray pictures are cropped in whole samples, so that any size can be coded, while 4:2:0 is cropped in pairs.
  ///
  /// - Precondition: the set is that of `unit`, gray, and `size` is not larger than the coded size.
  func croppingGray(_ unit: HEVCNALUnit, to size: PixelSize) throws(HEIFError) -> HEVCNALUnit {
    precondition(chromaFormat == 0 && size.width <= codedSize.width && size.height <= codedSize.height)
    let bytes = unit.unescaped
    var writer = BitWriter()
    var reader = BitReader(bytes: bytes)
    while reader.position < conformanceWindow.lowerBound { writer.bit(try reader.bit()) }
    let (right, bottom) = (codedSize.width - size.width, codedSize.height - size.height)
    writer.bit(right > 0 || bottom > 0)
    if right > 0 || bottom > 0 {
      for offset in [0, right, 0, bottom] { writer.unsignedExpGolomb(offset) }
    }
    // The last set bit is the stop bit; the rest pads the last byte.
    guard let lastByte = bytes.lastIndex(where: { $0 != 0 }) else { throw .malformed("an empty parameter set") }
    let stop = lastByte * 8 + 7 - bytes[lastByte].trailingZeroBitCount
    reader = BitReader(bytes: bytes, position: conformanceWindow.upperBound)
    while reader.position <= stop { writer.bit(try reader.bit()) }
    return HEVCNALUnit(unescaped: writer.bytes)
  }
}
