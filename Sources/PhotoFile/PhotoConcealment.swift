import Imaging

extension Photo {
  /// The photo without anything that shows the original picture, for use after an edit that hides something.
  ///
  /// The following are removed, each with a warning in ``warnings`` that names it: thumbnails and previews of EXIF,
  /// makers' notes, Photoshop, XMP and the file; further pictures; gain maps, depth and auxiliary images of unknown
  /// types; mattes that show eyes, lips and teeth (skin, teeth, glasses); the movie of a motion photo, Samsung's and
  /// FLIR's data. The photo's own pixels, its hair, sky and portrait mattes and all other metadata are kept.
  ///
  /// Data of unknown use may show the picture, too: ``data(as:)`` refuses to write them unless ``keepsUnknown`` is set.
  public func withoutOriginalPictures() -> Photo { withoutOriginalPictures(keeping: MatteKind.outlines) }

  /// The photo without anything that shows the original picture apart from its pixels and `mattes`.
  ///
  /// - Parameter mattes: kinds that do not show the hidden part. Those that could not be decoded are removed as usual.
  package func withoutOriginalPictures(keeping mattes: Set<MatteKind>) -> Photo {
    var photo = self
    var record = RemovalRecord()
    photo.conceal(in: &record, keeping: mattes)
    photo.warnings += record.contents.filter { $0.kind == .picture }.map {
      .leavingOut($0.place, because: "it shows the picture as it was")
    }
    photo.edits.value.unsearched = record.unknown
    return photo
  }

  /// Whether data of unknown use, which may show the hidden original, are written nevertheless, with a warning. It only
  /// matters after ``withoutOriginalPictures()``.
  public var keepsUnknown: Bool {
    get { edits.value.keepsUnknown }
    set { edits.value.keepsUnknown = newValue }
  }

  private mutating func conceal(in record: inout RemovalRecord, keeping mattes: Set<MatteKind>) {
    var removal = MetadataRemoval([.thumbnails])
    metadata.exif = metadata.exif.map { removal.exif($0) }
    // A packet that cannot be parsed may contain a picture, so all of it is removed.
    if let xmp = metadata.xmp {
      let changed = removal.xmp(xmp)
      metadata.xmp = removal.record.unknown.isEmpty ? XMPPictures.withoutDirectories(changed) : nil
      if metadata.xmp == nil { record.note(.picture, "XMP that cannot be parsed") }
    }
    if let iptc = metadata.iptc {
      let before = removal.record.unknown.count
      let changed = removal.photoshop(iptc)
      metadata.iptc = removal.record.unknown.count == before ? changed : nil
      if metadata.iptc == nil { record.note(.picture, "IPTC that cannot be parsed") }
    }
    for text in texts where text.mayBePicture || text.isRawProfile { record.note(.picture, text.name) }
    texts.removeAll { $0.mayBePicture || $0.isRawProfile }
    for content in removal.record.contents where content.kind == .picture { record.note(.picture, content.place) }
    let shown = auxiliaryImages.map(\.type).filter { $0.showsOriginal(beside: mattes) }
    for type in shown + undecodedImages.map(\.type).filter({ $0.showsOriginal(beside: MatteKind.outlines) }) {
      record.note(.picture, "the auxiliary image \(type.rawValue)")
    }
    auxiliaryImages.removeAll { $0.type.showsOriginal(beside: mattes) }
    undecodedImages.removeAll { $0.type.showsOriginal(beside: MatteKind.outlines) }
    let written = mattes.intersection(self.mattes.kinds)
    source?.removePictures(in: &record, beside: written)
  }

  /// The parts of the photo's file that a format writes although they could not be searched for hidden pictures.
  func unsearchedParts(writingAs format: PhotoFormat) -> [String] {
    guard let source, source.format == format, source.size == pixels.size else { return [] }
    return edits.value.unsearched
  }
}

extension AuxiliaryImageType {
  /// Whether an image of the type shows the scene in detail: all but opacity and some mattes.
  func showsOriginal(beside mattes: Set<MatteKind>) -> Bool {
    matteKind.map { !mattes.contains($0) } ?? !isAlpha
  }
}
