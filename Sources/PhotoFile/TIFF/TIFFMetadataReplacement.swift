import Imaging

/// A TIFF file with other metadata; its coded pictures are unchanged.
enum TIFFMetadataReplacement {
  /// The maximum growth of directories in bytes, besides the metadata.
  private static let directoryBytes = 1 << 20

  /// Which metadata of a file are replaced.
  enum Extent {
    /// The metadata of a newly written file, which has none.
    case added
    /// The metadata of the first page; those of others, and a map's georeference, are removed.
    case replaced
    /// Like `replaced`, and everything that is not needed to show the pictures is removed.
    case onlyStructure
  }

  /// - Parameters:
  ///   - bytes: the file, of either form.
  ///   - metadata: EXIF must have the file's byte order.
  ///   - profile: nil for that of the file.
  ///   - unreferenced: the unreferenced bytes of the file, which are removed with everything unneeded; nil for a newly
  ///     written file.
  /// - Throws: `unsupported` for a file whose directories cannot be rewritten.
  static func file(
    _ bytes: [UInt8], with metadata: PhotoMetadata, profile: [UInt8]? = nil, extent: Extent,
    besides unreferenced: TIFFUnreferencedBytes? = nil, file: String
  ) throws(PhotoFileError) -> [UInt8] {
    guard var structure = TIFFStructure(bytes, acceptsBig: true), let directory = structure.firstDirectory else {
      throw .unsupported(
        file: file, reason: "directories in another form than TIFF's, so that metadata cannot be removed")
    }
    let next = structure.integer(at: directory.nextPosition, size: structure.offsetSize) ?? 0
    // Entries are rewritten, and their values stay in place.
    let kept = directory.entries.filter { entry in
      keeps(entry.tag, extent) && (profile == nil || entry.tag != TIFFTag.profile)
    }
    var values = kept.map { entry in
      TIFFDirectoryCopy.Value(
        tag: entry.tag, type: entry.type, count: entry.count,
        bytes: Array(structure.bytes(at: entry.position + 4 + structure.offsetSize, count: structure.offsetSize) ?? []))
    }
    let keptTags = Set(kept.map(\.tag))
    var erasure = TIFFErasure(structure, usedBytes: unreferenced?.usedBytes, file: file)
    erasure.protect(directory) { keptTags.contains($0) }
    if extent != .added {
      try erasure.protectPages(from: next, keepingOnlyStructure: extent == .onlyStructure)
    }
    try erasure.erase(directory) { keptTags.contains($0) }
    try erasure.eraseMetadataOfPages()
    structure = erasure.structure
    for range in extent == .onlyStructure ? unreferenced?.allRanges ?? [] : [] { structure.erase(range) }
    var copy = TIFFDirectoryCopy(
      appendingTo: structure.bytes, like: structure,
      growth: directoryBytes
        + [metadata.exif, metadata.xmp, metadata.iptc, profile].reduce(0) { $0 + ($1?.count ?? 0) })
    values += Self.values(of: metadata, besides: keptTags, in: &copy)
    if let profile { values.append(Self.bytes(TIFFTag.profile, type: 7, profile)) }
    copy.setFirstDirectory(copy.append(values, next: next))
    guard structure.offsetSize == 8 || copy.bytes.count <= Int(UInt32.max), !copy.isTooLong else {
      throw .unsupported(file: file, reason: "metadata that do not fit into a TIFF of 4 GB")
    }
    return copy.bytes
  }

  /// Whether a tag of the first page is neither replaced nor removed.
  private static func keeps(_ tag: Int, _ extent: Extent) -> Bool {
    let isMetadata = TIFFTag.descriptions.contains(tag) || TIFFTag.blocks.contains(tag)
    return switch extent {
    case .added: !isMetadata
    case .replaced: !isMetadata && !TIFFTag.places.contains(tag)
    case .onlyStructure: TIFFTag.structure.contains(tag) && tag != TIFFTag.orientation
    }
  }

  /// The entries that metadata become.
  ///
  /// - Parameter present: the directory's own tags, which take precedence over those of EXIF.
  private static func values(
    of metadata: PhotoMetadata, besides present: Set<Int>, in copy: inout TIFFDirectoryCopy
  ) -> [TIFFDirectoryCopy.Value] {
    var values: [TIFFDirectoryCopy.Value] = []
    if let exif = metadata.exif.flatMap({ TIFFStructure($0) }), let first = exif.firstDirectory {
      values += copy.values(of: first, in: exif) { TIFFTag.descriptions.contains($0) && !present.contains($0) }
    }
    if let xmp = metadata.xmp { values.append(bytes(TIFFTag.xmp, type: 1, xmp)) }
    if let iptc = metadata.iptc {
      values.append(bytes(TIFFTag.photoshop, type: 1, Array(iptc.dropFirst(JPEGIdentifier.photoshop.count))))
      if let records = PhotoshopResources(iptc)?[PhotoshopResources.iptc] {
        values.append(bytes(TIFFTag.iptc, type: 7, records))
      }
    }
    return values
  }

  private static func bytes(_ tag: Int, type: Int, _ value: [UInt8]) -> TIFFDirectoryCopy.Value {
    TIFFDirectoryCopy.Value(tag: tag, type: type, count: value.count, bytes: value)
  }
}
