import Imaging
import Kernels

/// The ICC profile to write beside samples.
enum EmbeddedProfile {
  /// The profile of the picture's space; nil if readers assume the space by default (sRGB and its gray).
  static func bytes(for pixels: PixelBuffer, in format: PhotoFormat) throws(PhotoFileError) -> [UInt8]? {
    switch pixels.colorSpace {
    case .sRGB, .gray:
      return nil
    case .icc(let profile):
      // Readers would refuse the file with a profile of another number of components.
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
