import Imaging

/// Writes PNG files, with EXIF, XMP, the texts of a PNG and the colour space. Auxiliary images are not supported, and
/// IPTC only in EXIF.
enum PNGWriter {
  static func data(for photo: Photo) throws(PhotoFileError) -> [UInt8] {
    let pixels = EncodablePixels.straightInteger(photo.pixels)
    var chunks: [PNGCodec.Chunk] = []
    switch pixels.colorSpace {
    case .sRGB, .gray:
      // Perceptual intent; and the gamma for readers without sRGB.
      chunks.append(PNGCodec.Chunk(name: "gAMA", data: [0, 0, 0xB1, 0x8F]))
      chunks.append(PNGCodec.Chunk(name: "sRGB", data: [0]))
    case .extendedLinearSRGB, .linearGray:
      chunks.append(PNGCodec.Chunk(name: "gAMA", data: [0, 1, 0x86, 0xA0]))
    case .pq, .hlg:
      // Code points for video (PNG 3, 11.3.2.6): primaries, curve, RGB, full range.
      if let points = ColorCodePoints(pixels.colorSpace) {
        chunks.append(PNGCodec.Chunk(name: "cICP", data: [UInt8(points.primaries), UInt8(points.transfer), 0, 1]))
      }
    case .displayP3, .adobeRGB, .icc:
      if let profile = try EmbeddedProfile.bytes(for: pixels, in: .png) {
        chunks.append(
          PNGCodec.Chunk(name: "iCCP", data: Array("ICC profile\0\0".utf8) + (try PNGCodec.deflate(profile))))
      }
    }
    if let exif = photo.metadata.exif { chunks.append(PNGCodec.Chunk(name: "eXIf", data: exif)) }
    if let xmp = photo.metadata.xmp {
      // Not compressed, without language and translated keyword.
      chunks.append(PNGCodec.Chunk(name: "iTXt", data: PNGMetadata.xmpKeyword + [0, 0, 0, 0] + xmp))
    }
    chunks += photo.texts.filter { !$0.isRawProfile }.map { PNGCodec.Chunk(name: $0.kind.chunk, data: $0.data) }
    return try PNGCodec.encode(pixels, chunks: chunks)
  }
}
