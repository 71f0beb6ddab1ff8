/// Which metadata a photo's file keeps.
public enum MetadataPolicy: String, Sendable, Hashable, CaseIterable {
  /// All metadata.
  case keep
  /// All but locations, and the serial numbers and owner of camera and lens.
  case safe
  /// Only orientation and colour profile, which are needed to show the photo.
  case strip

  private var parts: Set<StripPart> {
    switch self {
    case .keep: []
    case .safe: [.location, .serialNumbers]
    case .strip: [.metadata, .thumbnails]
    }
  }

  /// The file with only the metadata that the policy keeps. No picture is coded again.
  ///
  /// - Parameters:
  ///   - data: a file of a writable format.
  ///   - name: the name of the data in errors.
  ///   - keepingUnknown: whether data that cannot be searched are kept, instead of an error.
  /// - Throws: the errors of ``EncodedPhoto/strip(_:keepingUnknown:)``.
  public func applied(
    to data: [UInt8], name: String = "data", keepingUnknown: Bool = false
  ) throws(PhotoFileError) -> [UInt8] {
    if self == .keep { return data }
    return try StrippedPhoto(data, removing: parts, name: name, keepingUnknown: keepingUnknown).data
  }
}
