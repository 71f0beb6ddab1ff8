/// The index of the pictures that follow one another in a JPEG file (CIPA DC-007), in the form that Apple writes.
enum MultiPictureIndex {
  private enum Tag {
    static let version = 0xB000
    static let pictureCount = 0xB001
    static let entries = 0xB002
  }

  private static let entrySize = 16

  /// Where the pictures after the first begin in the file, in the index's order.
  ///
  /// The sizes are not looked at: files that Image I/O has rewritten have wrong ones. Offsets beyond the file's end are
  /// left out: editors drop the pictures and leave the index.
  ///
  /// - Parameter segment: where the APP2 segment's data lie behind `MPF\0`; offsets count from there.
  static func offsets(
    in bytes: [UInt8], segment: Range<Int>, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) -> [Int] {
    guard let index = TIFFStructure(bytes, in: segment), let directory = index.firstDirectory,
      let entries = directory[Tag.entries], let start = index.integer(at: entries.position + 8, size: 4)
    else { return [] }
    let count = entries.count / entrySize
    guard count <= limits.pictures else {
      throw .limitExceeded(
        file: file, reason: ReadingLimits.refusal("an index of \(count) pictures", limits.pictures, "pictures"))
    }
    return (0..<count).dropFirst().compactMap { number in
      guard let offset = index.integer(at: start + number * entrySize + 8, size: 4), offset > 0 else { return nil }
      let position = segment.lowerBound + offset
      return position < bytes.count - 3 ? position : nil
    }
  }

  /// The APP2 data of the first picture's index, identifier included.
  ///
  /// - Parameter pictures: size and offset of each picture, the first one's included, which has offset 0.
  static func primary(pictures: [(size: Int, offset: Int)]) -> [UInt8] {
    var data = start(entryCount: 3, pictureCount: pictures.count)
    data += short(Tag.entries) + short(7) + long(entrySize * pictures.count) + long(50)
    data += long(0)
    for (number, picture) in pictures.enumerated() {
      // Attribute: JPEG, and for the first picture "Baseline MP Primary Image".
      data += long(number == 0 ? 0x0003_0000 : 0) + long(picture.size) + long(picture.offset) + [0, 0, 0, 0]
    }
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
