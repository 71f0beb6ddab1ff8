import CLCMS

/// A profile with lookup tables, as two float transforms of Little CMS: to linear sRGB and back.
///
/// Its transforms have no cache, so any number of threads may use them at once.
package final class LookupProfile: @unchecked Sendable {
  /// 1 or 3.
  package let componentCount: Int
  private let decoder: cmsHTRANSFORM
  private let encoder: cmsHTRANSFORM?

  init(bytes: [UInt8], componentCount: Int) throws(ColorProfileError) {
    guard let linear = ICCProfile.bytes(for: .extendedLinearSRGB).flatMap({ LCMSProfile(bytes: $0) }),
      let profile = LCMSProfile(bytes: bytes)
    else { throw .unreadable(byteCount: bytes.count) }
    func format(_ space: Int32, _ channels: Int) -> cmsUInt32Number {
      // TYPE_RGB_FLT and TYPE_GRAY_FLT, whose macros Swift does not import: float, space, channels, four bytes each.
      cmsUInt32Number(1 << 22 | Int(space) << 16 | channels << 3 | 4)
    }
    let own = componentCount == 1 ? format(PT_GRAY, 1) : format(PT_RGB, 3)
    let flags = cmsUInt32Number(cmsFLAGS_NOCACHE | cmsFLAGS_NOOPTIMIZE)
    let intent = cmsUInt32Number(INTENT_RELATIVE_COLORIMETRIC)
    guard
      let decoder = cmsCreateTransform(profile.handle, own, linear.handle, format(PT_RGB, 3), intent, flags)
    else { throw .incomplete("a way from samples to light") }
    self.decoder = decoder
    encoder = cmsCreateTransform(linear.handle, format(PT_RGB, 3), profile.handle, own, intent, flags)
    self.componentCount = componentCount
  }

  deinit {
    cmsDeleteTransform(decoder)
    if let encoder { cmsDeleteTransform(encoder) }
  }

  /// Whether samples can be encoded as well as decoded.
  package var canEncode: Bool { encoder != nil }

  /// Interleaved samples, `componentCount` a pixel, to interleaved linear sRGB, three a pixel.
  package func decode(_ samples: UnsafePointer<Float>, count: Int, into linear: UnsafeMutablePointer<Float>) {
    cmsDoTransform(decoder, samples, linear, cmsUInt32Number(count))
  }

  /// Interleaved linear sRGB to interleaved samples. Does nothing if the profile has no inverse.
  package func encode(_ linear: UnsafePointer<Float>, count: Int, into samples: UnsafeMutablePointer<Float>) {
    guard let encoder else { return }
    cmsDoTransform(encoder, linear, samples, cmsUInt32Number(count))
  }
}
