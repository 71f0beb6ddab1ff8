/// Takes a HEIF file apart with all that is in it.
///
/// What cannot be put together again without loss is refused: tracks of a movie beside the pictures, whose tables point
/// into the file; items in other files, or made of parts of other items.
struct HEIFDocumentReader {
  private let bytes: [UInt8]
  private let limits: ReadingLimits

  static func document(of bytes: [UInt8], limits: ReadingLimits) throws(HEIFFault) -> HEIFDocument {
    try HEIFDocumentReader(bytes: bytes, limits: limits).document()
  }

  private init(bytes: [UInt8], limits: ReadingLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  private func document() throws(HEIFFault) -> HEIFDocument {
    var file = BoxReader(bytes: bytes)
    var boxes: [RawBox] = []
    var meta: Box?
    var hasMediaData = false
    for box in try file.boxes(limits: limits) {
      switch box.type {
      case "moov", "moof":
        throw .unsupported(
          "pictures beside a movie or burst ('\(box.type)'), which cannot be changed without coding again")
      case "meta" where meta == nil:
        meta = box
        boxes.append(RawBox("meta"))
      case "mdat":
        if !hasMediaData { boxes.append(RawBox("mdat")) }
        hasMediaData = true
      default: boxes.append(RawBox(box, in: bytes))
      }
    }
    guard let meta else { throw .malformed("there is no 'meta' box") }
    return try document(boxes: boxes, meta: meta)
  }

  private func document(boxes: [RawBox], meta: Box) throws(HEIFFault) -> HEIFDocument {
    var reader = BoxReader(bytes: bytes, box: meta)
    let header = try reader.uint32()
    var metaBoxes: [RawBox] = []
    var parts: [FourCC: Box] = [:]
    for box in try reader.boxes(limits: limits) {
      guard ["pitm", "iinf", "iref", "iprp", "idat", "iloc", "grpl"].contains(box.type) else {
        metaBoxes.append(RawBox(box, in: bytes))
        continue
      }
      guard parts[box.type] == nil else { throw .malformed("there are two boxes '\(box.type)'") }
      parts[box.type] = box
      metaBoxes.append(RawBox(box.type))
    }
    guard let primary = parts["pitm"], let info = parts["iinf"], let locations = parts["iloc"] else {
      throw .malformed("'meta' lacks 'pitm', 'iinf' or 'iloc'")
    }
    var primaryReader = BoxReader(bytes: bytes, box: primary)
    let (version, _) = try primaryReader.fullBoxHeader()
    let primaryID = try version == 0 ? UInt32(primaryReader.uint16()) : primaryReader.uint32()

    var document = HEIFDocument(boxes: boxes, metaHeader: header, metaBoxes: metaBoxes, primaryID: primaryID)
    try readItems(info, into: &document)
    guard document.item(primaryID) != nil else { throw .malformed("there is no primary picture") }
    if let box = parts["iref"] {
      document.references = try ItemReference.references(box, in: bytes, limits: limits)
    }
    if let box = parts["iprp"] { try readProperties(box, into: &document) }
    if let box = parts["grpl"] {
      var reader = BoxReader(bytes: bytes, box: box)
      for group in try reader.boxes(limits: limits) {
        guard document.groups.count < limits.items else {
          throw .limitExceeded(ReadingLimits.refusal("more groups of items", limits.items, "items"))
        }
        document.groups.append(try EntityGroup(group, in: bytes, limits: limits))
      }
    }
    try readContents(locations, itemData: parts["idat"]?.payload, into: &document)
    return document
  }

  private func readItems(_ box: Box, into document: inout HEIFDocument) throws(HEIFFault) {
    var reader = BoxReader(bytes: bytes, box: box)
    let (version, _) = try reader.fullBoxHeader()
    _ = try version == 0 ? reader.uint16() : Int(reader.uint32())
    var known: Set<UInt32> = []
    for box in try reader.boxes(limits: limits) {
      guard box.type == "infe" else { throw .unsupported("a box '\(box.type)' in 'iinf'") }
      guard document.items.count < limits.items else {
        throw .limitExceeded(ReadingLimits.refusal("more items", limits.items, "items"))
      }
      var reader = BoxReader(bytes: bytes, box: box)
      let entry = try ItemEntry(&reader)
      guard known.insert(entry.id).inserted else { throw .malformed("there are two items \(entry.id)") }
      document.items.append(HEIFDocument.Item(entry: entry, content: nil, properties: []))
    }
  }

  private func readProperties(_ box: Box, into document: inout HEIFDocument) throws(HEIFFault) {
    var reader = BoxReader(bytes: bytes, box: box)
    var associations: [Box] = []
    for part in try reader.boxes(limits: limits) {
      switch part.type {
      case "ipco":
        var reader = BoxReader(bytes: bytes, box: part)
        for box in try reader.boxes(limits: limits) {
          document.properties.append(RawBox(box, in: bytes))
        }
      case "ipma": associations.append(part)
      default: document.otherPropertyBoxes.append(RawBox(part, in: bytes))
      }
    }
    let places = Dictionary(
      document.items.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    for association in try PropertyAssociation.associations(
      associations, in: bytes, propertyCount: document.properties.count, limits: limits)
    {
      guard let place = places[association.item] else { continue }
      document.items[place].properties.append(
        .init(index: association.index, isEssential: association.isEssential))
    }
  }

  private func readContents(
    _ box: Box, itemData: Range<Int>?, into document: inout HEIFDocument
  ) throws(HEIFFault) {
    let locations = try ItemLocation.locations(box, in: bytes, limits: limits)
    var places: [ItemLocation: [Int]] = [:]
    for (index, item) in document.items.enumerated() {
      if let location = locations[item.id], location.base != .items {
        places[location, default: []].append(index)
      } else if item.entry.type != "iden" {
        throw .unsupported("item \(item.id) lies in another file, or is made of parts of other items")
      }
    }
    func start(_ location: ItemLocation) -> UInt64 { location.extents.first?.offset ?? 0 }
    var count = 0
    for (location, items) in places.sorted(by: { (start($0.key), $0.value[0]) < (start($1.key), $1.value[0]) }) {
      let isInItemData = location.base == .itemData
      let space = isInItemData ? itemData ?? 0..<0 : bytes.indices
      var data: [UInt8] = []
      for extent in location.extents {
        let range = try ItemLocation.range(of: extent, in: space, item: document.items[items[0]].id)
        count += range.count
        // Items may share bytes, but a file cannot hold more than it has.
        guard count <= bytes.count else { throw .limitExceeded("items overlap to more bytes than the file has") }
        data += bytes[range]
      }
      for item in items { document.items[item].content = document.contents.count }
      document.contents.append(HEIFDocument.Content(bytes: data, isInItemData: isInItemData))
    }
  }
}
