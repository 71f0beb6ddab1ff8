/// The data that Samsung's cameras append to a picture, or put into the box `sefd` of a HEIF file: entries with names,
/// and a directory `SEFH` ... `SEFT` at their end, of little-endian numbers (as in exiftool's Samsung.pm).
struct SamsungTrailer {
  struct Entry: Hashable {
    let name: String
    /// The range of its bytes after the name.
    let data: Range<Int>
  }

  let entries: [Entry]
  /// The offset of the first entry.
  let start: Int
  /// The end of the directory.
  let end: Int

  private static let maximumEntries = 200

  /// The data at the end of a part of some bytes; nil if there are none.
  init?(_ bytes: [UInt8], in range: Range<Int>) {
    func number(_ place: Int, _ size: Int) -> Int { (0..<size).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
    // Some files have zeros behind.
    var end = range.upperBound
    while end > range.lowerBound, bytes[end - 1] == 0 { end -= 1 }
    guard end - range.lowerBound >= 20, bytes[end - 4..<end].elementsEqual("SEFT".utf8) else { return nil }
    let length = number(end - 8, 4)
    let directory = end - 8 - length
    guard length >= 12, directory >= range.lowerBound, bytes[directory..<directory + 4].elementsEqual("SEFH".utf8)
    else {
      return nil
    }
    let count = number(directory + 8, 4)
    guard count <= Self.maximumEntries, 12 + 12 * count <= length else { return nil }
    var entries: [Entry] = []
    var start = directory
    var total = 0
    for index in 0..<count {
      let place = directory + 12 + 12 * index
      let (offset, size) = (number(place + 4, 4), number(place + 8, 4))
      let block = directory - offset
      guard block >= range.lowerBound, size >= 8, size <= directory - block else { return nil }
      let nameLength = number(block + 4, 4)
      // Entries do not overlap.
      total += size
      guard nameLength <= size - 8, total <= directory - range.lowerBound else { return nil }
      let name = String(decoding: bytes[block + 8..<block + 8 + nameLength], as: UTF8.self)
      entries.append(Entry(name: name, data: block + 8 + nameLength..<block + size))
      start = min(start, block)
    }
    self.entries = entries
    self.start = start
    self.end = end
  }

  /// Applies a removal in place: the country of the mobile network, places of movies, metadata of pictures. No length
  /// changes.
  func clean(_ bytes: inout [UInt8], by removal: inout MetadataRemoval) {
    for entry in entries {
      let name = "Samsung's \(entry.name)"
      if entry.name == "MCC_Data" {
        guard removal.removesPlaces, bytes[entry.data].contains(where: { $0 != 0 }) else { continue }
        removal.note(.location, name)
        bytes.replaceSubrange(entry.data, with: repeatElement(0, count: entry.data.count))
      } else if MoviePlaces.isMovie(bytes, at: entry.data) {
        MoviePlaces.erase(in: entry.data, of: &bytes, by: &removal, name: name)
      } else {
        for picture in EmbeddedPictures.find(in: bytes, range: entry.data) {
          removal.eraseMetadata(of: picture, in: &bytes, name: name)
        }
      }
    }
  }
}
