/// Removes metadata and thumbnails from a HEIF file, after its unwanted auxiliary images.
enum HEIFStripping {
  /// - Returns: the data that were found, and those that could not be searched.
  static func strip(
    _ parts: Set<StripPart>, from document: inout HEIFDocument, file: String
  ) throws(PhotoFileError) -> RemovalRecord {
    var removal = MetadataRemoval(parts)
    do throws(HEIFError) {
      if parts.contains(.metadata) { try removeMetadata(from: &document) }
      if parts.contains(.thumbnails) {
        let thumbnails = document.sources(of: "thmb", to: document.primaryID)
        if !thumbnails.isEmpty { removal.note(.picture, "thumbnail") }
        try document.remove(thumbnails)
      }
      guard !removal.changesNothing else { return removal.record }
      for item in document.items {
        guard let data = document.data(of: item.id), !data.isEmpty else { continue }
        let changed = try changed(data, of: item.entry, by: &removal)
        if changed != data { document.setData(changed, of: item.id) }
      }
      if removal.isSearching {
        for item in document.items where !document.isKnownUse(of: item) { removal.noteUnknown(item.entry.name) }
        for type in document.unknownProperties.sorted(by: { $0.description < $1.description }) {
          removal.noteUnknown("property \(type)")
        }
        HEIFFileBoxes.clean(&document, by: &removal)
      }
    } catch {
      throw error.fileError(in: file)
    }
    return removal.record
  }

  /// Properties that describe an item: title and tags, alternative text, creation and modification times.
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
      document.items[index].properties.removeAll {
        let type = document.properties[$0.index].type
        return descriptions.contains(type) || !$0.isEssential && !HEIFDocument.propertiesOfPictures.contains(type)
      }
      document.items[index].entry.removeName()
    }
    document.otherPropertyBoxes = []
    for index in document.properties.indices {
      let box = document.properties[index].box
      guard box.type == "colr", ["prof", "rICC"].contains(where: { box.contents.starts(with: Array($0.utf8)) }) else {
        continue
      }
      let profile = ProfileTexts.removed(from: Array(box.contents.dropFirst(4)))
      document.properties[index] = HEIFProperty(RawBox(box.type, box.contents.prefix(4) + profile))
    }
    HEIFFileBoxes.removeAll(from: &document)
  }

  /// The data of an item after the removal.
  static func changed(
    _ data: [UInt8], of entry: ItemEntry, by removal: inout MetadataRemoval
  ) throws(HEIFError) -> [UInt8] {
    if entry.type == "Exif" {
      var reader = BoxReader(bytes: data)
      guard data.count > 4 else { return data }
      let start = 4 + Int(try reader.uint32())
      guard start < data.count else {
        removal.note(.unknown, "EXIF that cannot be parsed")
        return data
      }
      return data[..<start] + removal.exif(Array(data[start...]))
    }
    if entry.isXMP { return removal.xmp(data) }
    if entry.type == HEIFMetadata.iptcType { return iptc(data, by: &removal) }
    guard entry.isJPEG else { return data }
    var changed = data
    for picture in EmbeddedPictures.find(in: data).prefix(1) {
      removal.eraseMetadata(of: picture, in: &changed, name: entry.name)
    }
    return changed
  }

  /// IPTC as Photoshop's resources, with or without their identifier, or as IIM alone.
  private static func iptc(_ data: [UInt8], by removal: inout MetadataRemoval) -> [UInt8] {
    if data.first == 0x1C { return removal.iptc(data) }
    guard data.starts(with: "8BIM".utf8) else { return removal.photoshop(data) }
    return Array(removal.photoshop(JPEGIdentifier.photoshop + data).dropFirst(JPEGIdentifier.photoshop.count))
  }
}
