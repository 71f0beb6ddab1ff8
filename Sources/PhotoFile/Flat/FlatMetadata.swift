import Imaging

/// Metadata of files with one picture: checked against the limits, and stripped.
enum FlatMetadata {
  /// Refuses blocks that are longer than allowed.
  static func admit(
    exif: Int, xmp: Int, profile: Int, iptc: Int = 0, limits: ReadingLimits, file: String
  ) throws(PhotoFileError) {
    for (count, limit, what, name) in [
      (exif, limits.exifBytes, "EXIF", "exifBytes"), (xmp, limits.xmpBytes, "XMP", "xmpBytes"),
      (profile, limits.profileBytes, "a colour profile", "profileBytes"),
      (iptc, limits.iptcBytes, "IPTC", "iptcBytes"),
    ] as [(Int, Int, String, StaticString)] where count > limit {
      throw .limitExceeded(file: file, reason: ReadingLimits.refusal("\(count) bytes of \(what)", limit, name))
    }
  }

  /// Metadata with IPTC extracted from the tag of EXIF.
  static func takingIPTC(
    from metadata: PhotoMetadata, limits: ReadingLimits, file: String
  ) throws(PhotoFileError) -> PhotoMetadata {
    let taken = metadata.takingIPTCFromEXIF()
    try admit(exif: 0, xmp: 0, profile: 0, iptc: taken.iptc?.count ?? 0, limits: limits, file: file)
    return taken
  }

  /// An EXIF block without the identifier of JPEG's segment, which some writers add.
  static func block(_ bytes: [UInt8]?) -> [UInt8]? {
    guard let bytes, !bytes.isEmpty else { return nil }
    return bytes.starts(with: JPEGIdentifier.exif) ? Array(bytes.dropFirst(JPEGIdentifier.exif.count)) : bytes
  }

  /// The file's metadata without some parts. Orientation is always kept.
  ///
  /// - Parameter removal: the removal of the same parts; it records what it finds.
  static func stripped(
    _ metadata: PhotoMetadata, of parts: Set<StripPart>, by removal: inout MetadataRemoval
  ) -> PhotoMetadata {
    if parts.contains(.metadata) {
      let orientation = metadata.exif.flatMap(EXIFBlock.init)?.orientation ?? .up
      return PhotoMetadata(exif: orientation == .up ? nil : EXIFBlock(orientation: orientation)?.bytes)
    }
    var result = metadata
    if let exif = metadata.exif { result.exif = removal.exif(exif) }
    if let xmp = metadata.xmp { result.xmp = removal.xmp(xmp) }
    if let iptc = metadata.iptc { result.iptc = removal.photoshop(iptc) }
    return result
  }
}
