import CLCMS

/// A profile of cyan, magenta, yellow and black, as a transform of Little CMS to sRGB: relative colorimetric with black
/// point compensation.
///
/// The transform has no cache, so any number of threads may use it at once.
package final class CMYKProfile: @unchecked Sendable {
  private let transform: cmsHTRANSFORM
  private let bytesPerPixel: Int

  /// - Parameter is16Bit: whether samples have 16 bits, else 8.
  /// - Throws: ``ColorProfileError`` if the bytes are not a usable CMYK profile.
  package init(_ bytes: [UInt8], is16Bit: Bool) throws(ColorProfileError) {
    guard let profile = LCMSProfile(bytes: bytes),
      let sRGB = ICCProfile.bytes(for: .sRGB).flatMap({ LCMSProfile(bytes: $0) })
    else { throw .unreadable(byteCount: bytes.count) }
    guard cmsGetColorSpace(profile.handle) == cmsSigCmykData else { throw .incomplete("samples of CMYK") }
    let sampleBytes = is16Bit ? 2 : 1
    // TYPE_CMYK_8 and TYPE_RGBA_8 or those of 16 bits, whose macros Swift does not import: space, extra samples,
    // channels, bytes.
    let inks = cmsUInt32Number(Int(PT_CMYK) << 16 | 4 << 3 | sampleBytes)
    let colors = cmsUInt32Number(Int(PT_RGB) << 16 | 1 << 7 | 3 << 3 | sampleBytes)
    let transform = cmsCreateTransform(
      profile.handle, inks, sRGB.handle, colors, cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC),
      cmsUInt32Number(cmsFLAGS_NOCACHE | cmsFLAGS_BLACKPOINTCOMPENSATION))
    guard let transform else { throw .incomplete("a way from samples to light") }
    self.transform = transform
    bytesPerPixel = 4 * sampleBytes
  }

  deinit { cmsDeleteTransform(transform) }

  /// Converts interleaved samples, 0 for no ink, to red, green, blue and alpha in place.
  ///
  /// - Parameter alpha: a sample for each pixel, at the depth of the inks; nil for opaque pixels.
  package func convert(
    _ samples: UnsafeMutableRawBufferPointer, pixelsPerRow: Int, alpha: UnsafeRawBufferPointer? = nil
  ) {
    guard let first = samples.baseAddress, pixelsPerRow > 0 else { return }
    nonisolated(unsafe) let start = first
    nonisolated(unsafe) let opacity = alpha
    let rowBytes = pixelsPerRow * bytesPerPixel
    RowBands(height: samples.count / rowBytes).concurrentPerform { [self] band in
      let sampleBytes = bytesPerPixel / 4
      for row in band {
        let pixels = start + row * rowBytes
        cmsDoTransform(transform, pixels, pixels, cmsUInt32Number(pixelsPerRow))
        // The fourth sample is unchanged.
        for pixel in 0..<pixelsPerRow {
          for byte in 0..<sampleBytes {
            let value = opacity?[(row * pixelsPerRow + pixel) * sampleBytes + byte] ?? 0xFF
            pixels.storeBytes(of: value, toByteOffset: pixel * bytesPerPixel + 3 * sampleBytes + byte, as: UInt8.self)
          }
        }
      }
    }
  }
}
