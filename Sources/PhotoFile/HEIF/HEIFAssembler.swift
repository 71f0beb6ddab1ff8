import Imaging

/// Builds a HEIF file of items, their properties and references in the order of Apple's boxes: a new file, or one that
/// extends the retained parts of another.
struct HEIFAssembler {
  /// A property to write; equal ones share a box.
  enum Property: Hashable {
    case imageSize(PixelSize)
    case configuration(CodecConfiguration)
    case color(ColorInformation)
    case bitDepths([Int])
    case rotation(Int)
    case mirror(Int)
    /// A URN and the bytes after it.
    case auxiliaryType(String, subtype: [UInt8])
  }

  /// The place of an item's bytes.
  enum Place {
    case mediaData
    case itemData
  }

  /// The brands of an iPhone's files.
  static let appleBrands: [FourCC] = ["heic", "mif1", "MiHE", "miaf", "MiHB", "heic"]

  /// The major brand, then the compatible ones.
  var brands = Self.appleBrands
  /// The picture that the file is about.
  var primary = 0
  private(set) var document: HEIFDocument
  private var properties: [Property: RawBox] = [:]
  /// The reserved numbers, and the lowest number that may be free.
  private var taken: Set<UInt32>
  private var lowest: UInt32 = 1

  var itemCount: Int { document.items.count }

  /// Begins a new file.
  init() {
    document = HEIFDocument(brands: Self.appleBrands, primaryID: 0)
    taken = []
  }

  /// Begins with the retained parts of a file. New items get free numbers except `reserved`, which is given only on
  /// request.
  init(continuing document: HEIFDocument, reserved: UInt32) {
    self.document = document
    taken = Set(document.items.map(\.id)).union(document.groups.map(\.id)).union([reserved])
  }

  /// Adds an item and returns its number.
  ///
  /// - Parameter id: the item's number; nil for the lowest free one.
  mutating func add(
    type: FourCC, contentType: String? = nil, isHidden: Bool = false, in place: Place = .mediaData, data: [UInt8],
    id: Int? = nil
  ) -> Int {
    let id = id.map { UInt32($0) } ?? freeID()
    taken.insert(id)
    document.add(
      ItemEntry(id: id, type: type, contentType: contentType, isHidden: isHidden), data: data,
      isInItemData: place == .itemData)
    return Int(id)
  }

  /// Adds a property to an item. The order of calls is the order in which a reader applies them.
  mutating func associate(_ property: Property, with item: Int, isEssential: Bool) {
    let box = properties[property] ?? property.box
    properties[property] = box
    document.associate(box, with: UInt32(item), isEssential: isEssential)
  }

  /// Adds a property of any kind to the picture.
  mutating func associate(_ property: RawBox) {
    document.associate(property, with: UInt32(primary), isEssential: false)
  }

  mutating func refer(_ type: FourCC, from: Int, to: [Int]) {
    document.references.append(ItemReference(type: type, from: UInt32(from), to: to.map { UInt32($0) }))
  }

  /// Replaces the bytes of a retained item.
  mutating func setData(_ data: [UInt8], of id: UInt32) { document.setData(data, of: id) }

  /// Removes a retained metadata item.
  mutating func remove(_ id: UInt32) {
    // No item is derived from it, so it can be removed.
    try? document.remove([id])
  }

  /// Adds a coded auxiliary image of the picture.
  mutating func addAuxiliary(
    _ tree: CodedItemTree, type: AuxiliaryImageType, xmp: [UInt8]?, gainMap: GainMapMetadata?, orientation: Orientation
  ) {
    document.primaryID = UInt32(primary)
    document.addAuxiliary(tree, type: type, xmp: xmp, gainMap: gainMap, orientation: orientation)
    taken = Set(document.items.map(\.id)).union(document.groups.map(\.id))
  }

  /// Makes an added item an auxiliary image of the picture.
  mutating func describeAuxiliary(
    _ item: Int, type: AuxiliaryImageType, xmp: [UInt8]?, gainMap: GainMapMetadata?
  ) {
    document.primaryID = UInt32(primary)
    document.describeAuxiliary(UInt32(item), type: type, xmp: xmp, gainMap: gainMap)
    taken = Set(document.items.map(\.id)).union(document.groups.map(\.id))
  }

  /// The file.
  func file() -> [UInt8] {
    var document = document
    document.primaryID = UInt32(primary)
    document.setBrands(brands)
    document.sortContents()
    return document.file()
  }

  private mutating func freeID() -> UInt32 {
    while taken.contains(lowest) { lowest += 1 }
    return lowest
  }
}

extension HEIFDocument {
  /// Sets the file's brands, the first as the major brand, and `tmap` if it applies.
  fileprivate mutating func setBrands(_ brands: [FourCC]) {
    guard let index = boxes.firstIndex(where: { $0.type == "ftyp" }) else { return }
    // Major brand and version come first. 'tmap' states that there is a tone-mapped picture.
    let hasToneMap = items.contains { $0.entry.type == "tmap" }
    let kept = hasToneMap && !brands.contains("tmap") ? ["tmap" as FourCC] : []
    let contents = BoxWriter.bytes { writer in
      writer.fourCC(brands[0])
      writer.uint32(0)
      for brand in brands.dropFirst() + kept { writer.fourCC(brand) }
    }
    boxes[index].contents = contents[...]
  }

  /// Orders the items' bytes as in Apple's files: data that readers need without decoding come first.
  fileprivate mutating func sortContents() {
    let pictures = Set(
      items.filter { PictureCodec(itemType: $0.entry.type) != nil }.compactMap(\.content)
        .filter { !contents[$0].isInItemData })
    // Tiles and pictures by their items' numbers.
    let order =
      contents.indices.filter { !pictures.contains($0) }
      + items.compactMap { $0.content.flatMap { pictures.contains($0) ? $0 : nil } }.uniqued()
    var places = [Int](repeating: 0, count: contents.count)
    for (place, index) in order.enumerated() { places[index] = place }
    contents = order.map { contents[$0] }
    for index in items.indices { items[index].content = items[index].content.map { places[$0] } }
  }
}

extension Array where Element == Int {
  /// Each number once, where it comes first.
  fileprivate func uniqued() -> [Int] {
    var seen: Set<Int> = []
    return filter { seen.insert($0).inserted }
  }
}

extension HEIFAssembler.Property {
  fileprivate var box: RawBox {
    switch self {
    case .imageSize(let size):
      RawBox(
        "ispe",
        BoxWriter.bytes {
          for number in [0, size.width, size.height] { $0.uint32(number) }
        })
    case .configuration(let configuration): RawBox(configuration.boxType, configuration.bytes)
    case .color(let color): RawBox("colr", color.bytes)
    case .bitDepths(let depths): RawBox("pixi", [0, 0, 0, 0] + ([depths.count] + depths).map { UInt8($0 & 0xFF) })
    case .rotation(let quarterTurns): RawBox("irot", [UInt8(quarterTurns & 3)])
    case .mirror(let axis): RawBox("imir", [UInt8(axis & 1)])
    case .auxiliaryType(let urn, let subtype): RawBox("auxC", [0, 0, 0, 0] + Array(urn.utf8) + [0] + subtype)
    }
  }
}
