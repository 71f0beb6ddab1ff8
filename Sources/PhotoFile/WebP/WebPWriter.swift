import CPictureCodecs
import Imaging

/// Writes WebP files, with EXIF, XMP and the colour profile. Auxiliary images and more than 8 bits are not supported,
/// and IPTC only in EXIF.
enum WebPWriter {
  /// - Parameter options: a quality of 1 is lossless.
  static func data(for photo: Photo, as options: EncodingOptions) throws(PhotoFileError) -> [UInt8] {
    let pixels = EncodablePixels.eightBitColor(photo.pixels)
    // libwebp's methods run from 6, the slowest, to 0.
    let effort = options.speed.map { Int32(6 - (6 * $0 + 5) / 10) } ?? 4
    var (data, message) = (cpic_data(), cpic_message())
    let status = try FlatPicture.encode(pixels) { picture throws(PhotoFileError) in
      cpic_webp_encode(&picture, options.quality >= 1, Float(options.quality * 100), effort, &data, &message)
    }
    try PictureLibrary.webP.check(status, message, writing: .webP)
    let coded = data.take() ?? []
    let profile = try EmbeddedProfile.bytes(for: pixels, in: .webP)
    if photo.metadata.exif == nil, photo.metadata.xmp == nil, profile == nil { return coded }
    return try file(
      WebPChunks(coded, file: "the coded picture"), of: coded, metadata: photo.metadata, profile: profile,
      keepsUnknown: true)
  }

  /// The file of some chunks with other metadata.
  ///
  /// - Parameter profile: nil for that of the chunks.
  static func file(
    _ chunks: WebPChunks, of bytes: [UInt8], metadata: PhotoMetadata, profile: [UInt8]? = nil, keepsUnknown: Bool
  ) throws(PhotoFileError) -> [UInt8] {
    let profile = profile ?? chunks.first("ICCP").map { Array(bytes[$0]) }
    let isAnimated = chunks.first("ANMF") != nil
    let showsAlpha = chunks.first("VP8X").map { bytes[$0.lowerBound] & 0x10 != 0 } ?? chunks.hasAlpha
    var flags: UInt8 = (showsAlpha ? 0x10 : 0) | (isAnimated ? 0x02 : 0)
    var body: [UInt8] = []
    if let profile {
      flags |= 0x20
      body += WebPChunks.encoded("ICCP", profile)
    }
    let pictures: Set = ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"]
    let described: Set = ["VP8X", "ICCP", "EXIF", "XMP "]
    for chunk in chunks.chunks where pictures.contains(chunk.name) {
      body += WebPChunks.encoded(chunk.name, bytes[chunk.data])
    }
    if let exif = metadata.exif {
      flags |= 0x08
      body += WebPChunks.encoded("EXIF", exif)
    }
    if let xmp = metadata.xmp {
      flags |= 0x04
      body += WebPChunks.encoded("XMP ", xmp)
    }
    if keepsUnknown {
      for chunk in chunks.chunks where !pictures.contains(chunk.name) && !described.contains(chunk.name) {
        body += WebPChunks.encoded(chunk.name, bytes[chunk.data])
      }
    }
    guard body.count <= Int(UInt32.max) - 30 else {
      throw .encodingFailed(format: .webP, reason: "\(body.count) bytes are more than a file holds")
    }
    return WebPChunks.file(WebPChunks.header(canvas: chunks.size, flags: flags) + body)
  }
}
