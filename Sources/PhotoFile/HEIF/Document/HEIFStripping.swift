/// Removes metadata and thumbnails from a HEIF file, whose unwanted auxiliary images are already gone.
enum HEIFStripping {
  static func strip(
    _ parts: Set<StripPart>, from document: inout HEIFDocument, file: String, limits: ReadingLimits
  ) throws(PhotoFileError) {
    do throws(HEIFError) {
      if parts.contains(.metadata) { try removeMetadata(from: &document) }
      if parts.contains(.thumbnails) {
        try document.remove(document.sources(of: "thmb", to: document.primaryID))
      }
      let removal = MetadataRemoval(parts)
      for item in document.items {
        let id = item.id
        guard let data = document.data(of: id) else { continue }
        if item.entry.type == "Exif" {
          guard let changed = try exif(data, without: parts) else { continue }
          document.setData(changed, of: id)
        } else if !removal.changesNothing, item.entry.isXMP {
          guard let changed = removal.xmp(data) else { throw .unsupported(unreadable("XMP")) }
          if changed != data { document.setData(changed, of: id) }
        } else if !removal.changesNothing, item.entry.type == "iptc" {
          guard let changed = removal.photoshop(data) else { throw .unsupported(unreadable("IPTC")) }
          if changed != data { document.setData(changed, of: id) }
        }
      }
    } catch {
      throw error.fileError(in: file)
    }
  }

  static func unreadable(_ what: String) -> String {
    "\(what) that cannot be parsed, so that nothing can be taken out of it; take all metadata out"
  }

  /// Properties that describe an item: title and tags, alternative text, times of creation and modification.
  static let descriptions: Set<FourCC> = ["udes", "altt", "crtt", "mdft"]

  private static func removeMetadata(from document: inout HEIFDocument) throws(HEIFError) {
    let primary = document.primaryID
    let auxiliary = Set(document.auxiliaryIDs)
    let derived = Set(document.references.filter { $0.type == "dimg" }.flatMap { [$0.from] + $0.to })
    let unwanted = document.items.filter { item in
      guard document.property("ispe", of: item.id) == nil, !derived.contains(item.id), item.id != primary,
        !auxiliary.contains(item.id)
      else { return false }
      // The XMP of an auxiliary image belongs to the image.
      let described = document.targets(of: "cdsc", from: item.id)
      return !item.entry.isXMP || described.isEmpty || !described.allSatisfy(auxiliary.contains)
    }
    try document.remove(unwanted.map(\.id))
    for index in document.items.indices {
      document.items[index].properties.removeAll { descriptions.contains(document.properties[$0.index].type) }
    }
  }

  /// The data of an `Exif` item without what the parts name; nil if nothing is to change.
  private static func exif(_ data: [UInt8], without parts: Set<StripPart>) throws(HEIFError) -> [UInt8]? {
    let removal = MetadataRemoval(parts)
    guard !removal.changesNothing || parts.contains(.thumbnails) else { return nil }
    var reader = BoxReader(bytes: data)
    guard data.count > 4 else { return nil }
    let start = 4 + Int(try reader.uint32())
    guard start < data.count else { return nil }
    var block = Array(data[start...])
    guard let changed = removal.exif(block) else { throw .unsupported(unreadable("EXIF")) }
    block = changed
    if parts.contains(.thumbnails), var exif = EXIFBlock(block) {
      exif.eraseThumbnail()
      block = exif.bytes
    }
    return data[..<start] + block
  }
}
