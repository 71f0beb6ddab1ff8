import Imaging

/// Removes metadata and thumbnails from a JPEG file, whose unwanted auxiliary images are already gone.
enum JPEGStripping {
  private typealias Marker = JPEGMarker

  static func strip(
    _ parts: Set<StripPart>, from document: inout JPEGDocument, orientation: Orientation, file: String,
    limits: ReadingLimits
  ) throws(PhotoFileError) {
    if parts.contains(.thumbnails) { document.further.removeAll(where: \.isPreview) }
    if parts.contains(.metadata) {
      try removeMetadata(from: &document.primary, orientation: orientation, file: file, limits: limits)
      for index in document.further.indices {
        let isAuxiliary = document.further[index].picture.auxiliaryType(file: file, limits: limits) != nil
        document.further[index].picture.segments.removeAll {
          isMetadata($0) && !(isAuxiliary && isXMP($0))
        }
      }
      document.trailer = []
    }
    try change(&document.primary, without: parts, file: file, limits: limits)
    for index in document.further.indices {
      try change(&document.further[index].picture, without: parts, file: file, limits: limits)
    }
  }

  private static func isXMP(_ segment: JPEGPicture.Segment) -> Bool {
    segment.marker == Marker.app1
      && (segment.starts(with: JPEGIdentifier.xmp) || segment.starts(with: JPEGIdentifier.extendedXMP))
  }

  /// Whether a segment is metadata that are not needed to show the photo.
  private static func isMetadata(_ segment: JPEGPicture.Segment) -> Bool {
    switch segment.marker {
    case Marker.comment: return true
    case Marker.app0: return !segment.starts(with: JPEGIdentifier.jfif)
    case Marker.app2:
      return !segment.starts(with: JPEGIdentifier.profile) && !segment.starts(with: JPEGIdentifier.multiPicture)
    case Marker.app10: return !segment.starts(with: JPEGIdentifier.restartIndex)
    case Marker.app14: return !segment.starts(with: JPEGIdentifier.adobe)
    case 0xE0...0xEF: return true
    default: return false
    }
  }

  private static func removeMetadata(
    from picture: inout JPEGPicture, orientation: Orientation, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) {
    let exif = picture.payload(Marker.app1, JPEGIdentifier.exif).map { Array($0) }
    // Cameras say nowhere else that samples are Adobe RGB.
    let isAdobeRGB =
      !picture.contains(Marker.app2, JPEGIdentifier.profile) && exif.flatMap(EXIFBlock.init)?.isAdobeRGB == true
    picture.segments.removeAll(where: isMetadata)
    guard orientation != .up || isAdobeRGB else { return }
    let block = EXIFBlock.minimal(orientation: orientation, isAdobeRGB: isAdobeRGB)
    picture.replace(Marker.app1, [JPEGIdentifier.exif], with: [JPEGIdentifier.exif + block])
  }

  private static func change(
    _ picture: inout JPEGPicture, without parts: Set<StripPart>, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) {
    func failure(_ what: String) -> PhotoFileError {
      .unsupported(file: file, reason: HEIFStripping.unreadable(what))
    }
    let removal = MetadataRemoval(parts)
    if !removal.changesNothing {
      if let packet = try JPEGMetadata(picture, file: file, limits: limits).xmp() {
        guard let changed = removal.xmp(packet) else { throw failure("XMP") }
        if changed != packet { try picture.setXMP(changed) }
      }
      if picture.contains(Marker.app13, JPEGIdentifier.photoshop) {
        let block =
          JPEGIdentifier.photoshop + picture.payloads(Marker.app13, JPEGIdentifier.photoshop).joined()
        guard let changed = removal.photoshop(block) else { throw failure("IPTC") }
        if changed != block {
          picture.replace(
            Marker.app13, [JPEGIdentifier.photoshop], with: JPEGIdentifier.photoshopSegments(of: changed))
        }
      }
    }
    for index in picture.segments.indices {
      let segment = picture.segments[index]
      guard segment.marker == Marker.app1, segment.starts(with: JPEGIdentifier.exif) else { continue }
      var block = Array(segment.data.dropFirst(JPEGIdentifier.exif.count))
      if !removal.changesNothing, !block.isEmpty {
        guard let changed = removal.exif(block) else { throw failure("EXIF") }
        block = changed
      }
      if parts.contains(.thumbnails), var exif = EXIFBlock(block) {
        exif.eraseThumbnail()
        block = exif.bytes
      }
      picture.segments[index].data = (JPEGIdentifier.exif + block)[...]
    }
    if parts.contains(.thumbnails) { picture.remove(Marker.app0, JPEGIdentifier.jfifExtension) }
  }
}
