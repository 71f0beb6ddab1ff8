import Imaging
import Kernels

/// The ICC profile to write beside samples.
enum EmbeddedProfile {
  /// The profile of the picture's space; nil where readers assume the space anyway (sRGB and its gray).
  static func bytes(for pixels: PixelBuffer, in format: PhotoFormat) throws(PhotoFileError) -> [UInt8]? {
    switch pixels.colorSpace {
    case .sRGB, .gray:
      return nil
    case .icc(let profile):
      // A profile of another number of components would turn the file into one that readers refuse.
      let model = pixels.format.componentCount == 1 ? "GRAY" : "RGB "
      return profile.count >= 128 && profile[16..<20].elementsEqual(model.utf8) ? profile : nil
    case .displayP3, .adobeRGB, .extendedLinearSRGB, .linearGray, .pq, .hlg:
      guard let profile = ICCProfile.bytes(for: pixels.colorSpace) else {
        throw .encodingFailed(format: format, reason: "no ICC profile could be made of \(pixels.colorSpace.name)")
      }
      return profile
    }
  }
}
