import CPictureCodecs
import Imaging

/// Writes TIFF files of 8 or 16 bits, in strips compressed by Deflate with the horizontal predictor, with EXIF, XMP,
/// IPTC and the colour profile. Auxiliary images are not supported.
enum TIFFWriter {
  static func data(for photo: Photo) throws(PhotoFileError) -> [UInt8] {
    let pixels = EncodablePixels.straightInteger(photo.pixels)
    // Tags of EXIF become tags of the file, which has one byte order.
    let isBigEndian = photo.metadata.exif?.first == 0x4D
    var (data, message) = (cpic_data(), cpic_message())
    let status = try FlatPicture.encode(pixels) { picture throws(PhotoFileError) in
      cpic_tiff_encode(&picture, CPIC_TIFF_DEFLATE, isBigEndian, &data, &message)
    }
    try PictureLibrary.tiff.check(status, message, writing: .tiff)
    let coded = data.take() ?? []
    let profile = try EmbeddedProfile.bytes(for: pixels, in: .tiff)
    if photo.metadata.isEmpty, profile == nil { return coded }
    do throws(PhotoFileError) {
      return try TIFFMetadataReplacement.file(
        coded, with: photo.metadata, profile: profile, extent: .added, file: "the coded picture")
    } catch {
      guard case .unsupported(_, let reason) = error else { throw error }
      throw .encodingFailed(format: .tiff, reason: reason)
    }
  }
}
