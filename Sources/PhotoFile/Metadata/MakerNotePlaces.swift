/// The places in makers' notes of EXIF, by cameras of Panasonic and Leica, Nikon and Samsung. exiftool 12.57 has no tag
/// for a place in photos in other makers' notes, except for the city of the clock in Canon's, Casio's and Pentax's
/// cameras. That is kept, like EXIF's OffsetTime: it is a time zone.
enum MakerNotePlaces {
  private static let panasonic = Array("Panasonic\0\0\0".utf8)
  private static let leica = Array("LEICA\0\0\0".utf8)
  /// Location, Country, State, City, Landmark, City2, by exiftool's names.
  private static let panasonicTags: Set = [0x67, 0x69, 0x6B, 0x6D, 0x6F, 0x80]
  /// The camera whose offsets are relative to another byte.
  private static let oddPanasonic = (model: Array("DC-FT7".utf8), base: 12)
  private static let nikon = Array("Nikon\0".utf8)
  /// LocationInfo, and BarometerInfo with the altitude.
  private static let nikonTags: Set = [0x39, 0xC3]
  private static let nikonHeader = 10
  /// Two names of the place, and the data of the GPS receiver.
  private static let samsungTags = Set(0x2F...0x34)

  /// The ranges of a note's places in the EXIF block.
  ///
  /// - Parameter range: where the note lies in it.
  static func ranges(in range: Range<Int>, of structure: TIFFStructure) -> [Range<Int>] {
    guard let note = structure.bytes(at: range.lowerBound, count: range.count).map({ Array($0) }) else { return [] }
    if note.starts(with: panasonic) || note.starts(with: leica) {
      // Offsets are relative to the EXIF block's first byte.
      let header = note.starts(with: leica) ? leica.count : panasonic.count
      guard let (structure, directory) = directory(at: range.lowerBound + header, in: range, of: structure) else {
        return []
      }
      let isOdd = structure.bytes(ofFirst: TIFFTag.model)?.starts(with: oddPanasonic.model) ?? false
      return values(of: panasonicTags, directory, structure, base: isOdd ? oddPanasonic.base : 0)
    }
    if note.starts(with: nikon) {
      guard note.count > nikonHeader, let inner = TIFFStructure(note, in: nikonHeader..<note.count),
        let directory = inner.firstDirectory
      else { return [] }
      let start = range.lowerBound + nikonHeader
      return values(of: nikonTags, directory, inner, base: start, origin: start)
    }
    return samsung(in: range, of: structure)
  }

  /// Samsung's note is a directory whose first entry is its version. Offsets are relative to the EXIF block's first
  /// byte in some cameras' files, and to the note's in others'. The values follow the directory.
  private static func samsung(in range: Range<Int>, of structure: TIFFStructure) -> [Range<Int>] {
    guard let (structure, directory) = directory(at: range.lowerBound, in: range, of: structure),
      let version = directory.entries.first, version.tag == 1, version.type == 7, version.count == 4,
      structure.bytes(at: version.position + 8, count: 4)?.elementsEqual("0100".utf8) == true
    else { return [] }
    let outer = directory.entries.compactMap { structure.outerRange(of: $0) }
    let isAbsolute = outer.allSatisfy { directory.nextPosition <= $0.lowerBound && $0.upperBound <= range.upperBound }
    return values(of: samsungTags, directory, structure, base: isAbsolute ? 0 : range.lowerBound)
  }

  /// The directory of a note, which may have another byte order than the block.
  private static func directory(
    at place: Int, in range: Range<Int>, of structure: TIFFStructure
  ) -> (structure: TIFFStructure, directory: TIFFStructure.Directory)? {
    for structure in [structure, structure.inOtherByteOrder].compactMap(\.self) {
      if let directory = structure.directory(at: place), !directory.entries.isEmpty,
        directory.nextPosition <= range.upperBound
      {
        return (structure, directory)
      }
    }
    return nil
  }

  /// - Parameters:
  ///   - base: what is added to offsets.
  ///   - origin: where the structure begins in the block.
  private static func values(
    of tags: Set<Int>, _ directory: TIFFStructure.Directory, _ structure: TIFFStructure, base: Int, origin: Int = 0
  ) -> [Range<Int>] {
    directory.entries.filter { tags.contains($0.tag) }.map { entry in
      if let range = structure.outerRange(of: entry) { return base + range.lowerBound..<base + range.upperBound }
      // The value stands in the entry.
      return origin + entry.position + 8..<origin + entry.position + 12
    }
  }
}
