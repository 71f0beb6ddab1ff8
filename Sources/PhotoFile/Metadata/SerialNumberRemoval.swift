/// Removes serial numbers and owners of camera and lens from a photo's metadata, and nothing else.
///
/// It covers the serial numbers of body and lens and the owner's name in EXIF 2.3 and DNG, and in XMP's schemas of
/// both; makers' notes, which contain the numbers in forms of their own. Apple's is kept: it has none, and HDR gain
/// maps need it.
enum SerialNumberRemoval {
  private static let tags = [
    TIFFTag.cameraSerialNumber, TIFFTag.adobeOwnerName, TIFFTag.adobeSerialNumber, TIFFTag.cameraOwnerName,
    TIFFTag.bodySerialNumber, TIFFTag.lensSerialNumber,
  ]

  /// An EXIF block without them: of the same length, nothing moved, with zeros in their place; nil if the block cannot
  /// be read.
  static func exif(_ block: [UInt8]) -> [UInt8]? {
    guard var structure = TIFFStructure(block), structure.firstDirectory != nil else { return nil }
    let directories = structure.directories
    let kept = [0..<8] + directories.map(\.range)
    let isApple = EXIFBlock(block)?.makerNote.flatMap(AppleMakerNote.init) != nil
    for offset in directories.map(\.offset) {
      for tag in tags + (isApple ? [] : [TIFFTag.makerNote]) {
        guard let directory = structure.directory(at: offset), let entry = directory[tag] else { continue }
        // A damaged block may point to required data.
        if let range = structure.outerRange(of: entry), !kept.contains(where: { $0.overlaps(range) }) {
          structure.erase(range)
        }
        structure.remove(tag: tag, from: directory, at: offset)
      }
    }
    return structure.bytes
  }

  /// An XMP packet without them: the same bytes if it had none; nil if the packet cannot be parsed.
  static func xmp(_ packet: [UInt8]) -> [UInt8]? { XMPRemoval.removing(isIdentifying, from: packet)?.packet }

  static func isIdentifying(_ value: XMPDocument.Value) -> Bool {
    isIdentifying(name: value.name) || (value.schema == "http://ns.adobe.com/exif/1.0/" && value.name == "MakerNote")
  }

  /// Serial numbers have the same names in the namespaces of all makers.
  static func isIdentifying(name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix("serialnumber") || ["ownername", "cameraownername", "ownersdeviceid"].contains(name)
  }
}
