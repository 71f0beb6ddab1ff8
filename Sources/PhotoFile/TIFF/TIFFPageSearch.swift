/// What the pages after the first of a TIFF file state of a place, a camera or an earlier picture.
enum TIFFPageSearch {
  /// The contents of their EXIF, XMP and IPTC, each with the number of its page. Metadata that are too long or cannot
  /// be parsed are passed over: all metadata of these pages are removed.
  ///
  /// - Parameters:
  ///   - parts: what is searched for.
  ///   - structure: that of the bytes.
  static func contents(
    of parts: Set<StripPart>, in bytes: [UInt8], _ structure: TIFFStructure, limits: ReadingLimits
  ) -> [SensitiveContent] {
    let pages = structure.chain(
      from: structure.firstDirectoryOffset ?? 0, atMost: TIFFUnreferencedBytes.maximumPages
    ).offsets
    return pages.enumerated().dropFirst().flatMap { index, place -> [SensitiveContent] in
      guard let page = TIFFMetadata(ofPageAt: place, in: bytes) else { return [] }
      var lacksNote = false
      let metadata = PhotoMetadata(
        exif: try? page.exif(limits: limits, lacksNote: &lacksNote, file: ""),
        xmp: try? page.xmp(limits: limits, file: ""), iptc: try? page.iptc(limits: limits, file: ""))
      var removal = MetadataRemoval(parts)
      _ = FlatMetadata.stripped(metadata, of: parts, by: &removal)
      return removal.record.contents.filter { $0.kind != .unknown }.map {
        SensitiveContent(kind: $0.kind, place: "\($0.place) of page \(index + 1)")
      }
    }
  }
}
