/// Metadata of Canon's CR3, a file of boxes: the tags of each of EXIF's directories are a TIFF structure of their own,
/// in boxes below `moov` (ISO/IEC 14496-12; the boxes are Canon's and not published; as in exiftool).
struct CanonBoxes {
  /// The user types of Canon's box in `moov`, and of XMP.
  private static let canon: [UInt8] = [
    0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48,
  ]
  private static let adobe: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  /// The first directory, EXIF's and the GPS directory.
  private let structures: [FourCC: TIFFStructure]
  private let packet: [UInt8]?

  /// Nil for a file without Canon's box.
  init?(_ bytes: [UInt8], limits: ReadingLimits) {
    func boxes(_ range: Range<Int>) -> [Box] {
      var reader = BoxReader(bytes[range])
      return (try? reader.boxes(limits: limits)) ?? []
    }
    func contents(of box: Box, _ type: [UInt8]) -> Range<Int>? {
      guard box.type == "uuid", bytes[box.payload].starts(with: type) else { return nil }
      return box.payload.dropFirst(16)
    }
    let outer = boxes(bytes.indices)
    guard let movie = outer.first(where: { $0.type == "moov" }),
      let inner = boxes(movie.payload).compactMap({ contents(of: $0, Self.canon) }).first
    else { return nil }
    var structures: [FourCC: TIFFStructure] = [:]
    for box in boxes(inner) where ["CMT1", "CMT2", "CMT4"].contains(box.type) && box.payload.count <= limits.exifBytes {
      structures[box.type] = TIFFStructure(Array(bytes[box.payload]))
    }
    self.structures = structures
    packet = outer.compactMap { contents(of: $0, Self.adobe) }.first.map { Array(bytes[$0]) }
  }

  /// The tags as a block; nil if there are none. Makers' notes are not included.
  func exif(limits: ReadingLimits, file: String) throws(PhotoFileError) -> [UInt8]? {
    guard let first = structures["CMT1"], let directory = first.firstDirectory else { return nil }
    let header = Array(first.bytes.prefix(2)) + first.encoded(42, size: 2) + first.encoded(8, size: 4)
    var copy = TIFFDirectoryCopy(appendingTo: header, like: first, growth: limits.exifBytes)
    var values = copy.values(of: directory, in: first) {
      TIFFTag.descriptions.contains($0) && !TIFFTag.directories.contains($0)
    }
    for (box, tag) in [("CMT2", TIFFTag.exif), ("CMT4", TIFFTag.gps)] as [(FourCC, Int)] {
      // All have one byte order.
      guard let structure = structures[box], structure.bytes.prefix(2) == first.bytes.prefix(2),
        let inner = structure.firstDirectory
      else { continue }
      let copied = copy.values(of: inner, in: structure, depth: 1) { _ in true }
      guard !copied.isEmpty else { continue }
      let place = copy.append(copied)
      values.append(
        TIFFDirectoryCopy.Value(
          tag: tag, type: TIFFStructure.Entry.long, count: 1, bytes: first.encoded(place, size: 4)))
    }
    copy.setFirstDirectory(copy.append(values))
    guard !copy.isTooLong else {
      throw .limitExceeded(
        file: file, reason: ReadingLimits.refusal("EXIF of more bytes", limits.exifBytes, "exifBytes"))
    }
    return copy.bytes
  }

  /// XMP.
  func xmp(limits: ReadingLimits, file: String) throws(PhotoFileError) -> [UInt8]? {
    guard let packet, !packet.isEmpty else { return nil }
    try FlatMetadata.admit(exif: 0, xmp: packet.count, profile: 0, limits: limits, file: file)
    return packet
  }
}
