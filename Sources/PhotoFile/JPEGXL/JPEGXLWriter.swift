import CPictureCodecs
import Imaging

/// Writes JPEG XL files of 8 or 16 bits, with EXIF, XMP, orientation and the colour space. There is no place for
/// auxiliary images, and for IPTC only in EXIF.
enum JPEGXLWriter {
  /// libjxl's efforts run from 9, the slowest, to 1; this one takes a third of the time of its default, 7.
  private static let usualEffort: Int32 = 5

  /// - Parameter options: a quality of 1 is lossless.
  static func data(for photo: Photo, as options: EncodingOptions) throws(PhotoFileError) -> [UInt8] {
    let pixels = EncodablePixels.straightInteger(photo.pixels)
    let effort = options.speed.map { Int32(9 - (8 * $0 + 5) / 10) } ?? usualEffort
    var info = cpic_jxl_info()
    info.orientation = Int32(photo.orientation.rawValue)
    var profile: [UInt8] = []
    switch pixels.colorSpace {
    case .sRGB, .gray: info.color = CPIC_JXL_SRGB
    case .displayP3: info.color = CPIC_JXL_DISPLAY_P3
    case .extendedLinearSRGB, .linearGray: info.color = CPIC_JXL_LINEAR_SRGB
    case .pq(let primaries): (info.color, info.primaries) = (CPIC_JXL_PQ, Int32(primaries.codePoint))
    case .hlg(let primaries): (info.color, info.primaries) = (CPIC_JXL_HLG, Int32(primaries.codePoint))
    case .adobeRGB, .icc:
      profile = try EmbeddedProfile.bytes(for: pixels, in: .jpegXL) ?? []
      info.color = profile.isEmpty ? CPIC_JXL_SRGB : CPIC_JXL_PROFILE
    }
    var exif = photo.metadata.exif.map { [0, 0, 0, 0] + $0 } ?? []
    var xmp = photo.metadata.xmp ?? []
    var (data, message) = (cpic_data(), cpic_message())
    let status = try FlatPicture.encode(pixels) { picture throws(PhotoFileError) in
      profile.withUnsafeMutableBufferPointer { profile in
        exif.withUnsafeMutableBufferPointer { exif in
          xmp.withUnsafeMutableBufferPointer { xmp in
            info.profile = cpic_data(bytes: profile.baseAddress, count: profile.count)
            info.exif = cpic_data(bytes: exif.baseAddress, count: exif.count)
            info.xmp = cpic_data(bytes: xmp.baseAddress, count: xmp.count)
            return cpic_jxl_encode(&picture, &info, distance(of: options.quality), effort, &data, &message)
          }
        }
      }
    }
    try PictureLibrary.jpegXL.check(status, message, writing: .jpegXL)
    return data.take() ?? []
  }

  /// libjxl's measure of loss for a quality as JPEG counts it, by the formula of its own tool cjxl; 0 is lossless.
  private static func distance(of quality: Double) -> Float {
    let percent = quality * 100
    if quality >= 1 { return 0 }
    let distance =
      percent >= 30 ? 0.1 + (100 - percent) * 0.09 : 53.0 / 3000 * percent * percent - 23.0 / 20 * percent + 25
    return Float(min(distance, 15))
  }
}
