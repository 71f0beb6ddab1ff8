import Imaging

/// How much a photo's file is to say about the photo.
public enum MetadataPolicy: String, Sendable, Hashable, CaseIterable {
  /// All that it says.
  case keep
  /// All but where it was made, and the serial numbers and owner of camera and lens.
  case safe
  /// Nothing but how it is to be shown: orientation and colour profile stay.
  case strip

  private var parts: Set<StripPart> {
    switch self {
    case .keep: []
    case .safe: [.location, .serialNumbers]
    case .strip: [.metadata, .thumbnails]
    }
  }

  /// A file that says no more than this of its photo; no picture is coded again.
  ///
  /// - Parameters:
  ///   - data: a HEIC, AVIF, JPEG or PNG file.
  ///   - name: what errors call it.
  /// - Throws: as ``EncodedPhoto/strip(_:)``; of PNG `unsupported` too, if its metadata cannot be parsed.
  public func applied(to data: [UInt8], name: String = "data") throws(PhotoFileError) -> [UInt8] {
    if self == .keep { return data }
    if PhotoFormat(signature: data) == .png { return try PNGStripping.stripped(data, of: parts, file: name) }
    var photo = try EncodedPhoto(data: data, name: name)
    try photo.strip(parts)
    return try photo.data()
  }
}
