/// Bounds-checked access to a TIFF structure: the form of EXIF blocks and of JPEG's Multi-Picture index (TIFF 6.0, §2).
///
/// Offsets are relative to the structure's first byte in `bytes`.
struct TIFFStructure {
  private(set) var bytes: [UInt8]
  private let base: Int
  private let end: Int
  private let isBigEndian: Bool
  /// Whether counts and offsets have 8 bytes, as in BigTIFF.
  private let isBig: Bool
  /// The size of a count of values and of an offset, and so of an inline value.
  var offsetSize: Int { isBig ? 8 : 4 }
  /// The sizes of a directory's count of entries, and of each entry.
  var countSize: Int { isBig ? 8 : 2 }
  var entrySize: Int { isBig ? 20 : 12 }
  /// The size of byte order, version and the first directory's offset.
  var headerSize: Int { 2 * offsetSize }

  /// An entry of a directory. An inline value of up to 4 bytes is at `position + 8`; of up to 8 in BigTIFF, at
  /// `position + 12`.
  struct Entry {
    let tag: Int
    let type: Int
    let count: Int
    /// The position of the entry's 12 bytes, 20 in BigTIFF.
    let position: Int

    static let ascii = 2
    static let short = 3
    static let long = 4
    /// The offset of a directory.
    static let directory = 13
    /// A number of 8 bytes, and the offset of a directory of that size.
    static let (long8, directory8) = (16, 18)
  }

  struct Directory {
    let entries: [Entry]
    /// Where it begins.
    let offset: Int
    /// The position of the offset of the next directory, directly after the last entry.
    let nextPosition: Int

    subscript(tag: Int) -> Entry? { entries.first { $0.tag == tag } }
  }

  /// The structure in the given part of `bytes`; nil if it has no TIFF header.
  ///
  /// - Parameters:
  ///   - acceptsAnyVersion: whether the number after the byte order may differ from 42, except BigTIFF's: RAW files of
  ///     some cameras have one of their own.
  ///   - acceptsBig: whether it may be a BigTIFF.
  init?(
    _ bytes: [UInt8], in range: Range<Int>? = nil, acceptsAnyVersion: Bool = false, acceptsBig: Bool = false
  ) {
    let range = range ?? bytes.indices
    guard range.count >= 8, range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    let start = range.lowerBound
    switch (bytes[start], bytes[start + 1]) {
    case (0x4D, 0x4D): isBigEndian = true
    case (0x49, 0x49): isBigEndian = false
    default: return nil
    }
    self.bytes = bytes
    base = start
    end = range.upperBound
    isBig = acceptsBig && bytes[(start + 2)..<(start + 4)].elementsEqual(isBigEndian ? [0, 43] : [43, 0])
    let version = integer(at: 2, size: 2)
    guard isBig || version == 42 || acceptsAnyVersion && version != 43 else { return nil }
    // Offsets of 8 bytes, and a reserved 0.
    if isBig, integer(at: 4, size: 2) != 8 || integer(at: 6, size: 2) != 0 { return nil }
  }

  var count: Int { end - base }

  /// The same bytes as a structure of the other byte order, for directories with that; nil for a part of other bytes.
  var inOtherByteOrder: TIFFStructure? {
    guard base == 0, end == bytes.count else { return nil }
    return TIFFStructure((isBigEndian ? [0x49, 0x49, 42, 0] : [0x4D, 0x4D, 0, 42]) + bytes.dropFirst(4))
  }

  /// The value of a tag of the first directory, if it is not inline.
  func bytes(ofFirst tag: Int) -> ArraySlice<UInt8>? {
    guard let range = firstDirectory?[tag].flatMap(outerRange(of:)) else { return nil }
    return bytes(at: range.lowerBound, count: range.count)
  }

  /// The unsigned integer of `size` bytes at an offset; nil outside the structure, and if it is too large for an `Int`.
  func integer(at offset: Int, size: Int) -> Int? {
    guard offset >= 0, offset <= count - size else { return nil }
    var value = 0
    for index in 0..<size {
      value = value << 8 | Int(bytes[base + offset + (isBigEndian ? index : size - 1 - index)])
    }
    return value >= 0 ? value : nil
  }

  /// Writes an unsigned integer at an offset, which must lie in the structure.
  mutating func setInteger(_ value: Int, at offset: Int, size: Int) {
    guard offset >= 0, offset <= count - size else { return }
    for (index, byte) in encoded(value, size: size).enumerated() { bytes[base + offset + index] = byte }
  }

  /// An unsigned integer in the structure's byte order.
  func encoded(_ value: Int, size: Int) -> [UInt8] {
    (0..<size).map { index in UInt8(truncatingIfNeeded: value >> (8 * (isBigEndian ? size - 1 - index : index))) }
  }

  /// The first directory; nil if it does not lie in the structure.
  var firstDirectory: Directory? { firstDirectoryOffset.flatMap(directory(at:)) }

  /// The offset of the first directory in the header.
  var firstDirectoryOffset: Int? { integer(at: offsetSize, size: offsetSize) }

  /// The directory at an offset; nil if it does not lie completely in the structure.
  func directory(at offset: Int) -> Directory? {
    guard offset >= headerSize, let entryCount = integer(at: offset, size: countSize), entryCount <= count / entrySize
    else {
      return nil
    }
    let nextPosition = offset + countSize + entrySize * entryCount
    // Some writers omit the closing offset of the next directory.
    guard nextPosition <= count else { return nil }
    let entries = (0..<entryCount).compactMap { index -> Entry? in
      let position = offset + countSize + entrySize * index
      guard let tag = integer(at: position, size: 2), let type = integer(at: position + 2, size: 2),
        let entryCount = integer(at: position + 4, size: offsetSize)
      else { return nil }
      return Entry(tag: tag, type: type, count: entryCount, position: position)
    }
    return Directory(entries: entries, offset: offset, nextPosition: nextPosition)
  }

  /// The offsets of a chain of directories.
  ///
  /// - Parameters:
  ///   - start: that of the first; 0 for none.
  ///   - limit: the most offsets.
  /// - Returns: isComplete: false if there are more, or no end.
  func chain(from start: Int, atMost limit: Int) -> (offsets: [Int], isComplete: Bool) {
    var (offsets, seen, offset) = ([Int](), Set<Int>(), start)
    while offset > 0, let page = directory(at: offset) {
      guard offsets.count < limit, seen.insert(offset).inserted else { return (offsets, false) }
      offsets.append(offset)
      offset = integer(at: page.nextPosition, size: offsetSize) ?? 0
    }
    return (offsets, true)
  }

  /// A directory's offset, and its length in bytes.
  struct DirectoryPlace: Hashable {
    let offset: Int
    let range: Range<Int>
  }

  /// All directories in the chain or below one: the thumbnail's, EXIF's, those of further pictures (SubIFDs). Those of
  /// places and of makers' notes are not included.
  var directories: [DirectoryPlace] {
    var places: [DirectoryPlace] = []
    var open = [integer(at: 4, size: 4)].compactMap(\.self)
    // Cameras have five.
    while let offset = open.first, places.count < 32 {
      open.removeFirst()
      guard !places.contains(where: { $0.offset == offset }), let directory = directory(at: offset) else { continue }
      places.append(DirectoryPlace(offset: offset, range: offset..<min(directory.nextPosition + 4, count)))
      if let next = integer(at: directory.nextPosition, size: 4), next > 0 { open.append(next) }
      for tag in [TIFFTag.exif, TIFFTag.subdirectories] {
        guard let entry = directory[tag] else { continue }
        if let place = integer(of: entry) { open.append(place) }
        guard let range = outerRange(of: entry), entry.type == Entry.long else { continue }
        for position in stride(from: range.lowerBound, to: min(range.upperBound, range.lowerBound + 64), by: 4) {
          if let place = integer(at: position, size: 4) { open.append(place) }
        }
      }
    }
    return places
  }

  /// The value of an entry with one SHORT or LONG.
  func integer(of entry: Entry) -> Int? {
    guard entry.count == 1 else { return nil }
    switch entry.type {
    case Entry.short: return integer(at: entry.position + 4 + offsetSize, size: 2)
    case Entry.long: return integer(at: entry.position + 4 + offsetSize, size: 4)
    case Entry.directory: return integer(at: entry.position + 4 + offsetSize, size: 4)
    case Entry.long8, Entry.directory8: return isBig ? integer(at: entry.position + 12, size: 8) : nil
    default: return nil
    }
  }

  /// Sets an entry to one SHORT, or one LONG if the value requires it; the rest of the structure is unchanged.
  mutating func setInteger(_ value: Int, of entry: Entry) {
    let type = entry.type == Entry.short && value <= 0xFFFF ? Entry.short : Entry.long
    setInteger(type, at: entry.position + 2, size: 2)
    setInteger(value, at: entry.position + 8, size: type == Entry.short ? 2 : 4)
  }

  /// The bytes from an offset; nil outside the structure.
  func bytes(at offset: Int, count length: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, length >= 0, length <= count, offset <= count - length else { return nil }
    return bytes[base + offset..<base + offset + length]
  }
}

extension TIFFStructure {
  /// The position of an entry's value that is not inline; nil if it is, or is outside the structure.
  func outerRange(of entry: Entry) -> Range<Int>? {
    var sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, Entry.directory: 4]
    if isBig { sizes.merge([Entry.long8: 8, 17: 8, Entry.directory8: 8]) { $1 } }
    guard let size = sizes[entry.type], entry.count > offsetSize / size, entry.count <= count / size,
      let start = integer(at: entry.position + 4 + offsetSize, size: offsetSize), start <= count - size * entry.count
    else { return nil }
    return start..<start + size * entry.count
  }

  /// Sets the length of an entry's value, rounded up to whole values of its type.
  mutating func setCount(_ byteCount: Int, of entry: Entry) {
    let size = [3: 2, 4: 4, 8: 2, 9: 4, 11: 4, 5: 8, 10: 8, 12: 8][entry.type] ?? 1
    setInteger((byteCount + size - 1) / size, at: entry.position + 4, size: 4)
  }

  /// Fills a part of the structure with zeros.
  mutating func erase(_ range: Range<Int>) {
    for offset in range.clamped(to: 0..<count) { setInteger(0, at: offset, size: 1) }
  }

  /// Overwrites a part of the structure.
  mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
    for (offset, byte) in zip(range.clamped(to: 0..<count), bytes) { setInteger(Int(byte), at: offset, size: 1) }
  }

  /// Removes the entries of a tag from a directory. Those after them move up; nothing else does.
  mutating func remove(tag: Int, from directory: Directory, at offset: Int) {
    let kept = directory.entries.filter { $0.tag != tag }
    // Some writers omit the closing offset.
    let end = min(directory.nextPosition + offsetSize, count)
    var rest = kept.flatMap { bytes(at: $0.position, count: entrySize) ?? [] }
    rest += bytes(at: directory.nextPosition, count: end - directory.nextPosition) ?? []
    let start = offset + countSize
    for (index, byte) in rest.enumerated() { setInteger(Int(byte), at: start + index, size: 1) }
    erase(start + rest.count..<end)
    setInteger(kept.count, at: offset, size: countSize)
  }
}
