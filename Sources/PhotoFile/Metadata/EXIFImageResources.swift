/// Photoshop's image resources, which contain IPTC IIM, in a tag of EXIF's first directory.
///
/// No standard defines a place for IPTC in HEIF, PNG, WebP and JPEG XL. All of these support EXIF, which is a TIFF
/// stream, and TIFF's tags 34377 (the resources) and 33723 (IPTC alone) contain it. exiftool finds it there.
///
/// Only the first directory of the block moves, so that the offsets of makers' notes stay valid. The addition records
/// the original layout, and can be removed again to the byte: two numbers of 4 bytes, the place of the original first
/// directory and the original length of the block; the resources; the first directory with one more entry. The old
/// directory is filled with zeros.
enum EXIFImageResources {
  /// More is not read by default.
  private static let longestBlock = ReadingLimits.default.exifBytes

  /// The block with resources added; nil if it cannot be read, has other resources already, or would be too long.
  ///
  /// - Parameters:
  ///   - resources: the image resources of a JPEG's APP13, with or without its identifier.
  ///   - block: nil for a new one.
  static func adding(_ resources: [UInt8], to block: [UInt8]?) -> [UInt8]? {
    let content = withoutIdentifier(resources)
    let old = block ?? [0x4D, 0x4D, 0, 42, 0, 0, 0, 0]
    // Shorter values stand in the entry.
    guard content.count > 4, content.count + old.count < longestBlock, var structure = TIFFStructure(old) else {
      return nil
    }
    var (entries, next): ([UInt8], [UInt8]) = ([], [0, 0, 0, 0])
    var (place, smaller) = (0, 0)
    if block != nil {
      guard let offset = structure.integer(at: 4, size: 4), let directory = structure.directory(at: offset) else {
        return nil
      }
      if value(of: TIFFTag.photoshop, directory, structure) == content { return block }
      guard directory[TIFFTag.photoshop] == nil, directory.entries.count < 0xFFFF else { return nil }
      place = offset
      entries = raw(directory.entries, of: structure)
      smaller = directory.entries.prefix { $0.tag < TIFFTag.photoshop }.count
      next = Array(structure.bytes(at: directory.nextPosition, count: 4) ?? [0, 0, 0, 0])
      let range = place..<directory.nextPosition
      // Directories of a damaged block may overlap.
      if !structure.directories.contains(where: { $0.offset != place && $0.range.overlaps(range) }) {
        structure.erase(range)
      }
    }
    func encoded(_ value: Int, _ size: Int = 4) -> [UInt8] { structure.encoded(value, size: size) }
    var bytes = structure.bytes + encoded(place) + encoded(old.count)
    let start = bytes.count
    bytes += content
    // Directories start on a word boundary.
    if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
    bytes.replaceSubrange(4..<8, with: encoded(bytes.count))
    // UNDEFINED.
    let entry = encoded(TIFFTag.photoshop, 2) + encoded(7, 2) + encoded(content.count) + encoded(start)
    entries.insert(contentsOf: entry, at: 12 * smaller)
    return bytes + encoded(entries.count / 12, 2) + entries + next
  }

  /// The resources in a block, as in a JPEG's APP13, and the block without them; nil if it has none.
  ///
  /// A block made by ``adding(_:to:)`` is restored. In others the entries are removed, and their values filled with
  /// zeros.
  static func taken(from block: [UInt8]) -> (resources: [UInt8], block: [UInt8]?)? {
    guard let structure = TIFFStructure(block), let directory = structure.firstDirectory else { return nil }
    let resources = value(of: TIFFTag.photoshop, directory, structure).map { JPEGIdentifier.photoshop + $0 }
    let records = value(of: TIFFTag.iptc, directory, structure).map(withoutFilling)
    switch (resources, records) {
    case (nil, nil): return nil
    case (let resources?, nil): return (resources, restored(structure) ?? erased([TIFFTag.photoshop], structure))
    case (nil, let records?): return (PhotoshopResources.block(iptc: records), erased([TIFFTag.iptc], structure))
    case (let resources?, let records?):
      let own = PhotoshopResources(resources)?[PhotoshopResources.iptc]
      // IPTC of both kinds is kept, except that in the resources.
      guard own == nil || own == records else { return (resources, erased([TIFFTag.photoshop], structure)) }
      let together =
        own == nil ? resources + withoutIdentifier(PhotoshopResources.block(iptc: records)) : resources
      return (together, erased([TIFFTag.photoshop, TIFFTag.iptc], structure))
    }
  }

  /// The block before ``adding(_:to:)``, nil inside if there was none; nil if it was not made by it.
  private static func restored(_ structure: TIFFStructure) -> [UInt8]?? {
    guard let place = structure.integer(at: 4, size: 4), let directory = structure.directory(at: place),
      let range = directory[TIFFTag.photoshop].flatMap(structure.outerRange(of:)), range.upperBound <= place,
      isZero(structure, range.upperBound..<place), directory.nextPosition + 4 <= structure.count,
      isZero(structure, directory.nextPosition + 4..<structure.count),
      let oldPlace = structure.integer(at: range.lowerBound - 8, size: 4),
      let oldCount = structure.integer(at: range.lowerBound - 4, size: 4), oldCount == range.lowerBound - 8
    else { return nil }
    let kept = directory.entries.filter { $0.tag != TIFFTag.photoshop }
    if oldPlace == 0 { return kept.isEmpty ? .some(nil) : nil }
    let count = 2 + 12 * kept.count
    guard oldPlace >= 8, oldPlace + count <= oldCount, isZero(structure, oldPlace..<oldPlace + count) else {
      return nil
    }
    var changed = structure
    changed.replace(
      oldPlace..<oldPlace + count, with: structure.encoded(kept.count, size: 2) + raw(kept, of: structure))
    // Some writers omit the closing offset.
    if oldPlace + count + 4 <= oldCount {
      changed.setInteger(
        structure.integer(at: directory.nextPosition, size: 4) ?? 0, at: oldPlace + count, size: 4)
    }
    changed.setInteger(oldPlace, at: 4, size: 4)
    return Array(changed.bytes.prefix(oldCount))
  }

  private static func isZero(_ structure: TIFFStructure, _ range: Range<Int>) -> Bool {
    structure.bytes(at: range.lowerBound, count: range.count)?.allSatisfy { $0 == 0 } ?? false
  }

  private static func erased(_ tags: [Int], _ structure: TIFFStructure) -> [UInt8]? {
    var changed = structure
    let kept = [0..<8] + structure.directories.map(\.range)
    guard let place = structure.integer(at: 4, size: 4) else { return structure.bytes }
    for tag in tags {
      guard let directory = changed.directory(at: place), let entry = directory[tag] else { continue }
      // A damaged block may point to required data.
      if let range = changed.outerRange(of: entry), !kept.contains(where: range.overlaps) { changed.erase(range) }
      changed.remove(tag: tag, from: directory, at: place)
    }
    return changed.bytes
  }

  private static func value(
    of tag: Int, _ directory: TIFFStructure.Directory, _ structure: TIFFStructure
  ) -> [UInt8]? {
    guard let range = directory[tag].flatMap(structure.outerRange(of:)) else { return nil }
    return structure.bytes(at: range.lowerBound, count: range.count).map { Array($0) }
  }

  private static func raw(_ entries: [TIFFStructure.Entry], of structure: TIFFStructure) -> [UInt8] {
    entries.flatMap { structure.bytes(at: $0.position, count: 12) ?? [] }
  }

  private static func withoutIdentifier(_ resources: [UInt8]) -> [UInt8] {
    let identifier = JPEGIdentifier.photoshop
    return resources.starts(with: identifier) ? Array(resources.dropFirst(identifier.count)) : resources
  }

  /// IPTC without the padding of its last number if it is stored as numbers of 4 bytes.
  private static func withoutFilling(_ records: [UInt8]) -> [UInt8] {
    IPTCDataSets.byteCount(of: records).map { Array(records[..<$0]) } ?? records
  }
}
