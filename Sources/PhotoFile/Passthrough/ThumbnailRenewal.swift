import Imaging

extension Photo {
  /// Regenerates EXIF's thumbnail if the pixels were set, and removes the other reduced pictures of the old ones.
  ///
  /// - Returns: a warning for each that is omitted.
  mutating func renewThumbnails() -> [PhotoWarning] {
    guard edits.value.hasStaleThumbnails else { return [] }
    edits.value.hasStaleThumbnails = false
    var names: [String] = []
    if let exif = metadata.exif {
      let (block, erased) = EXIFPictures.renewed(in: exif, showing: pixels)
      metadata.exif = block
      names += erased.map { "\($0) in EXIF" }
    }
    if let xmp = metadata.xmp, let outcome = XMPRemoval.removing(XMPPictures.isThumbnail, from: xmp) {
      metadata.xmp = outcome.packet
      names += outcome.names.map { "thumbnail in XMP (\($0))" }
    }
    if let iptc = metadata.iptc {
      var removal = MetadataRemoval([.thumbnails])
      metadata.iptc = removal.photoshop(iptc)
      names += removal.record.contents.filter { $0.kind == .picture }.map(\.place)
    }
    return names.map { .leavingOut($0, because: "it shows the picture as it was") }
  }
}
