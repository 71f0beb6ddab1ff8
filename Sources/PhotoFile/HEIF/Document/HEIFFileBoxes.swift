import Imaging

/// The boxes of a HEIF file besides the pictures: the movie of a motion photo, makers' data, signatures, free space.
enum HEIFFileBoxes {
  private static let structure: Set<FourCC> = ["ftyp", "meta", "mdat"]
  private static let metaStructure: Set<FourCC> = [
    "hdlr", "dinf", "pitm", "iinf", "iref", "iprp", "grpl", "idat", "iloc",
  ]
  private static let free: Set<FourCC> = ["free", "skip", "wide"]
  /// The movie of a motion photo (Google's and Samsung's).
  private static let movie: FourCC = "mpvd"
  /// Samsung's data, as behind a JPEG.
  private static let samsung: FourCC = "sefd"
  private static let xmpIdentifier: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  /// The name in messages of a box with pictures outside the items; nil for other boxes.
  static func pictureName(of box: RawBox) -> String? {
    switch box.type {
    case movie: "movie"
    case samsung: "Samsung's data"
    default: nil
    }
  }

  /// Removes all boxes that are not needed to show the photo, and what the others hold beside their values.
  static func removeAll(from document: inout HEIFDocument) {
    document.boxes.removeAll { !structure.contains($0.type) }
    for index in repeated(document.boxes).reversed() { document.boxes.remove(at: index) }
    document.metaBoxes.removeAll { !metaStructure.contains($0.type) }
    for index in document.metaBoxes.indices {
      switch document.metaBoxes[index].type {
      // Its name.
      case "hdlr": document.metaBoxes[index].contents = document.metaBoxes[index].contents.prefix(24) + [0]
      // Its addresses: the items that a document can be written with lie in the file itself.
      case "dinf": document.metaBoxes[index] = sameFile
      default: break
      }
    }
  }

  /// The only data reference of items that lie in the file itself.
  private static let sameFile = RawBox(
    "dinf",
    BoxWriter.bytes {
      $0.fullBox("dref") {
        $0.uint32(1)
        $0.fullBox("url ", flags: 1) { _ in }
      }
    })

  /// The places of boxes that occur again after the one that readers use, such as a second `meta`.
  private static func repeated(_ boxes: [RawBox]) -> [Int] {
    var seen: Set<FourCC> = []
    return boxes.indices.filter { structure.contains(boxes[$0].type) && !seen.insert(boxes[$0].type).inserted }
  }

  /// Applies a removal in place; boxes of unknown use are recorded.
  static func clean(_ document: inout HEIFDocument, by removal: inout MetadataRemoval) {
    if document.boxes.contains(where: \.isSignature) { removal.note(.signature, "signature (C2PA)") }
    document.boxes.removeAll(where: \.isSignature)
    let repeated = Set(repeated(document.boxes))
    for index in document.boxes.indices {
      let box = document.boxes[index]
      var bytes = Array(box.contents)
      switch box.type {
      case movie: MoviePlaces.erase(in: bytes.indices, of: &bytes, by: &removal, name: "movie")
      case samsung:
        guard let data = SamsungTrailer(bytes, in: bytes.indices) else {
          removal.noteUnknown("box \(box.type)")
          continue
        }
        data.clean(&bytes, by: &removal)
      case "uuid" where bytes.starts(with: xmpIdentifier):
        bytes = xmpIdentifier + removal.xmp(Array(bytes.dropFirst(xmpIdentifier.count)), name: "XMP of the file")
      case _ where free.contains(box.type): bytes = [UInt8](repeating: 0, count: bytes.count)
      case _ where repeated.contains(index): removal.noteUnknown("a second box \(box.type)")
      case _ where structure.contains(box.type): continue
      default: removal.noteUnknown("box \(box.type)")
      }
      document.boxes[index].contents = bytes[...]
    }
    for index in document.metaBoxes.indices {
      let type = document.metaBoxes[index].type
      if free.contains(type) {
        document.metaBoxes[index] = RawBox(type, [UInt8](repeating: 0, count: document.metaBoxes[index].contents.count))
      } else if !metaStructure.contains(type) {
        removal.noteUnknown("box \(type)")
      }
    }
    for box in document.otherPropertyBoxes { removal.noteUnknown("box \(box.type)") }
  }

  /// Removes the boxes that show the original; those of unknown use are recorded.
  static func removePictures(from document: inout HEIFDocument, record: inout RemovalRecord) {
    for index in repeated(document.boxes) { record.note(.unknown, "a second box \(document.boxes[index].type)") }
    for box in document.boxes + document.metaBoxes {
      let place = pictureName(of: box)
      if let place { record.note(.picture, place) }
      let isKnown =
        place != nil || structure.contains(box.type) || metaStructure.contains(box.type) || free.contains(box.type)
        || box.isSignature
      if !isKnown { record.note(.unknown, "box \(box.type)") }
    }
    for box in document.otherPropertyBoxes { record.note(.unknown, "box \(box.type)") }
    document.boxes.removeAll { $0.type == movie || $0.type == samsung || free.contains($0.type) }
    document.metaBoxes.removeAll { free.contains($0.type) }
  }
}

extension HEIFDocument {
  /// Removes items that show the original: thumbnails, further pictures, auxiliary images except some mattes, movies.
  /// Data of unknown use are recorded.
  ///
  /// - Parameter written: kinds of mattes that the photo rewrites, so that the old ones are removed without a
  ///   warning.
  mutating func removePictures(in record: inout RemovalRecord, beside written: Set<MatteKind> = []) {
    let thumbnails = sources(of: "thmb", to: primaryID)
    if !thumbnails.isEmpty { record.note(.picture, "thumbnail") }
    let images = auxiliaryIDs.filter { auxiliaryType(of: $0)?.showsOriginal(beside: MatteKind.outlines) ?? true }
    for id in images {
      let type = auxiliaryType(of: id)
      if let kind = type?.matteKind, written.contains(kind) { continue }
      record.note(.picture, type.map { "the auxiliary image \($0.rawValue)" } ?? "an auxiliary image of no type")
    }
    remove(thumbnails + images, orRecordIn: &record)
    // The picture's own tiles are not among them.
    let own = Set(targets(of: "dimg", from: primaryID))
    let pictures = furtherItems.filter { id in
      guard !own.contains(id), let entry = item(id)?.entry else { return false }
      return property("ispe", of: id) != nil || entry.isJPEG || entry.contentType?.hasPrefix("image/") == true
    }
    for id in pictures { record.note(.picture, item(id)?.entry.name ?? "item \(id)") }
    remove(pictures, orRecordIn: &record)
    var removal = MetadataRemoval([.thumbnails])
    for item in items {
      guard let data = data(of: item.id), !data.isEmpty else { continue }
      let changed = (try? HEIFStripping.changed(data, of: item.entry, by: &removal)) ?? data
      if changed != data { setData(changed, of: item.id) }
    }
    record.note(removal.record)
    for item in items where !isKnownUse(of: item) { record.note(.unknown, item.entry.name) }
    HEIFFileBoxes.removePictures(from: &self, record: &record)
  }

  private mutating func remove(_ ids: [UInt32], orRecordIn record: inout RemovalRecord) {
    do throws(HEIFError) {
      try remove(ids)
    } catch {
      record.note(.unknown, "items that the picture is derived from")
    }
  }

  /// The types of properties that say how an item is decoded and shown (ISO/IEC 23008-12 and 23001-17, AVIF, MIAF).
  static let propertiesOfPictures: Set<FourCC> = [
    "ispe", "hvcC", "lhvC", "av1C", "avcC", "vvcC", "evcC", "jpgC", "j2kH", "uncC", "cmpd", "colr", "pixi", "irot",
    "imir", "clap", "pasp", "auxC", "rloc", "a1lx", "a1op", "lsel", "tols", "oinf", "clli", "mdcv", "cclv", "amve",
    "ndwt", "reve", "iscl", "rref", "cmin", "cmex", "disi", "mskC", "subs", "ster", "aebr", "wbbr", "fobr", "afbr",
    "dobr", "pano",
  ]

  /// The types of properties of unknown use that have room for a pair of coordinates.
  var unknownProperties: Set<FourCC> {
    let used = Set(items.flatMap { $0.properties.map(\.index) }).map { properties[$0].box }
    return Set(used.lazy.filter { $0.contents.count >= 8 }.map(\.type))
      .subtracting(Self.propertiesOfPictures).subtracting(HEIFStripping.descriptions)
  }

  /// Whether an item is a picture, searchable metadata, or known to be harmless.
  func isKnownUse(of item: Item) -> Bool {
    let entry = item.entry
    if property("ispe", of: item.id) != nil || entry.isJPEG { return true }
    if ["Exif", HEIFMetadata.iptcType, "hvc1", "av01", "grid", "iden", "iovl", "tmap"].contains(entry.type) {
      return true
    }
    // Apple's styles are parameters of the tone mapping.
    return entry.isXMP || entry.uri == "tag:apple.com,2023:photo:metadata:styles"
  }
}

extension ItemEntry {
  /// Whether the item is a JPEG.
  var isJPEG: Bool { type == "jpeg" || contentType == "image/jpeg" }
}
