/// A HEIF file, parsed once: the model behind decoding, lossless editing and passthrough.
///
/// It represents everything in the file, so that one part can be changed and the file written again with everything
/// else unchanged: unknown boxes, items, properties and groups are kept. Items' bytes stay in the file until they are
/// requested. ``HEIFDocumentReader`` defines which files are refused, and which are not ``editable()``.
struct HEIFDocument: Sendable {
  struct Item: Sendable {
    var entry: ItemEntry
    /// The index of its bytes in ``contents``; nil for an item without any.
    var content: Int?
    /// In the order in which they apply.
    var properties: [PropertyUse]

    var id: UInt32 { entry.id }
  }

  struct PropertyUse: Hashable, Sendable {
    /// The place in ``properties``.
    let index: Int
    let isEssential: Bool
  }

  /// The boxes of the file; `meta` and `mdat` are empty placeholders.
  var boxes: [RawBox]
  /// Version and flags of `meta`.
  var metaHeader: UInt32 = 0
  /// The boxes of `meta`; those that are parsed here are empty placeholders.
  var metaBoxes: [RawBox]
  var primaryID: UInt32
  var items = ItemTable()
  /// The boxes of `ipco`.
  var properties: [HEIFProperty] = []
  /// Boxes of `iprp` beside `ipco` and `ipma`.
  var otherPropertyBoxes: [RawBox] = []
  /// In their order in the file.
  var contents: [ItemContent] = []
  var references: [ItemReference] = []
  var groups: [EntityGroup] = []
  /// Why the file cannot be written again without loss; nil if it can.
  var obstacle: HEIFError?
  /// The file that was read, to which contents refer; empty for a document made in memory.
  private(set) var original: [UInt8] = []
  /// The range of `idat` in the file.
  private(set) var itemData: Range<Int>?

  /// A file without items, with the boxes of Apple's files.
  init(brands: [FourCC], primaryID: UInt32) {
    let compatible = BoxWriter.bytes { writer in
      for brand in [brands[0], FourCC(rawValue: 0)] + brands.dropFirst() { writer.fourCC(brand) }
    }
    boxes = [RawBox("ftyp", compatible), RawBox("meta"), RawBox("mdat")]
    self.primaryID = primaryID
    let handler = BoxWriter.bytes {
      for _ in 0..<2 { $0.uint32(0) }
      $0.fourCC("pict")
      for _ in 0..<3 { $0.uint32(0) }
      $0.uint8(0)
    }
    let dataReferences = BoxWriter.bytes {
      $0.fullBox("dref") {
        $0.uint32(1)
        $0.fullBox("url ", flags: 1) { _ in }
      }
    }
    metaBoxes = [
      RawBox("hdlr", handler), RawBox("dinf", dataReferences), RawBox("pitm"), RawBox("iinf"), RawBox("iref"),
      RawBox("iprp"), RawBox("grpl"), RawBox("idat"), RawBox("iloc"),
    ]
  }

  /// Parses the boxes of a file. No picture is decoded and no item's bytes are read.
  ///
  /// - Throws: the errors of ``HEIFDocumentReader``.
  init(_ bytes: [UInt8], limits: ReadingLimits) throws(HEIFError) {
    self = try HEIFDocumentReader.document(of: bytes, limits: limits)
  }

  /// A document whose contents lie in a file.
  init(
    file: [UInt8], itemData: Range<Int>?, boxes: [RawBox], metaHeader: UInt32, metaBoxes: [RawBox], primaryID: UInt32
  ) {
    original = file
    self.itemData = itemData
    self.boxes = boxes
    self.metaHeader = metaHeader
    self.metaBoxes = metaBoxes
    self.primaryID = primaryID
  }

  /// The document, if it can be written again without loss.
  ///
  /// - Throws: ``obstacle``.
  func editable() throws(HEIFError) -> HEIFDocument {
    if let obstacle { throw obstacle }
    return self
  }

  /// Releases the file, to which no content may refer any more.
  mutating func releaseFile() { (original, itemData) = ([], nil) }

  func index(of id: UInt32) -> Int? { items.place(of: id) }
  func item(_ id: UInt32) -> Item? { items.place(of: id).map { items[$0] } }

  /// The boxes of an item's properties.
  func properties(of id: UInt32) -> [RawBox] { item(id)?.properties.map { properties[$0.index].box } ?? [] }

  /// The values of an item's properties, in the order in which they apply.
  func values(of id: UInt32) -> [ItemProperty] { item(id)?.properties.map { properties[$0.index].value } ?? [] }

  /// The values of an item's properties, for a reader that renders the item.
  ///
  /// - Throws: `unsupported` if one of them is unknown and essential.
  func decodableProperties(of id: UInt32) throws(HEIFError) -> [ItemProperty] {
    for use in item(id)?.properties ?? [] where use.isEssential {
      if case .other(let type) = properties[use.index].value {
        throw .unsupported("item \(id) needs the property '\(type)'")
      }
    }
    return values(of: id)
  }

  func property(_ type: FourCC, of id: UInt32) -> RawBox? { properties(of: id).first { $0.type == type } }

  /// The targets of an item's reference of `type`.
  func targets(of type: FourCC, from id: UInt32) -> [UInt32] {
    references.filter { $0.type == type && $0.from == id }.flatMap(\.to)
  }

  /// The inputs of each derived item.
  var inputs: [UInt32: [UInt32]] {
    Dictionary(references.filter { $0.type == "dimg" }.map { ($0.from, $0.to) }, uniquingKeysWith: +)
  }

  /// The sources of references of `type` to an item, in the order of their numbers.
  func sources(of type: FourCC, to id: UInt32) -> [UInt32] {
    Set(references.lazy.filter { $0.type == type && $0.to.contains(id) }.map(\.from)).sorted()
  }

  /// The XMP packet that describes an item.
  func xmpItem(of id: UInt32) -> UInt32? {
    sources(of: "cdsc", to: id).first { item($0)?.entry.isXMP == true }
  }

  /// The smallest number that is not used by an item or a group.
  func freeID(reserved: Set<UInt32> = []) -> UInt32 {
    let taken = Set(items.map(\.id)).union(groups.map(\.id)).union(reserved)
    var id: UInt32 = 1
    while taken.contains(id) { id += 1 }
    return id
  }

  /// The index of a property's box, which is added unless there is an equal one.
  mutating func place(of property: RawBox) -> Int {
    if let index = properties.firstIndex(where: { $0.box == property }) { return index }
    properties.append(HEIFProperty(property))
    return properties.count - 1
  }

  /// Adds an item, in the order of numbers.
  mutating func add(_ entry: ItemEntry, data: [UInt8]?, isInItemData: Bool = false) {
    var content: Int?
    if let data {
      content = contents.count
      contents.append(ItemContent(storage: .memory(data), isInItemData: isInItemData))
    }
    let place = items.firstIndex { $0.id > entry.id } ?? items.count
    items.insert(Item(entry: entry, content: content, properties: []), at: place)
  }

  /// Adds a property to an item, the last to apply.
  mutating func associate(_ property: RawBox, with id: UInt32, isEssential: Bool) {
    let index = place(of: property)
    guard let item = self.index(of: id) else { return }
    items[item].properties.append(PropertyUse(index: index, isEssential: isEssential))
  }
}
