import Imaging

/// Removes metadata and thumbnails from a JPEG file, after its unwanted auxiliary images.
enum JPEGStripping {
  private typealias Marker = JPEGMarker

  /// - Returns: the data that were found, and those that could not be searched.
  static func strip(
    _ parts: Set<StripPart>, from document: inout JPEGDocument, orientation: Orientation, file: String,
    limits: ReadingLimits
  ) throws(PhotoFileError) -> RemovalRecord {
    var removal = MetadataRemoval(parts)
    if parts.contains(.thumbnails) {
      if document.further.contains(where: \.isPreview) { removal.note(.picture, "preview") }
      document.further.removeAll(where: \.isPreview)
    }
    if parts.contains(.metadata) {
      try removeMetadata(from: &document.primary, orientation: orientation, file: file, limits: limits)
      for index in document.further.indices {
        let isAuxiliary = document.further[index].picture.auxiliaryType(file: file, limits: limits) != nil
        document.further[index].picture.segments.removeAll {
          isMetadata($0) && !(isAuxiliary && $0.isXMP)
        }
        document.further[index].picture.removeGap()
        removeProfileTexts(from: &document.further[index].picture)
      }
      document.trailer = []
      if ([document.primary] + document.further.map(\.picture)).contains(where: \.hasSegmentsBetweenScans) {
        removal.note(.unknown, "segments between the picture's scans")
      }
    }
    try change(&document.primary, by: &removal, name: "", limits: limits, file: file)
    for index in document.further.indices {
      try change(
        &document.further[index].picture, by: &removal, name: " of picture \(index + 2)", limits: limits, file: file)
    }
    if removal.isSearching {
      var trailer = JPEGTrailer(document.trailer)
      trailer.clean(by: &removal)
      document.trailer = trailer.bytes
    }
    return removal.record
  }

  /// Whether a segment is metadata that are not needed to show the photo.
  private static func isMetadata(_ segment: JPEGPicture.Segment) -> Bool {
    switch segment.marker {
    case Marker.comment: return true
    case Marker.app0: return !segment.starts(with: JPEGIdentifier.jfif)
    case Marker.app2:
      let needed = [JPEGIdentifier.profile, JPEGIdentifier.multiPicture, JPEGIdentifier.gainMap]
      return !needed.contains { segment.starts(with: $0) }
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
    // Cameras state only here that samples are Adobe RGB.
    let isAdobeRGB =
      !picture.contains(Marker.app2, JPEGIdentifier.profile) && exif.flatMap(EXIFBlock.init)?.isAdobeRGB == true
    picture.segments.removeAll(where: isMetadata)
    picture.removeGap()
    removeProfileTexts(from: &picture)
    guard orientation != .up || isAdobeRGB else { return }
    let block = EXIFBlock.minimal(orientation: orientation, isAdobeRGB: isAdobeRGB)
    picture.replace(Marker.app1, [JPEGIdentifier.exif], with: [JPEGIdentifier.exif + block])
  }

  /// Removes from the colour profile what its colours do not need; its pieces keep their lengths.
  private static func removeProfileTexts(from picture: inout JPEGPicture) {
    // The identifier, the number of the piece, and how many there are.
    let start = JPEGIdentifier.profile.count + 2
    let places = picture.segments.indices.filter {
      let segment = picture.segments[$0]
      return segment.marker == Marker.app2 && segment.starts(with: JPEGIdentifier.profile) && segment.data.count > start
    }.sorted { first, second in
      func number(_ index: Int) -> UInt8 { picture.segments[index].data.dropFirst(start - 2).first ?? 0 }
      return (number(first), first) < (number(second), second)
    }
    let pieces = places.map { Array(picture.segments[$0].data) }
    var rest = ProfileTexts.removed(from: pieces.flatMap { $0.dropFirst(start) })[...]
    for (place, piece) in zip(places, pieces) {
      picture.segments[place].data = (piece.prefix(start) + rest.prefix(piece.count - start))[...]
      rest = rest.dropFirst(piece.count - start)
    }
  }

  /// - Parameter name: the suffix of the names of the picture's blocks.
  private static func change(
    _ picture: inout JPEGPicture, by removal: inout MetadataRemoval, name: String, limits: ReadingLimits, file: String
  ) throws(PhotoFileError) {
    guard !removal.changesNothing else { return }
    try changeXMP(of: &picture, by: &removal, name: name, limits: limits, file: file)
    if picture.contains(Marker.app13, JPEGIdentifier.photoshop) {
      let block =
        JPEGIdentifier.photoshop + picture.payloads(Marker.app13, JPEGIdentifier.photoshop).joined()
      let changed = removal.photoshop(block, name: "IPTC\(name)")
      if changed != block {
        picture.replace(
          Marker.app13, [JPEGIdentifier.photoshop], with: JPEGIdentifier.photoshopSegments(of: changed))
      }
    }
    for index in picture.segments.indices {
      let segment = picture.segments[index]
      guard segment.marker == Marker.app1, segment.starts(with: JPEGIdentifier.exif) else { continue }
      let block = removal.exif(Array(segment.data.dropFirst(JPEGIdentifier.exif.count)), name: "EXIF\(name)")
      picture.segments[index].data = (JPEGIdentifier.exif + block)[...]
    }
    if removal.removesPictures { removeThumbnails(of: &picture, by: &removal) }
    guard removal.isSearching else { return }
    FLIRData.clean(&picture.segments, by: &removal)
    if picture.segments.contains(where: \.isSignature) {
      removal.note(.signature, "signature (C2PA)")
      picture.segments.removeAll(where: \.isSignature)
    }
    for segment in picture.segments where !segment.isKnownUse { removal.noteUnknown(segment.name) }
    if picture.hasSegmentsBetweenScans { removal.noteUnknown("segments between the picture's scans") }
    var gap = JPEGTrailer(picture.removeGap())
    gap.clean(by: &removal)
    picture.scans += gap.bytes
  }

  /// Changes all packets: the main one with its extension, and others, which readers may choose.
  private static func changeXMP(
    of picture: inout JPEGPicture, by removal: inout MetadataRemoval, name: String, limits: ReadingLimits, file: String
  ) throws(PhotoFileError) {
    let packets = picture.payloads(Marker.app1, JPEGIdentifier.xmp).map { Array($0) }
    let extensions = picture.payloads(Marker.app1, JPEGIdentifier.extendedXMP)
    guard !packets.isEmpty || !extensions.isEmpty else { return }
    let whole = try JPEGMetadata(picture, file: file, limits: limits).xmp() ?? []
    var changed = [whole] + packets.dropFirst()
    for index in changed.indices {
      changed[index] = removal.xmp(changed[index], name: (index == 0 ? "XMP" : "XMP packet \(index + 1)") + name)
    }
    // Pieces that belong to no packet cannot be searched, but some programs read them.
    let hasStrayPieces = removal.isSearching && ExtendedXMP.hasStrayPieces(extensions, beside: packets.first)
    if hasStrayPieces { removal.note(.unknown, "pieces of XMP\(name) that belong to no packet") }
    guard changed != [whole] + packets.dropFirst() else { return }
    let stray = hasStrayPieces ? ExtendedXMP.strayPieces(extensions, beside: packets.first) : []
    try picture.setXMP(changed[0].isEmpty ? nil : changed[0])
    let others =
      changed.dropFirst().map { JPEGIdentifier.xmp + $0 } + stray.map { JPEGIdentifier.extendedXMP + $0 }
    let place = (picture.segments.lastIndex(where: \.isXMP) ?? -1) + 1
    picture.segments.insert(contentsOf: others.map { .init(marker: Marker.app1, data: Array($0)) }, at: place)
  }

  /// Takes JFIF's thumbnails out.
  private static func removeThumbnails(of picture: inout JPEGPicture, by removal: inout MetadataRemoval) {
    guard picture.segments.contains(where: \.isJFIFThumbnail) else { return }
    removal.note(.picture, "thumbnail of JFIF")
    picture.remove(Marker.app0, JPEGIdentifier.jfifExtension)
    for index in picture.segments.indices where picture.segments[index].isJFIFThumbnail {
      // The size stands at the end, then the samples.
      picture.segments[index].data = (picture.segments[index].data.prefix(12) + [0, 0])[...]
    }
  }
}
