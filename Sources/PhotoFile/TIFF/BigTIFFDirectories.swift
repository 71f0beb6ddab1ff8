/// The directories of a BigTIFF, whose counts and offsets have 8 bytes (libtiff's "BigTIFF Design"), parsed for
/// metadata.
struct BigTIFFDirectories {
  private let bytes: [UInt8]
  private let isBigEndian: Bool

  /// The maximum number of entries of a directory that are read.
  private static let mostEntries = 4_096
  private static let sizes = [
    1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, long8: 8, 17: 8, 18: 8,
  ]
  /// The unsigned number of 8 bytes; the next types are the signed one and the offset of a directory.
  private static let long8 = 16

  /// Nil if it is not a BigTIFF.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 16 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x4D, 0x4D): isBigEndian = true
    case (0x49, 0x49): isBigEndian = false
    default: return nil
    }
    self.bytes = bytes
    // Offsets of 8 bytes, and a reserved 0.
    guard integer(at: 2, size: 2) == 43, integer(at: 4, size: 2) == 8, integer(at: 6, size: 2) == 0 else { return nil }
  }

  /// The tags of the first directory, as ``metadata(ofDirectoryAt:)``.
  var metadata: TIFFStructure? { integer(at: 8, size: 8).flatMap(metadata(ofDirectoryAt:)) }

  /// The tags of a directory that do not describe the samples, with EXIF's directories, as a structure of classic TIFF;
  /// nil if the directory is not in the file or its values take more bytes than the file.
  func metadata(ofDirectoryAt place: Int) -> TIFFStructure? {
    let header = Array(bytes.prefix(2)) + (isBigEndian ? [0, 42, 0, 0, 0, 8] : [42, 0, 8, 0, 0, 0])
    guard let like = TIFFStructure(header) else { return nil }
    var copy = TIFFDirectoryCopy(appendingTo: header, like: like, growth: bytes.count)
    var room = bytes.count
    let values = values(at: place, to: &copy, encodedLike: like, room: &room, depth: 0) { tag in
      !TIFFTag.structure.contains(tag) || TIFFTag.descriptions.contains(tag)
    }
    guard let values else { return nil }
    copy.setFirstDirectory(copy.append(values))
    return TIFFStructure(copy.bytes)
  }

  private func values(
    at place: Int, to copy: inout TIFFDirectoryCopy, encodedLike like: TIFFStructure, room: inout Int, depth: Int,
    where isWanted: (Int) -> Bool
  ) -> [TIFFDirectoryCopy.Value]? {
    guard let count = integer(at: place, size: 8), count <= Self.mostEntries, 20 * count <= bytes.count - place - 8
    else {
      return nil
    }
    var values: [TIFFDirectoryCopy.Value] = []
    var tags: Set<Int> = []
    for position in stride(from: place + 8, to: place + 8 + 20 * count, by: 20) {
      guard let tag = integer(at: position, size: 2), let type = integer(at: position + 2, size: 2),
        let count = integer(at: position + 4, size: 8), let size = Self.sizes[type], isWanted(tag), count > 0,
        count <= bytes.count / size, tags.insert(tag).inserted
      else { continue }
      let start = size * count <= 8 ? position + 12 : integer(at: position + 12, size: 8)
      guard let start, start <= bytes.count - size * count else { continue }
      if TIFFTag.directories.contains(tag) {
        guard depth < 2, let inner = integer(at: start, size: size),
          let found = self.values(
            at: inner, to: &copy, encodedLike: like, room: &room, depth: depth + 1, where: { _ in true }),
          !found.isEmpty
        else { continue }
        values.append(copy.pointer(tag, to: copy.append(found)))
        continue
      }
      room -= size * count
      guard room >= 0 else { return nil }
      values.append(value(tag: tag, type: type, count: count, at: start, size: size, encodedLike: like))
    }
    return values
  }

  private func value(
    tag: Int, type: Int, count: Int, at start: Int, size: Int, encodedLike like: TIFFStructure
  ) -> TIFFDirectoryCopy.Value {
    let plain = Array(bytes[start..<start + size * count])
    guard type >= Self.long8 else { return TIFFDirectoryCopy.Value(tag: tag, type: type, count: count, bytes: plain) }
    // Numbers of 8 bytes are converted to 4 if they fit; otherwise to bytes of unknown meaning.
    let numbers = (0..<count).compactMap { integer(at: start + 8 * $0, size: 8) }
    guard numbers.count == count, numbers.allSatisfy({ $0 <= Int(UInt32.max) }) else {
      return TIFFDirectoryCopy.Value(tag: tag, type: 7, count: plain.count, bytes: plain)
    }
    return TIFFDirectoryCopy.Value(
      tag: tag, type: TIFFStructure.Entry.long, count: count, bytes: numbers.flatMap { like.encoded($0, size: 4) })
  }

  /// The unsigned integer of `size` bytes at an offset; nil outside the file and if it is too large for an `Int`.
  private func integer(at offset: Int, size: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for index in 0..<size {
      value = value << 8 | UInt64(bytes[offset + (isBigEndian ? index : size - 1 - index)])
    }
    return Int(exactly: value)
  }
}
