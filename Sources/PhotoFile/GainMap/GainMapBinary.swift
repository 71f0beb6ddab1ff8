/// The binary form of a gain map's metadata (ISO 21496-1, annex C), as in a JPEG's APP2 segment and HEIF's `tmap`.
enum GainMapBinary {
  /// The identifier at the start of a JPEG's segment.
  static let identifier = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
  /// The segment of the gain map's base picture: the minimum version for readers and the writer's version.
  static let version: [UInt8] = [0, 0, 0, 0]

  private enum Flag {
    static let hasThreeChannels: UInt8 = 1 << 7
    static let usesBaseColorSpace: UInt8 = 1 << 6
    /// libultrahdr's: one denominator for all numbers.
    static let hasCommonDenominator: UInt8 = 1 << 3
  }

  /// The metadata; nil if they are of a later version, truncated, or invalid.
  static func metadata(_ bytes: ArraySlice<UInt8>) -> GainMapMetadata? {
    var reader = BoxReader(bytes)
    return try? read(&reader)
  }

  /// Whether the gain applies in the primaries of the picture itself.
  static func usesBaseColorSpace(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.dropFirst(4).first.map { $0 & Flag.usesBaseColorSpace != 0 } ?? true
  }

  private static func read(_ reader: inout BoxReader) throws(HEIFError) -> GainMapMetadata? {
    // Readers check the minimum version.
    guard try reader.uint16() == 0 else { return nil }
    try reader.skip(2)
    let flags = try reader.uint8()
    let common = flags & Flag.hasCommonDenominator != 0 ? try reader.uint32() : nil
    func number(_ reader: inout BoxReader, isSigned: Bool) throws(HEIFError) -> Double {
      let bits = try reader.uint32()
      let denominator = if let common { common } else { try reader.uint32() }
      let numerator = isSigned ? Double(Int32(bitPattern: bits)) : Double(bits)
      // A denominator of 0 gives an invalid value.
      return numerator / Double(denominator)
    }
    let base = try number(&reader, isSigned: false)
    let alternate = try number(&reader, isSigned: false)
    var channels: [GainMapMetadata.Channel] = []
    for _ in 0..<(flags & Flag.hasThreeChannels != 0 ? 3 : 1) {
      let (minimum, maximum) = (try number(&reader, isSigned: true), try number(&reader, isSigned: true))
      let gamma = try number(&reader, isSigned: false)
      channels.append(
        .init(
          minimum: minimum, maximum: maximum, gamma: gamma, baseOffset: try number(&reader, isSigned: true),
          alternateOffset: try number(&reader, isSigned: true)))
    }
    return GainMapMetadata(channels: channels, baseHeadroom: base, alternateHeadroom: alternate)
  }

  /// The metadata as bytes. Numbers are written as millionths.
  static func bytes(_ metadata: GainMapMetadata) -> [UInt8] {
    let denominator = 1_000_000
    return BoxWriter.bytes { writer in
      func write(_ number: Double) {
        let numerator = Int32((number * Double(denominator)).rounded())
        writer.uint32(Int(UInt32(bitPattern: numerator)))
        writer.uint32(denominator)
      }
      writer.append(version)
      writer.uint8(
        Int(
          (metadata.channels.count == 3 ? Flag.hasThreeChannels : 0)
            | (metadata.alternateColorSpace == nil ? Flag.usesBaseColorSpace : 0)))
      write(metadata.baseHeadroom)
      write(metadata.alternateHeadroom)
      for channel in metadata.channels {
        for number in [
          channel.minimum, channel.maximum, channel.gamma, channel.baseOffset, channel.alternateOffset,
        ] {
          write(number)
        }
      }
    }
  }
}
