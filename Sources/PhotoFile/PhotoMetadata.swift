/// A photo's metadata: the blocks' bytes as they are in the file. Nil stands for a block that is not there.
public struct PhotoMetadata: Sendable, Hashable {
  /// A TIFF stream (starting `MM` or `II`), without the `Exif\0\0` that formats put before it.
  public var exif: [UInt8]?
  /// An XMP packet (ISO 16684-1), UTF-8.
  public var xmp: [UInt8]?
  /// IPTC IIM as the Photoshop resource block of a JPEG's APP13, without its marker and length.
  public var iptc: [UInt8]?

  /// - Parameters: see the properties.
  public init(exif: [UInt8]? = nil, xmp: [UInt8]? = nil, iptc: [UInt8]? = nil) {
    self.exif = exif
    self.xmp = xmp
    self.iptc = iptc
  }

  /// Whether there is no block.
  public var isEmpty: Bool { exif == nil && xmp == nil && iptc == nil }

  /// The kinds that are there, a colour profile among them if the file has one.
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
