/// The index of the consecutive pictures in a JPEG file (CIPA DC-007), in Apple's form.
enum MultiPictureIndex {
  private enum Tag {
    static let version = 0xB000
    static let pictureCount = 0xB001
    static let entries = 0xB002
  }

  private static let entrySize = 16

  /// An index's entry of a picture.
  struct Entry: Hashable, Sendable {
    /// The offset of the picture: in the file when read, from the index's byte-order mark when written.
    var position: Int
    var size: Int
    /// The picture's relation to the others (5.2.3.3.1).
    var attribute: Int
    /// The numbers of the two pictures that it depends on.
    var dependents: [UInt8]
  }

  /// JPEG, "Baseline MP Primary Image".
  static let primaryAttribute = 0x0003_0000

  /// All entries, the first picture's included, as stored.
  ///
  /// - Parameter segment: the position of the APP2 segment's data after `MPF\0`; offsets are relative to it.
  static func entries(
    in bytes: [UInt8], segment: Range<Int>, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> [Entry] {
    guard let index = TIFFStructure(bytes, in: segment), let list = index.firstDirectory?[Tag.entries],
      let start = index.integer(at: list.position + 8, size: 4)
    else { return [] }
    let count = list.count / entrySize
    guard count <= limits.pictures else {
      throw .limitExceeded(
        file: file, reason: ReadingLimits.refusal("an index of \(count) pictures", limits.pictures, "pictures"))
    }
    return (0..<count).compactMap { number in
      let at = start + number * entrySize
      guard let attribute = index.integer(at: at, size: 4), let size = index.integer(at: at + 4, size: 4),
        let offset = index.integer(at: at + 8, size: 4), let dependents = index.bytes(at: at + 12, count: 4)
      else { return nil }
      return Entry(
        position: number == 0 ? 0 : segment.lowerBound + offset, size: size, attribute: attribute,
        dependents: Array(dependents))
    }
  }

  /// Whether an index has only Apple's entries.
  static func isPlain(in bytes: [UInt8], segment: Range<Int>) -> Bool {
    guard let index = TIFFStructure(bytes, in: segment), let directory = index.firstDirectory else { return true }
    let known = [Tag.version, Tag.pictureCount, Tag.entries]
    return directory.entries.allSatisfy { known.contains($0.tag) }
      && (index.integer(at: directory.nextPosition, size: 4) ?? 0) == 0
  }

  /// An index, identifier included, with other sizes and offsets; the number of pictures must match.
  static func patching(_ data: [UInt8], entries: [Entry]) -> [UInt8] {
    let base = JPEGIdentifier.multiPicture.count
    guard var index = TIFFStructure(data, in: min(base, data.count)..<data.count),
      let list = index.firstDirectory?[Tag.entries], let start = index.integer(at: list.position + 8, size: 4)
    else { return data }
    for (number, entry) in entries.enumerated() {
      index.setInteger(entry.size, at: start + number * entrySize + 4, size: 4)
      index.setInteger(number == 0 ? 0 : entry.position, at: start + number * entrySize + 8, size: 4)
    }
    return index.bytes
  }

  /// A further picture's index, identifier included, with another number of pictures, if it states one.
  static func patching(_ data: [UInt8], pictureCount: Int) -> [UInt8] {
    let base = JPEGIdentifier.multiPicture.count
    guard var index = TIFFStructure(data, in: min(base, data.count)..<data.count),
      let entry = index.firstDirectory?[Tag.pictureCount]
    else { return data }
    index.setInteger(pictureCount, of: entry)
    return index.bytes
  }

  /// The APP2 data of the first picture's index, identifier included.
  ///
  /// - Parameter pictures: size and offset of each picture, the first one's included, which has offset 0.
  static func primary(pictures: [(size: Int, offset: Int)]) -> [UInt8] {
    primary(
      pictures.enumerated().map { number, picture in
        Entry(
          position: picture.offset, size: picture.size, attribute: number == 0 ? primaryAttribute : 0,
          dependents: [0, 0, 0, 0])
      })
  }

  /// The APP2 data of the first picture's index, identifier included.
  static func primary(_ entries: [Entry]) -> [UInt8] {
    var data = start(entryCount: 3, pictureCount: entries.count)
    data += short(Tag.entries) + short(7) + long(entrySize * entries.count) + long(50)
    data += long(0)
    for entry in entries { data += long(entry.attribute) + long(entry.size) + long(entry.position) + entry.dependents }
    return data
  }

  /// The number of bytes of ``primary(pictures:)`` for a number of pictures.
  static func primarySize(pictureCount: Int) -> Int { 54 + entrySize * pictureCount }

  /// The APP2 data of every further picture, identifier included.
  static func secondary(pictureCount: Int) -> [UInt8] {
    start(entryCount: 2, pictureCount: pictureCount) + long(0)
  }

  private static func start(entryCount: Int, pictureCount: Int) -> [UInt8] {
    JPEGIdentifier.multiPicture + Array("MM".utf8) + short(42) + long(8) + short(entryCount)
      + short(Tag.version) + short(7) + long(4) + Array("0100".utf8)
      + short(Tag.pictureCount) + short(4) + long(1) + long(pictureCount)
  }

  private static func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
  private static func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value & 0xFFFF) }
}
