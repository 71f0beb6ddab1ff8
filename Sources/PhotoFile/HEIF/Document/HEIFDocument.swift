/// A HEIF file taken apart, with everything that is in it, so that it can be changed in one place and put together again
/// with nothing else changed: unknown boxes, items, properties and groups stay as they are.
struct HEIFDocument: Sendable {
  struct Item: Sendable {
    var entry: ItemEntry
    /// The place of its bytes in ``contents``; nil for an item that has none.
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

  /// The bytes of an item, or of several.
  struct Content: Sendable {
    var bytes: [UInt8]
    /// In `idat`, where grids keep their payload, rather than in `mdat`.
    let isInItemData: Bool
  }

  /// The boxes of the file; of `meta` and `mdat` only their places.
  var boxes: [RawBox]
  /// Version and flags of `meta`.
  var metaHeader: UInt32 = 0
  /// The boxes of `meta`; of those that are taken apart here only their places.
  var metaBoxes: [RawBox]
  var primaryID: UInt32
  var items: [Item] = []
  /// The boxes of `ipco`.
  var properties: [RawBox] = []
  /// Boxes of `iprp` beside `ipco` and `ipma`.
  var otherPropertyBoxes: [RawBox] = []
  /// In the order in which they lie in the file.
  var contents: [Content] = []
  var references: [ItemReference] = []
  var groups: [EntityGroup] = []

  /// A file without items, with the boxes that Apple's have.
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

  init(boxes: [RawBox], metaHeader: UInt32, metaBoxes: [RawBox], primaryID: UInt32) {
    self.boxes = boxes
    self.metaHeader = metaHeader
    self.metaBoxes = metaBoxes
    self.primaryID = primaryID
  }

  func index(of id: UInt32) -> Int? { items.firstIndex { $0.id == id } }
  func item(_ id: UInt32) -> Item? { items.first { $0.id == id } }
  func data(of id: UInt32) -> [UInt8]? { item(id)?.content.map { contents[$0].bytes } }

  /// The boxes of an item's properties.
  func properties(of id: UInt32) -> [RawBox] { item(id)?.properties.map { properties[$0.index] } ?? [] }
  func property(_ type: FourCC, of id: UInt32) -> RawBox? { properties(of: id).first { $0.type == type } }

  /// The items that a reference of `type` leads to from an item.
  func targets(of type: FourCC, from id: UInt32) -> [UInt32] {
    references.filter { $0.type == type && $0.from == id }.flatMap(\.to)
  }

  /// What each derived item is derived from.
  var inputs: [UInt32: [UInt32]] {
    Dictionary(references.filter { $0.type == "dimg" }.map { ($0.from, $0.to) }, uniquingKeysWith: +)
  }

  /// The items from which a reference of `type` leads to an item, in the order of their numbers.
  func sources(of type: FourCC, to id: UInt32) -> [UInt32] {
    Set(references.lazy.filter { $0.type == type && $0.to.contains(id) }.map(\.from)).sorted()
  }

  /// The XMP packet that describes an item.
  func xmpItem(of id: UInt32) -> UInt32? {
    sources(of: "cdsc", to: id).first { item($0)?.entry.isXMP == true }
  }

  /// The smallest number that neither an item nor a group has.
  func freeID(reserved: Set<UInt32> = []) -> UInt32 {
    let taken = Set(items.map(\.id)).union(groups.map(\.id)).union(reserved)
    var id: UInt32 = 1
    while taken.contains(id) { id += 1 }
    return id
  }

  /// The place of a property's box, which is added if there is none like it.
  mutating func place(of property: RawBox) -> Int {
    if let index = properties.firstIndex(of: property) { return index }
    properties.append(property)
    return properties.count - 1
  }

  /// Adds an item, in the order of numbers.
  mutating func add(_ entry: ItemEntry, data: [UInt8]?, isInItemData: Bool = false) {
    var content: Int?
    if let data {
      content = contents.count
      contents.append(Content(bytes: data, isInItemData: isInItemData))
    }
    let place = items.firstIndex { $0.id > entry.id } ?? items.count
    items.insert(Item(entry: entry, content: content, properties: []), at: place)
  }

  /// Gives an item a property, the last to apply.
  mutating func associate(_ property: RawBox, with id: UInt32, isEssential: Bool) {
    let index = place(of: property)
    guard let item = self.index(of: id) else { return }
    items[item].properties.append(PropertyUse(index: index, isEssential: isEssential))
  }

  /// Gives an item other bytes; another item that shared the old ones keeps them.
  mutating func setData(_ bytes: [UInt8], of id: UInt32) {
    guard let item = index(of: id) else { return }
    if let content = items[item].content, items.filter({ $0.content == content }).count == 1 {
      contents[content].bytes = bytes
    } else {
      items[item].content = contents.count
      contents.append(Content(bytes: bytes, isInItemData: false))
    }
  }
}
