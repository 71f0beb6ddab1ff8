/// Removes serial numbers and owners of camera and lens from a photo's metadata, and nothing else.
///
/// These are: the serial numbers of body and lens and the owner's name in EXIF 2.3 and DNG, and in XMP's schemas of both;
/// makers' notes, which hold the numbers in forms of their own. Apple's stays: it holds none, and HDR gain maps need it.
enum SerialNumberRemoval {
  private enum Tag {
    static let exifDirectory = 0x8769
    static let makerNote = 0x927C
    /// CameraSerialNumber of DNG.
    static let ofFirstDirectory = [0xC62F]
    /// CameraOwnerName, BodySerialNumber, LensSerialNumber.
    static let ofExifDirectory = [0xA430, 0xA431, 0xA435]
  }

  /// An EXIF block without them: as long as before, nothing moved, with zeros where they were; nil if the block cannot be
  /// read.
  static func exif(_ block: [UInt8]) -> [UInt8]? {
    guard var structure = TIFFStructure(block), let first = structure.firstDirectory,
      let firstOffset = structure.integer(at: 4, size: 4)
    else { return nil }
    let exifOffset = first[Tag.exifDirectory].flatMap(structure.integer(of:))
    var kept = [0..<8, firstOffset..<first.nextPosition + 4]
    if let exifOffset, let directory = structure.directory(at: exifOffset) {
      kept.append(exifOffset..<directory.nextPosition + 4)
    }
    let isApple = EXIFBlock(block)?.makerNote.flatMap(AppleMakerNote.init) != nil
    var tags: [(offset: Int, tag: Int)] = Tag.ofFirstDirectory.map { (firstOffset, $0) }
    if let exifOffset {
      tags += (Tag.ofExifDirectory + (isApple ? [] : [Tag.makerNote])).map { (exifOffset, $0) }
    }
    for (offset, tag) in tags {
      guard let directory = structure.directory(at: offset), let entry = directory[tag] else { continue }
      // A damaged block may point to what is needed.
      if let range = structure.outerRange(of: entry), !kept.contains(where: { $0.overlaps(range) }) {
        structure.erase(range)
      }
      structure.remove(tag: tag, from: directory, at: offset)
    }
    return structure.bytes
  }

  /// An XMP packet without them: the same bytes where it had none; nil if the packet cannot be parsed.
  static func xmp(_ packet: [UInt8]) -> [UInt8]? { XMPRemoval.removing(isTelling, from: packet) }

  private static func isTelling(_ property: XMPDocument.Property) -> Bool {
    let name = property.name.split(separator: ":").last.map(String.init) ?? property.name
    switch property.schema {
    case "http://ns.adobe.com/exif/1.0/aux/": return ["SerialNumber", "LensSerialNumber", "OwnerName"].contains(name)
    case "http://cipa.jp/exif/1.0/":
      return ["BodySerialNumber", "LensSerialNumber", "CameraOwnerName"].contains(name)
    case "http://ns.adobe.com/exif/1.0/": return name == "MakerNote"
    default: return false
    }
  }

  /// A block of Photoshop's resources without them, in its copies of EXIF and XMP; nil if it cannot be read.
  static func photoshop(_ block: [UInt8]) -> [UInt8]? {
    guard var resources = PhotoshopResources(block) else { return nil }
    if let block = resources[PhotoshopResources.exif] { resources[PhotoshopResources.exif] = exif(block) ?? [] }
    if let packet = resources[PhotoshopResources.xmp] { resources[PhotoshopResources.xmp] = xmp(packet) ?? [] }
    return resources.bytes
  }
}
