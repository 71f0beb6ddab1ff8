/// A photo's metadata: the blocks' bytes as stored in the file. Nil for a missing block.
public struct PhotoMetadata: Sendable, Hashable {
  /// A TIFF stream (starting `MM` or `II`), without the `Exif\0\0` that formats put before it.
  public var exif: [UInt8]?
  /// An XMP packet (ISO 16684-1), UTF-8.
  public var xmp: [UInt8]?
  /// IPTC IIM as the Photoshop resource block of a JPEG's APP13, without its marker and length.
  ///
  /// HEIC, AVIF, PNG, WebP and JPEG XL have no standard place for it: there it is tag 34377 of EXIF's first directory,
  /// where exiftool finds it. It is not in ``exif`` then.
  public var iptc: [UInt8]?

  /// - Parameters: see the properties.
  public init(exif: [UInt8]? = nil, xmp: [UInt8]? = nil, iptc: [UInt8]? = nil) {
    self.exif = exif
    self.xmp = xmp
    self.iptc = iptc
  }

  /// Whether there is no block.
  public var isEmpty: Bool { exif == nil && xmp == nil && iptc == nil }

  /// The metadata with IPTC extracted from the tag of EXIF, if there is no other.
  func takingIPTCFromEXIF() -> PhotoMetadata {
    guard iptc == nil, let exif, let taken = EXIFImageResources.taken(from: exif) else { return self }
    return PhotoMetadata(exif: taken.block, xmp: xmp, iptc: taken.resources)
  }

  /// The metadata with IPTC in a tag of EXIF; nil if it does not fit there.
  func puttingIPTCIntoEXIF() -> PhotoMetadata? {
    guard let iptc else { return self }
    return EXIFImageResources.adding(iptc, to: exif).map { PhotoMetadata(exif: $0, xmp: xmp) }
  }

  /// The kinds that exist, including a colour profile if the file has one.
  func kinds(withProfile hasProfile: Bool) -> [PhotoSummary.MetadataKind] {
    PhotoSummary.MetadataKind.allCases.filter { kind in
      switch kind {
      case .exif: exif != nil
      case .xmp: xmp != nil
      case .iptc: iptc != nil
      case .icc: hasProfile
      }
    }
  }
}
