/// The EXIF and XMP that describe a picture of a HEIF file (ISO/IEC 23008-12, A.2 and A.3).
enum HEIFMetadata {
  static func metadata(
    of picture: UInt32, in document: HEIFDocument, limits: ReadingLimits
  ) throws(HEIFError) -> PhotoMetadata {
    var metadata = PhotoMetadata(xmp: try xmp(of: picture, in: document, limits: limits))
    for id in document.sources(of: "cdsc", to: picture) where document.item(id)?.entry.type == "Exif" {
      metadata.exif = try exif(document.readData(of: id, limit: limits.exifBytes, "exifBytes"))
      break
    }
    for id in document.sources(of: "cdsc", to: picture) where document.item(id)?.entry.type == iptcType {
      metadata.iptc = iptc(try document.readData(of: id, limit: limits.exifBytes))
      break
    }
    metadata = metadata.takingIPTCFromEXIF()
    if let count = metadata.iptc?.count, count > limits.iptcBytes {
      throw .limitExceeded(ReadingLimits.refusal("\(count) bytes of IPTC", limits.iptcBytes, "iptcBytes"))
    }
    return metadata
  }

  /// The type of an item with IPTC. No standard defines one; libheif and programs based on it use this. It is read, and
  /// written if IPTC does not fit into EXIF.
  static let iptcType: FourCC = "iptc"

  /// IPTC as Photoshop's resources, whether the item has these or IIM alone; nil if it is neither.
  private static func iptc(_ data: [UInt8]) -> [UInt8]? {
    if data.starts(with: JPEGIdentifier.photoshop) { return data }
    if data.starts(with: "8BIM".utf8) { return JPEGIdentifier.photoshop + data }
    guard data.first == 0x1C else { return nil }
    let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: data.count >> $0) }
    let resource = Array("8BIM".utf8) + [4, 4, 0, 0] + length + data
    return JPEGIdentifier.photoshop + resource + (data.count.isMultiple(of: 2) ? [] : [0])
  }

  /// The XMP packet that describes a picture.
  static func xmp(
    of picture: UInt32, in document: HEIFDocument, limits: ReadingLimits
  ) throws(HEIFError) -> [UInt8]? {
    // The XMP of an auxiliary image is short; all packets together are within the limit.
    let limit = picture == document.primaryID ? limits.xmpBytes : limits.ofAuxiliaryImage.xmpBytes
    for id in document.sources(of: "cdsc", to: picture) {
      guard document.item(id)?.entry.isXMP == true else { continue }
      return try document.readData(of: id, limit: limit, "xmpBytes")
    }
    return nil
  }

  /// The TIFF stream of an `Exif` item, which begins with its offset; nil if there is none.
  private static func exif(_ data: [UInt8]) throws(HEIFError) -> [UInt8]? {
    var reader = BoxReader(bytes: data)
    guard data.count > 4 else { return nil }
    let offset = Int(try reader.uint32())
    guard offset < reader.remaining else { return nil }
    let tiff = data[(4 + offset)...]
    guard tiff.starts(with: "MM".utf8) || tiff.starts(with: "II".utf8) else { return nil }
    return Array(tiff)
  }
}
