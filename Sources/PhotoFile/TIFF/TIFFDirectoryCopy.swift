/// Copies tags between TIFF structures of the same byte order, of which the source may be a BigTIFF, with the values
/// and directories that they refer to.
struct TIFFDirectoryCopy {
  /// An entry with its value, which is bytes in the structure's order, of any length.
  struct Value {
    let tag: Int
    let type: Int
    let count: Int
    let bytes: [UInt8]
  }

  /// The structure that is written; offsets are relative to its first byte.
  private(set) var bytes: [UInt8]
  private let limit: Int
  /// A structure of the form of the destination.
  private let like: TIFFStructure
  /// The maximum length of a maker's note that is copied.
  var longestNote = Int.max
  /// Whether a maker's note was left out.
  private(set) var lacksNote = false
  /// Whether something exceeded the limits.
  private(set) var isTooLong = false

  /// - Parameters:
  ///   - bytes: the existing bytes of the structure.
  ///   - like: a structure of the same form and byte order.
  ///   - growth: the most bytes to add.
  init(appendingTo bytes: [UInt8], like: TIFFStructure, growth: Int) {
    self.bytes = bytes
    self.like = like
    limit = bytes.count + growth
  }

  /// The entries of a directory with the requested tags. Values of directories that they refer to are copied.
  mutating func values(
    of directory: TIFFStructure.Directory, in source: TIFFStructure, depth: Int = 0, where isWanted: (Int) -> Bool
  ) -> [Value] {
    var values: [Value] = []
    for entry in directory.entries where isWanted(entry.tag) && !values.contains(where: { $0.tag == entry.tag }) {
      if TIFFTag.directories.contains(entry.tag) {
        guard depth < 2, let place = source.integer(of: entry), let inner = source.directory(at: place) else {
          continue
        }
        let copied = self.values(of: inner, in: source, depth: depth + 1) { _ in true }
        guard !copied.isEmpty else { continue }
        values.append(pointer(entry.tag, to: append(copied)))
      } else if let range = source.outerRange(of: entry) {
        if entry.tag == TIFFTag.makerNote, range.count > longestNote {
          lacksNote = true
          continue
        }
        guard bytes.count + range.count <= limit, values.reduce(0, { $0 + $1.bytes.count }) <= limit else {
          isTooLong = true
          return values
        }
        values.append(
          Value(
            tag: entry.tag, type: entry.type, count: entry.count,
            bytes: Array(source.bytes(at: range.lowerBound, count: range.count) ?? [])))
      } else if let value = source.bytes(at: entry.position + 8, count: 4), source.isInline(entry) {
        values.append(Value(tag: entry.tag, type: entry.type, count: entry.count, bytes: Array(value)))
      }
    }
    return values
  }

  /// The entry that leads to a directory.
  func pointer(_ tag: Int, to offset: Int) -> Value {
    let type = like.offsetSize == 8 ? TIFFStructure.Entry.directory8 : TIFFStructure.Entry.long
    return Value(tag: tag, type: type, count: 1, bytes: like.encoded(offset, size: like.offsetSize))
  }

  /// Writes a directory and its values that are not inline; returns its offset.
  ///
  /// - Parameter next: the offset of the next directory; 0 for none.
  mutating func append(_ values: [Value], next: Int = 0) -> Int {
    var entries: [UInt8] = []
    for value in values.sorted(by: { $0.tag < $1.tag }) {
      entries += like.encoded(value.tag, size: 2) + like.encoded(value.type, size: 2)
      entries += like.encoded(value.count, size: like.offsetSize)
      if value.bytes.count <= like.offsetSize {
        entries += value.bytes + [UInt8](repeating: 0, count: like.offsetSize - value.bytes.count)
      } else {
        align()
        entries += like.encoded(bytes.count, size: like.offsetSize)
        bytes += value.bytes
      }
    }
    align()
    let place = bytes.count
    bytes += like.encoded(values.count, size: like.countSize) + entries + like.encoded(next, size: like.offsetSize)
    if bytes.count > limit + like.entrySize * values.count + 64 { isTooLong = true }
    return place
  }

  /// Makes another directory the first of the structure.
  mutating func setFirstDirectory(_ place: Int) {
    bytes.replaceSubrange(like.offsetSize..<like.headerSize, with: like.encoded(place, size: like.offsetSize))
  }

  /// Values and directories are aligned to words, in BigTIFF to 8 bytes.
  private mutating func align() {
    while !bytes.count.isMultiple(of: like.countSize) { bytes.append(0) }
  }
}

extension TIFFStructure {
  /// Whether an entry's value is inline.
  func isInline(_ entry: Entry) -> Bool {
    let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 6: 1, 7: 1, 8: 2, 9: 4, 11: 4, 13: 4]
    guard let size = sizes[entry.type] else { return false }
    return entry.count > 0 && entry.count <= 4 / size
  }
}
