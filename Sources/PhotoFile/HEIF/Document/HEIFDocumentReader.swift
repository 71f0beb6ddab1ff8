/// Parses HEIF files (ISO/IEC 14496-12, 23008-12), under ``ReadingLimits``.
///
/// Faults that prevent pictures from being found are errors. Faults that only prevent lossless rewriting become the
/// document's ``HEIFDocument/obstacle``: a missing end, tracks of a movie beside the pictures, whose tables point into
/// the file, items in other files or made of parts of other items, boxes of an unknown structure.
struct HEIFDocumentReader {
  private let bytes: [UInt8]
  private let limits: ReadingLimits
  private var obstacle: HEIFError?

  static func document(of bytes: [UInt8], limits: ReadingLimits) throws(HEIFError) -> HEIFDocument {
    guard bytes.count <= limits.fileBytes else {
      throw .limitExceeded(ReadingLimits.refusal("a file of \(bytes.count) bytes", limits.fileBytes, "fileBytes"))
    }
    var reader = HEIFDocumentReader(bytes: bytes, limits: limits)
    return try reader.document()
  }

  private init(bytes: [UInt8], limits: ReadingLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// Records why the file cannot be written again; the first reason counts.
  private mutating func note(_ failure: HEIFError) { obstacle = obstacle ?? failure }

  private mutating func document() throws(HEIFError) -> HEIFDocument {
    let (boxes, meta) = try fileBoxes()
    var reader = BoxReader(bytes: bytes, box: meta)
    let header = try reader.uint32()
    let (metaBoxes, parts) = try metaParts(&reader)
    if let box = parts["hdlr"] { try checkHandler(box) }
    let primaryID = try parts["pitm"].map { box throws(HEIFError) in try self.primaryID(box) }
    let entries = try parts["iinf"].map { box throws(HEIFError) in try self.entries(box) } ?? []
    var document = HEIFDocument(
      file: bytes, itemData: parts["idat"]?.payload, boxes: boxes, metaHeader: header, metaBoxes: metaBoxes,
      primaryID: primaryID ?? 0)
    if let box = parts["iref"] {
      document.references = try ItemReference.references(box, in: bytes, limits: limits)
    }
    var uses: [UInt32: [HEIFDocument.PropertyUse]] = [:]
    if let box = parts["iprp"] { uses = try readProperties(box, into: &document) }
    document.items = ItemTable(
      entries.map { HEIFDocument.Item(entry: $0, content: nil, properties: uses[$0.id] ?? []) })
    if let box = parts["grpl"] { readGroups(box, into: &document) }
    try readContents(parts["iloc"], into: &document)
    guard let primaryID, document.item(primaryID)?.entry.isTyped == true else {
      throw .malformed("there is no primary picture")
    }
    document.obstacle = obstacle
    return document
  }

  /// The boxes in `meta`, and those of them that are parsed, by their types.
  private mutating func metaParts(
    _ reader: inout BoxReader
  ) throws(HEIFError) -> (boxes: [RawBox], parts: [FourCC: Box]) {
    var boxes: [RawBox] = []
    var parts: [FourCC: Box] = [:]
    for box in try reader.boxes(limits: limits) {
      guard ["hdlr", "pitm", "iinf", "iref", "iprp", "idat", "iloc", "grpl"].contains(box.type) else {
        boxes.append(RawBox(box, in: bytes))
        continue
      }
      // These boxes must be unique: readers differ in which of two they use.
      guard parts[box.type] == nil else {
        let failure = HEIFError.malformed("'meta' holds more than one '\(box.type)'")
        guard box.type == "grpl" else { throw failure }
        note(failure)
        continue
      }
      parts[box.type] = box
      boxes.append(box.type == "hdlr" ? RawBox(box, in: bytes) : RawBox(box.type))
    }
    return (boxes, parts)
  }

  /// The boxes of the file; `meta` and `mdat` as placeholders, and only the first `mdat`.
  private mutating func fileBoxes() throws(HEIFError) -> (boxes: [RawBox], meta: Box) {
    var file = BoxReader(bytes: bytes)
    var boxes: [RawBox] = []
    var meta: Box?
    var (hasMediaData, isMovie) = (false, false)
    while let box = try nextBox(&file, mayBeDamaged: meta != nil) {
      let isStored = boxes.count < limits.itemDetails
      if !isStored {
        note(
          .limitExceeded(ReadingLimits.refusal("more than \(boxes.count) boxes in one", limits.itemDetails, "items")))
        if meta != nil { break }
      }
      switch box.type {
      case "moov", "moof":
        isMovie = true
        note(
          .unsupported(
            "pictures beside a movie or burst ('\(box.type)'), which cannot be changed without coding again"))
      case "meta" where meta == nil:
        meta = box
        boxes.append(RawBox("meta"))
      case "mdat":
        if !hasMediaData { boxes.append(RawBox("mdat")) }
        hasMediaData = true
      default: if isStored { boxes.append(RawBox(box, in: bytes)) }
      }
    }
    guard let meta else {
      guard isMovie else { throw .malformed("there is no 'meta' box") }
      throw .unsupported(
        "movies as photos; this is a movie: take a picture from it, as ffmpeg -i FILE -frames:v 1 picture.png does"
      )
    }
    return (boxes, meta)
  }

  /// The next box of the file; nil at its end, and at a damaged box if there may be one.
  private mutating func nextBox(_ file: inout BoxReader, mayBeDamaged: Bool) throws(HEIFError) -> Box? {
    let (start, count) = (file.position, file.remaining)
    do throws(HEIFError) {
      return try file.box(limits: limits)
    } catch {
      // Pixels follow 'meta'; a file that is truncated there can still be described.
      guard mayBeDamaged else { throw error }
      let isHeader = count >= Self.boxHeaderSize
      note(isHeader ? error : .malformed("\(count) byte\(count == 1 ? "" : "s") at byte \(start) are no box"))
      return nil
    }
  }

  private static let boxHeaderSize = 8

  private func checkHandler(_ box: Box) throws(HEIFError) {
    var reader = BoxReader(bytes: bytes, box: box)
    try reader.skip(8)
    let handler = try reader.fourCC()
    guard handler == "pict" else { throw .unsupported("the file holds '\(handler)', not pictures") }
  }

  private func primaryID(_ box: Box) throws(HEIFError) -> UInt32 {
    var reader = BoxReader(bytes: bytes, box: box)
    let (version, _) = try reader.fullBoxHeader()
    return try version == 0 ? UInt32(reader.uint16()) : reader.uint32()
  }

  /// The entries of `iinf`, each number once.
  private mutating func entries(_ box: Box) throws(HEIFError) -> [ItemEntry] {
    var reader = BoxReader(bytes: bytes, box: box)
    let (version, _) = try reader.fullBoxHeader()
    let count = try version == 0 ? reader.uint16() : Int(reader.uint32())
    guard count <= limits.items else {
      throw .limitExceeded(ReadingLimits.refusal("\(count) items", limits.items, "items"))
    }
    var entries: [ItemEntry] = []
    var known: Set<UInt32> = []
    var typedCount = 0
    for box in try reader.boxes(limits: limits) {
      guard box.type == "infe" else {
        note(.unsupported("a box '\(box.type)' in 'iinf'"))
        continue
      }
      guard typedCount < count else { throw .malformed("'iinf' holds more items than it says") }
      var reader = BoxReader(bytes: bytes, box: box)
      let entry: ItemEntry
      do throws(HEIFError) {
        entry = try ItemEntry(&reader)
      } catch {
        // Pictures have entries of version 2 or 3 only.
        guard let version = bytes[box.payload].first, version != 2, version != 3 else { throw error }
        note(error)
        continue
      }
      if entry.isTyped { typedCount += 1 }
      guard entries.count < limits.items else {
        note(.limitExceeded(ReadingLimits.refusal("more items", limits.items, "items")))
        continue
      }
      guard known.insert(entry.id).inserted else {
        note(.malformed("there are two items \(entry.id)"))
        continue
      }
      entries.append(entry)
    }
    return entries
  }

  /// Reads `iprp`, and returns the properties that each item has.
  private func readProperties(
    _ box: Box, into document: inout HEIFDocument
  ) throws(HEIFError) -> [UInt32: [HEIFDocument.PropertyUse]] {
    var reader = BoxReader(bytes: bytes, box: box)
    var tables: [Box] = []
    for part in try reader.boxes(limits: limits) {
      switch part.type {
      case "ipco":
        var reader = BoxReader(bytes: bytes, box: part)
        for box in try reader.boxes(limits: limits) {
          document.properties.append(try HEIFProperty(RawBox(box, in: bytes), limits: limits))
        }
      case "ipma": tables.append(part)
      default: document.otherPropertyBoxes.append(RawBox(part, in: bytes))
      }
    }
    var uses: [UInt32: [HEIFDocument.PropertyUse]] = [:]
    for association in try PropertyAssociation.associations(
      tables, in: bytes, propertyCount: document.properties.count, limits: limits)
    {
      uses[association.item, default: []].append(
        .init(index: association.index, isEssential: association.isEssential))
    }
    return uses
  }

  private mutating func readGroups(_ box: Box, into document: inout HEIFDocument) {
    var reader = BoxReader(bytes: bytes, box: box)
    do throws(HEIFError) {
      for group in try reader.boxes(limits: limits) {
        guard document.groups.count < limits.items else {
          throw .limitExceeded(ReadingLimits.refusal("more groups of items", limits.items, "items"))
        }
        document.groups.append(try EntityGroup(group, in: bytes, limits: limits))
      }
    } catch {
      note(error)
    }
  }

  /// Finds the bytes of the items: items with the same extents share a content.
  private mutating func readContents(_ box: Box?, into document: inout HEIFDocument) throws(HEIFError) {
    guard let box else {
      note(.malformed("'meta' lacks 'iloc'"))
      return
    }
    let locations = try ItemLocation.locations(box, in: bytes, limits: limits)
    var places: [ItemLocation: [Int]] = [:]
    for (index, item) in document.items.enumerated() {
      let location = locations[item.id]
      if location == nil || location?.base == .items {
        // An item that refers to another needs no bytes.
        guard item.entry.type != "iden" else { continue }
        note(.unsupported("item \(item.id) lies in another file, or is made of parts of other items"))
      }
      if let location { places[location, default: []].append(index) }
    }
    func start(_ location: ItemLocation) -> UInt64 { location.extents.first?.offset ?? 0 }
    var count = 0
    for (location, items) in places.sorted(by: { (start($0.key), $0.value[0]) < (start($1.key), $1.value[0]) }) {
      let content = ItemContent(storage: .file(location), isInItemData: location.base == .itemData)
      for item in items { document.items[item].content = document.contents.count }
      document.contents.append(content)
      guard obstacle == nil else { continue }
      do throws(HEIFError) {
        count += try document.pieces(of: content, item: document.items[items[0]].id).reduce(0) { $0 + $1.count }
        // Items may share bytes, but together they cannot exceed the file's length.
        guard count <= bytes.count else { throw .limitExceeded("items overlap to more bytes than the file has") }
      } catch {
        note(error)
      }
    }
  }
}
