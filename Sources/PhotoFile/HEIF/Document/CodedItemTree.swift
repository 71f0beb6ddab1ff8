/// A coded picture without its HEIF file: the item with its tiles, their bytes and properties.
struct CodedItemTree: Sendable, Hashable {
  struct Item: Sendable, Hashable {
    var entry: ItemEntry
    let data: [UInt8]?
    let isInItemData: Bool
    var properties: [Property]
    /// The items that it is derived from, by their indices in the tree.
    let inputs: [Int]
  }

  struct Property: Sendable, Hashable {
    let box: RawBox
    let isEssential: Bool
  }

  /// Items follow those they are derived from; the picture is the last.
  private(set) var items: [Item]

  /// The picture itself.
  var root: Item { items[items.count - 1] }

  /// - Throws: `unsupported` if the item is encrypted, `malformed` if it is derived from itself or missing.
  init(_ id: UInt32, of document: HEIFDocument) throws(HEIFError) {
    var collector = Collector(document)
    try collector.collect(id, above: [])
    items = collector.items
  }

  /// Collects items with those they are derived from, each once.
  private struct Collector {
    private let document: HEIFDocument
    private let inputs: [UInt32: [UInt32]]
    private var places: [UInt32: Int] = [:]
    private(set) var items: [Item] = []

    init(_ document: HEIFDocument) {
      self.document = document
      inputs = document.inputs
    }

    mutating func collect(_ id: UInt32, above: Set<UInt32>) throws(HEIFError) {
      guard places[id] == nil else { return }
      guard let item = document.item(id) else { throw .malformed("item \(id) is not there") }
      guard !above.contains(id), above.count < 4 else { throw .malformed("item \(id) is derived from itself") }
      guard item.entry.protection == 0 else { throw .unsupported("item \(id) is encrypted") }
      let inputs = inputs[id] ?? []
      for input in inputs { try collect(input, above: above.union([id])) }
      places[id] = items.count
      items.append(
        Item(
          entry: item.entry.renumbered(1), data: document.data(of: id),
          isInItemData: item.content.map { document.contents[$0].isInItemData } ?? false,
          properties: item.properties.map {
            Property(box: document.properties[$0.index].box.detached(), isEssential: $0.isEssential)
          },
          inputs: inputs.compactMap { places[$0] }))
    }
  }

  /// The picture's first property of a type.
  func property(_ type: FourCC) -> RawBox? { root.properties.first { $0.box.type == type }?.box }

  /// The tree with other rotations and mirrors of the picture, in the place of the old ones; none if `transformations`
  /// is nil.
  func transformed(by transformations: OrientationProperties?) -> CodedItemTree {
    var tree = self
    var properties = root.properties.filter { $0.box.type != "irot" && $0.box.type != "imir" }
    let place = root.properties.firstIndex { $0.box.type == "irot" || $0.box.type == "imir" }
    if let transformations {
      var added = [Property(box: RawBox("irot", [UInt8(transformations.quarterTurns)]), isEssential: true)]
      if let axis = transformations.mirrorAxis {
        added.append(Property(box: RawBox("imir", [UInt8(axis)]), isEssential: true))
      }
      properties.insert(contentsOf: added, at: place ?? properties.count)
    }
    tree.items[items.count - 1].properties = properties
    return tree
  }

  /// The tree without a property of the picture.
  func removing(_ type: FourCC) -> CodedItemTree {
    var tree = self
    tree.items[items.count - 1].properties.removeAll { $0.box.type == type }
    return tree
  }

  /// The tree with a property of the picture marked as essential or not.
  func marking(_ type: FourCC, essential: Bool) -> CodedItemTree {
    var tree = self
    tree.items[items.count - 1].properties = root.properties.map {
      $0.box.type == type ? Property(box: $0.box, isEssential: essential) : $0
    }
    return tree
  }
}

extension HEIFDocument {
  /// Adds a coded picture, byte for byte, and returns its number.
  mutating func add(_ tree: CodedItemTree, isHidden: Bool = true, reserved: Set<UInt32> = []) -> UInt32 {
    var ids: [UInt32] = []
    for (place, item) in tree.items.enumerated() {
      let id = freeID(reserved: reserved)
      ids.append(id)
      let isRoot = place == tree.items.count - 1
      let entry =
        isRoot && item.entry.isHidden != isHidden
        ? ItemEntry(id: id, type: item.entry.type, isHidden: isHidden) : item.entry.renumbered(id)
      add(entry, data: item.data, isInItemData: item.isInItemData)
      for property in item.properties { associate(property.box, with: id, isEssential: property.isEssential) }
      if !item.inputs.isEmpty {
        references.append(ItemReference(type: "dimg", from: id, to: item.inputs.map { ids[$0] }))
      }
    }
    return ids[ids.count - 1]
  }

  /// Adds an XMP packet that describes an item.
  mutating func add(xmp: [UInt8], of owner: UInt32) {
    let id = freeID()
    add(ItemEntry(id: id, type: "mime", contentType: "application/rdf+xml", isHidden: true), data: xmp)
    references.append(ItemReference(type: "cdsc", from: id, to: [owner]))
  }
}
