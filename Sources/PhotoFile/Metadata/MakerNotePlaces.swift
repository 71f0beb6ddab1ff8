/// The places that makers' notes in EXIF hold: of Panasonic's and Nikon's cameras, whose tags are known. Of other makers'
/// notes no tag for a place is known that photos have.
enum MakerNotePlaces {
  private static let panasonic = Array("Panasonic\0\0\0".utf8)
  /// Location, Country, State, City, Landmark, City2, as exiftool calls them.
  private static let panasonicTags = [0x67, 0x69, 0x6B, 0x6D, 0x6F, 0x80]
  private static let nikon = Array("Nikon\0".utf8)
  /// LocationInfo.
  private static let nikonTags = [0x39]
  private static let nikonHeader = 10

  /// Where the places of a note lie in the EXIF block.
  ///
  /// - Parameter range: where the note lies in it.
  static func ranges(in range: Range<Int>, of structure: TIFFStructure) -> [Range<Int>] {
    guard let note = structure.bytes(at: range.lowerBound, count: range.count).map({ Array($0) }) else { return [] }
    func value(of entry: TIFFStructure.Entry, in structure: TIFFStructure) -> Range<Int> {
      structure.outerRange(of: entry) ?? entry.position + 8..<entry.position + 12
    }
    if note.starts(with: panasonic) {
      // Offsets count from the EXIF block's first byte.
      let entries = structure.directory(at: range.lowerBound + panasonic.count)?.entries ?? []
      return entries.filter { panasonicTags.contains($0.tag) }.map { value(of: $0, in: structure) }
    }
    guard note.starts(with: nikon), note.count > nikonHeader,
      let inner = TIFFStructure(note, in: nikonHeader..<note.count), let directory = inner.firstDirectory
    else { return [] }
    let base = range.lowerBound + nikonHeader
    return directory.entries.filter { nikonTags.contains($0.tag) }.map { entry in
      let place = value(of: entry, in: inner)
      return base + place.lowerBound..<base + place.upperBound
    }
  }
}
