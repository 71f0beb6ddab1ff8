import Imaging

/// A TIFF file with other metadata; its pictures stay as they are coded.
enum TIFFMetadataReplacement {
  /// Bytes that directories may grow by, beside the metadata.
  private static let directoryBytes = 1 << 20
  /// Pages whose metadata are removed.
  private static let maximumPages = 1_000

  /// What of a file is replaced.
  enum Extent {
    /// The metadata of a file that has none, as it has just been written.
    case added
    /// The metadata of the first page; those of others, and where a map lies, go.
    case replaced
    /// As before; of all else that is not needed to show the pictures nothing stays.
    case onlyStructure
  }

  /// - Parameters:
  ///   - bytes: the file, classic TIFF.
  ///   - metadata: EXIF is to have the file's byte order.
  ///   - profile: nil for that of the file.
  /// - Throws: `unsupported` for a file whose directories cannot be written anew.
  static func file(
    _ bytes: [UInt8], with metadata: PhotoMetadata, profile: [UInt8]? = nil, extent: Extent, file: String
  ) throws(PhotoFileError) -> [UInt8] {
    guard var structure = TIFFStructure(bytes), let directory = structure.firstDirectory else {
      throw .unsupported(file: file, reason: "metadata of a BigTIFF can be read, not taken out or changed")
    }
    let next = structure.integer(at: directory.nextPosition, size: 4) ?? 0
    // Written anew are entries, with values that stay where they are.
    let kept = directory.entries.filter { entry in
      let tag = entry.tag
      if profile != nil, tag == TIFFTag.profile { return false }
      if extent == .onlyStructure { return TIFFTag.structure.contains(tag) && tag != TIFFTag.orientation }
      if extent == .replaced, TIFFTag.places.contains(tag) { return false }
      return !TIFFTag.descriptions.contains(tag) && !TIFFTag.blocks.contains(tag)
    }
    let entries = kept.map { entry in
      TIFFDirectoryCopy.Value(
        tag: entry.tag, type: entry.type, count: entry.count,
        bytes: Array(structure.bytes(at: entry.position + 8, count: 4) ?? [0, 0, 0, 0]))
    }
    let counts = kept.map(\.count)
    if extent != .added {
      let keptTags = Set(kept.map(\.tag))
      try erase(directory, in: &structure, keeping: { keptTags.contains($0) }, extent: extent, file: file)
      try eraseFurtherPages(from: next, in: &structure, extent: extent, file: file)
    }
    var copy = TIFFDirectoryCopy(
      appendingTo: structure.bytes, like: structure,
      growth: directoryBytes
        + [metadata.exif, metadata.xmp, metadata.iptc, profile].reduce(0) { $0 + ($1?.count ?? 0) })
    var values = zip(entries, counts).map { $0.0 }
    if let exif = metadata.exif.flatMap({ TIFFStructure($0) }), let first = exif.firstDirectory {
      let present = Set(values.map(\.tag))
      values += copy.values(of: first, in: exif) { TIFFTag.descriptions.contains($0) && !present.contains($0) }
    }
    if let xmp = metadata.xmp { values.append(Self.bytes(TIFFTag.xmp, type: 1, xmp)) }
    if let iptc = metadata.iptc {
      values.append(
        Self.bytes(TIFFTag.photoshop, type: 1, Array(iptc.dropFirst(JPEGIdentifier.photoshop.count))))
      if let records = PhotoshopResources(iptc)?[PhotoshopResources.iptc] {
        values.append(Self.bytes(TIFFTag.iptc, type: 7, records))
      }
    }
    if let profile { values.append(Self.bytes(TIFFTag.profile, type: 7, profile)) }
    copy.setFirstDirectory(copy.append(values, next: next))
    guard copy.bytes.count <= Int(UInt32.max), !copy.isTooLong else {
      throw .unsupported(file: file, reason: "metadata that do not fit into a TIFF of 4 GB")
    }
    return copy.bytes
  }

  private static func bytes(_ tag: Int, type: Int, _ value: [UInt8]) -> TIFFDirectoryCopy.Value {
    TIFFDirectoryCopy.Value(tag: tag, type: type, count: value.count, bytes: value)
  }

  /// Writes zeros over a directory and over the values of the tags that go.
  private static func erase(
    _ directory: TIFFStructure.Directory, in structure: inout TIFFStructure, keeping isKept: (Int) -> Bool,
    extent: Extent, file: String
  ) throws(PhotoFileError) {
    for entry in directory.entries where !isKept(entry.tag) {
      if TIFFTag.directories.contains(entry.tag), let place = structure.integer(of: entry),
        let inner = structure.directory(at: place)
      {
        try erase(inner, in: &structure, keeping: { _ in false }, extent: extent, file: file)
      } else if entry.tag == TIFFTag.subdirectories {
        try erasePictures(of: entry, in: &structure, extent: extent, file: file)
      }
      if let range = structure.outerRange(of: entry) { structure.erase(range) }
    }
    guard let first = directory.entries.first else { return }
    structure.erase(first.position - 2..<directory.nextPosition + 4)
  }

  /// Small pictures that a directory leads to show what the picture was; with their samples nothing of them stays.
  private static func erasePictures(
    of entry: TIFFStructure.Entry, in structure: inout TIFFStructure, extent: Extent, file: String
  ) throws(PhotoFileError) {
    for place in structure.integers(of: entry, atMost: 32) {
      guard let inner = structure.directory(at: place) else { continue }
      for (offsets, counts) in [
        (TIFFTag.stripOffsets, TIFFTag.stripByteCounts), (TIFFTag.tileOffsets, TIFFTag.tileByteCounts),
        (TIFFTag.jpegOffset, TIFFTag.jpegLength),
      ] {
        guard let first = inner[offsets], let second = inner[counts] else { continue }
        let places = structure.integers(of: first, atMost: 1 << 20)
        for (start, count) in zip(places, structure.integers(of: second, atMost: 1 << 20)) {
          structure.erase(start..<start + min(count, structure.count))
        }
      }
      try erase(inner, in: &structure, keeping: { _ in false }, extent: extent, file: file)
    }
  }

  /// Takes metadata out of the pages behind the first; their pictures stay.
  private static func eraseFurtherPages(
    from start: Int, in structure: inout TIFFStructure, extent: Extent, file: String
  ) throws(PhotoFileError) {
    var (place, seen) = (start, Set<Int>())
    while place > 0, let page = structure.directory(at: place) {
      guard seen.insert(place).inserted, seen.count <= maximumPages else {
        throw .unsupported(
          file: file, reason: "more than \(maximumPages) pages, whose metadata cannot all be taken out")
      }
      let next = structure.integer(at: page.nextPosition, size: 4) ?? 0
      for entry in page.entries {
        let isDescription = TIFFTag.descriptions.contains(entry.tag) && entry.tag != TIFFTag.orientation
        let goes =
          isDescription || TIFFTag.blocks.contains(entry.tag) || TIFFTag.places.contains(entry.tag)
          || extent == .onlyStructure && !TIFFTag.structure.contains(entry.tag)
        guard goes else { continue }
        if TIFFTag.directories.contains(entry.tag),
          let inner = structure.integer(of: entry).flatMap(structure.directory)
        {
          try erase(inner, in: &structure, keeping: { _ in false }, extent: extent, file: file)
        }
        if let range = structure.outerRange(of: entry) { structure.erase(range) }
        if let current = structure.directory(at: place) { structure.remove(tag: entry.tag, from: current, at: place) }
      }
      place = next
    }
  }
}

extension TIFFStructure {
  /// The numbers of an entry that holds SHORTs or LONGs.
  func integers(of entry: Entry, atMost limit: Int) -> [Int] {
    if let one = integer(of: entry) { return [one] }
    let size = entry.type == Entry.short ? 2 : 4
    guard entry.type == Entry.short || entry.type == Entry.long || entry.type == 13, entry.count <= limit else {
      return []
    }
    let start = entry.count * size <= 4 ? entry.position + 8 : integer(at: entry.position + 8, size: 4) ?? 0
    return (0..<entry.count).compactMap { integer(at: start + $0 * size, size: size) }
  }
}
