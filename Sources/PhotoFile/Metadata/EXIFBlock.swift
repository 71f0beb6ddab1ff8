import Imaging

/// An EXIF block (a TIFF stream without `Exif\0\0`, CIPA DC-008) whose bytes are kept, and changed only on request.
///
/// Maker notes have offsets of their own, so no byte moves: values are patched in place, and a missing tag is added by
/// a copy of the first directory at the end.
struct EXIFBlock {
  private var structure: TIFFStructure
  private var firstDirectory: TIFFStructure.Directory

  /// Nil if the bytes are not a TIFF stream with a first directory.
  init?(_ bytes: [UInt8]) {
    guard let structure = TIFFStructure(bytes), let directory = structure.firstDirectory else { return nil }
    self.structure = structure
    firstDirectory = directory
  }

  /// The smallest block that states a picture's orientation.
  init?(orientation: Orientation, isLittleEndian: Bool = false) {
    self.init(
      isLittleEndian
        ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0] : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0])
    self.orientation = orientation
  }

  var bytes: [UInt8] { structure.bytes }

  /// The Orientation tag; nil if it is missing or not one of the eight values.
  ///
  /// Setting a value adds a missing tag; setting nil does nothing.
  var orientation: Orientation? {
    get { firstDirectory[TIFFTag.orientation].flatMap(structure.integer(of:)).flatMap(Orientation.init(rawValue:)) }
    set {
      guard let value = newValue?.rawValue, value != orientation?.rawValue else { return }
      if let entry = firstDirectory[TIFFTag.orientation], structure.integer(of: entry) != nil {
        structure.setInteger(value, of: entry)
      } else {
        replaceInFirstDirectory(tag: TIFFTag.orientation, short: value)
      }
    }
  }

  /// Patches the picture's size if the block records one.
  mutating func setPixelDimensions(_ size: PixelSize) {
    guard let directory = exifDirectory else { return }
    for (tag, value) in [(TIFFTag.pixelXDimension, size.width), (TIFFTag.pixelYDimension, size.height)] {
      guard let entry = directory[tag], structure.integer(of: entry) != nil else { continue }
      structure.setInteger(value, of: entry)
    }
  }

  /// The range of the thumbnail's JPEG in the block; nil if there is none.
  var thumbnail: Range<Int>? {
    guard let place = structure.integer(at: firstDirectory.nextPosition, size: 4), place > 0,
      let directory = structure.directory(at: place),
      let start = directory[TIFFTag.jpegOffset].flatMap(structure.integer(of:)),
      let length = directory[TIFFTag.jpegLength].flatMap(structure.integer(of:)), length > 0,
      structure.bytes(at: start, count: length)?.starts(with: [0xFF, 0xD8]) == true
    else { return nil }
    return start..<start + length
  }

  /// Replaces the thumbnail by another JPEG, padded with zeros. Nothing moves.
  ///
  /// - Parameter picture: no longer than ``thumbnail``.
  mutating func replaceThumbnail(_ picture: [UInt8]) {
    guard let range = thumbnail, picture.count <= range.count,
      let place = structure.integer(at: firstDirectory.nextPosition, size: 4),
      let entry = structure.directory(at: place)?[TIFFTag.jpegLength]
    else { return }
    structure.erase(range)
    structure.replace(range.lowerBound..<range.lowerBound + picture.count, with: picture)
    structure.setInteger(picture.count, of: entry)
  }

  /// The smallest block that states a picture's orientation, and whether its samples are Adobe RGB.
  static func minimal(orientation: Orientation, isAdobeRGB: Bool) -> [UInt8] {
    guard isAdobeRGB else { return EXIFBlock(orientation: orientation)?.bytes ?? [] }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
      [tag >> 8, tag, 0, type, 0, 0, 0, count].map { UInt8(truncatingIfNeeded: $0) } + value
    }
    let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    let first =
      [0, 2] + entry(TIFFTag.orientation, TIFFStructure.Entry.short, 1, [0, UInt8(orientation.rawValue), 0, 0])
      + entry(TIFFTag.exif, TIFFStructure.Entry.long, 1, [0, 0, 0, 38]) + [0, 0, 0, 0]
    let exif =
      [0, 1] + entry(TIFFTag.interoperability, TIFFStructure.Entry.long, 1, [0, 0, 0, 56]) + [0, 0, 0, 0]
    let interoperability =
      [0, 1] + entry(TIFFTag.interoperabilityIndex, TIFFStructure.Entry.ascii, 4, Array("R03\0".utf8)) + [0, 0, 0, 0]
    return header + first + exif + interoperability
  }

  /// The camera maker's own block; nil if there is none.
  var makerNote: [UInt8]? {
    guard let entry = exifDirectory?[TIFFTag.makerNote], let place = structure.integer(at: entry.position + 8, size: 4)
    else { return nil }
    return structure.bytes(at: place, count: entry.count).map { Array($0) }
  }

  /// Whether the block states that the samples are Adobe RGB, as the DCF option files of cameras do (CIPA DC-009).
  var isAdobeRGB: Bool {
    guard let pointer = exifDirectory?[TIFFTag.interoperability].flatMap(structure.integer(of:)),
      let entry = structure.directory(at: pointer)?[TIFFTag.interoperabilityIndex],
      entry.type == TIFFStructure.Entry.ascii, entry.count == 4
    else { return false }
    return structure.bytes(at: entry.position + 8, count: 3)?.elementsEqual("R03".utf8) ?? false
  }

  private var exifDirectory: TIFFStructure.Directory? {
    firstDirectory[TIFFTag.exif].flatMap(structure.integer(of:)).flatMap(structure.directory(at:))
  }

  /// Rewrites the first directory at the end, with `tag` in the order of tags.
  private mutating func replaceInFirstDirectory(tag: Int, short value: Int) {
    func encoded(_ value: Int, _ size: Int) -> [UInt8] { structure.encoded(value, size: size) }
    let addition = encoded(tag, 2) + encoded(TIFFStructure.Entry.short, 2) + encoded(1, 4) + encoded(value, 2) + [0, 0]
    let kept = firstDirectory.entries.filter { $0.tag != tag }
    // More entries cannot be counted.
    guard kept.count < 0xFFFF else { return }
    let smaller = kept.prefix { $0.tag < tag }
    let larger = kept.dropFirst(smaller.count)
    var directory = encoded(kept.count + 1, 2)
    for entry in smaller { directory += structure.bytes(at: entry.position, count: 12) ?? [] }
    directory += addition
    for entry in larger { directory += structure.bytes(at: entry.position, count: 12) ?? [] }
    directory += structure.bytes(at: firstDirectory.nextPosition, count: 4) ?? [0, 0, 0, 0]

    var bytes = structure.bytes
    // Directories start on a word boundary.
    if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
    bytes.replaceSubrange(4..<8, with: encoded(bytes.count, 4))
    bytes += directory
    guard let changed = EXIFBlock(bytes) else { return }
    self = changed
  }
}
