import Imaging

/// Codes a matte, or another picture of one 8-bit component, as a gray HEVC picture of any size, sample for sample.
enum GrayPictureEncoder {
  /// - Precondition: `pixels` is of format `l8`.
  static func encode(_ pixels: PixelBuffer) throws(PhotoFileError) -> CodedPicture {
    precondition(pixels.format == .l8, "a gray picture has one 8-bit component")
    // HEVC codes whole blocks of 8; the conformance window then cuts to the size, which can be anything in gray.
    let coded = PixelSize(width: codedLength(pixels.width), height: codedLength(pixels.height))
    var picture = try PictureEncoder.encode(size: coded, codec: .hevc, coding: .losslessGray) { planes in
      pixels.withUnsafeBytes { source in
        guard let source = source.baseAddress else { return }
        for y in 0..<coded.height {
          let row = planes.luma + y * planes.lumaStride
          let start = source + min(y, pixels.height - 1) * pixels.rowBytes
          UnsafeMutableRawPointer(row).copyMemory(from: start, byteCount: pixels.width)
          let last = row[pixels.width - 1]
          for x in pixels.width..<coded.width { row[x] = last }
        }
      }
    }
    do throws(HEIFFault) {
      if case .hevc(var configuration) = picture.configuration {
        try configuration.cropGray(to: pixels.size)
        try configuration.lowerLevel()
        picture.configuration = .hevc(configuration)
      }
    } catch {
      throw .encodingFailed(format: .heic, reason: "x265 wrote parameter sets of an unknown structure: \(error)")
    }
    return picture
  }

  private static func codedLength(_ length: Int) -> Int { max(64, (length + 7) / 8 * 8) }
}
