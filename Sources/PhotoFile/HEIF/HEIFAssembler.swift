import Imaging

/// Puts items, their properties and references together to a HEIF file, in the order of Apple's boxes.
struct HEIFAssembler {
  /// A property to write: equal ones share a box.
  enum Property: Hashable {
    case imageSize(PixelSize)
    case configuration(CodecConfiguration)
    case color(ColorInformation)
    case bitDepths([Int])
    case rotation(Int)
    case mirror(Int)
    /// A URN and the bytes that follow it.
    case auxiliaryType(String, subtype: [UInt8])
  }

  /// Where an item's bytes go.
  enum Place {
    case mediaData
    case itemData
  }

  private struct Item {
    let info: ItemInfo
    let data: [UInt8]
    let place: Place
    var properties: [(index: Int, isEssential: Bool)] = []
  }

  /// The brands of an iPhone's files.
  static let appleBrands: [FourCC] = ["heic", "mif1", "MiHE", "miaf", "MiHB", "heic"]

  /// The brand that the file goes by, and all that it is compatible with.
  var brands = Self.appleBrands
  /// The picture that the file is about.
  var primary = 0
  private var items: [Item] = []
  private var properties: [Property] = []
  private var propertyIndices: [Property: Int] = [:]
  private var references: [(type: FourCC, from: Int, to: [Int])] = []

  var itemCount: Int { items.count }

  /// Adds an item and returns its number, counted from 1.
  mutating func add(
    type: FourCC, contentType: String? = nil, isHidden: Bool = false, in place: Place = .mediaData, data: [UInt8]
  ) -> Int {
    let id = items.count + 1
    items.append(
      Item(
        info: ItemInfo(id: UInt32(id), type: type, contentType: contentType, isHidden: isHidden), data: data,
        place: place))
    return id
  }

  /// Gives an item a property. The order of calls is the order in which a reader applies them.
  mutating func associate(_ property: Property, with item: Int, isEssential: Bool) {
    let index: Int
    if let known = propertyIndices[property] {
      index = known
    } else {
      properties.append(property)
      index = properties.count
      propertyIndices[property] = index
    }
    items[item - 1].properties.append((index, isEssential))
  }

  mutating func refer(_ type: FourCC, from: Int, to: [Int]) { references.append((type, from, to)) }

  /// The file.
  func file() -> [UInt8] {
    var file = BoxWriter()
    file.box("ftyp") {
      $0.fourCC(brands[0])
      $0.uint32(0)
      for brand in brands.dropFirst() { $0.fourCC(brand) }
    }
    // The size of 'meta' does not depend on the offsets in it.
    let metaSize = BoxWriter.bytes { meta(&$0, mediaOffset: 0) }.count
    let mediaOffset = file.bytes.count + metaSize + 8
    meta(&file, mediaOffset: mediaOffset)
    let media = mediaOrder.map { items[$0].data }
    file.uint32(8 + media.reduce(0) { $0 + $1.count })
    file.fourCC("mdat")
    for data in media { file.append(data) }
    return file.bytes
  }

  /// The items in `mdat` in the order of Apple's files: what a reader wants without decoding comes first.
  private var mediaOrder: [Int] {
    let stored = items.indices.filter { items[$0].place == .mediaData }
    func isPicture(_ index: Int) -> Bool { PictureCodec(itemType: items[index].info.type) != nil }
    return stored.filter { !isPicture($0) } + stored.filter(isPicture)
  }

  private func meta(_ writer: inout BoxWriter, mediaOffset: Int) {
    writer.fullBox("meta") {
      $0.fullBox("hdlr") {
        $0.uint32(0)
        $0.fourCC("pict")
        for _ in 0..<3 { $0.uint32(0) }
        $0.uint8(0)
      }
      $0.box("dinf") {
        $0.fullBox("dref") {
          $0.uint32(1)
          $0.fullBox("url ", flags: 1) { _ in }
        }
      }
      $0.fullBox("pitm") { $0.uint16(primary) }
      itemInfo(&$0)
      itemReferences(&$0)
      itemProperties(&$0)
      let inner = items.filter { $0.place == .itemData }
      if !inner.isEmpty { $0.box("idat") { for item in inner { $0.append(item.data) } } }
      itemLocations(&$0, mediaOffset: mediaOffset)
    }
  }

  private func itemInfo(_ writer: inout BoxWriter) {
    writer.fullBox("iinf") {
      $0.uint16(items.count)
      for item in items {
        $0.fullBox("infe", version: 2, flags: item.info.isHidden ? 1 : 0) {
          $0.uint16(Int(item.info.id))
          $0.uint16(0)
          $0.fourCC(item.info.type)
          $0.uint8(0)
          if let contentType = item.info.contentType { $0.string(contentType) }
        }
      }
    }
  }

  private func itemReferences(_ writer: inout BoxWriter) {
    guard !references.isEmpty else { return }
    writer.fullBox("iref") {
      for reference in references {
        $0.box(reference.type) {
          $0.uint16(reference.from)
          $0.uint16(reference.to.count)
          for target in reference.to { $0.uint16(target) }
        }
      }
    }
  }

  private func itemProperties(_ writer: inout BoxWriter) {
    let isWide = properties.count > 127
    let owners = items.filter { !$0.properties.isEmpty }
    writer.box("iprp") {
      $0.box("ipco") { for property in properties { $0.property(property) } }
      $0.fullBox("ipma", flags: isWide ? 1 : 0) {
        $0.uint32(owners.count)
        for item in owners {
          $0.uint16(Int(item.info.id))
          $0.uint8(item.properties.count)
          for (index, isEssential) in item.properties {
            if isWide {
              $0.uint16(index | (isEssential ? 0x8000 : 0))
            } else {
              $0.uint8(index | (isEssential ? 0x80 : 0))
            }
          }
        }
      }
    }
  }

  private func itemLocations(_ writer: inout BoxWriter, mediaOffset: Int) {
    var offsets = [Int](repeating: 0, count: items.count)
    var next = mediaOffset
    for index in mediaOrder {
      offsets[index] = next
      next += items[index].data.count
    }
    var innerNext = 0
    for index in items.indices where items[index].place == .itemData {
      offsets[index] = innerNext
      innerNext += items[index].data.count
    }
    writer.fullBox("iloc", version: 1) {
      $0.uint16(0x4400)
      $0.uint16(items.count)
      for (item, offset) in zip(items, offsets) {
        $0.uint16(Int(item.info.id))
        $0.uint16(item.place == .itemData ? 1 : 0)
        $0.uint16(0)
        $0.uint16(1)
        $0.uint32(offset)
        $0.uint32(item.data.count)
      }
    }
  }
}

extension BoxWriter {
  fileprivate mutating func property(_ property: HEIFAssembler.Property) {
    switch property {
    case .imageSize(let size):
      fullBox("ispe") {
        $0.uint32(size.width)
        $0.uint32(size.height)
      }
    case .configuration(let configuration): box(configuration.boxType) { $0.append(configuration.bytes) }
    case .color(let color): box("colr") { $0.append(color.bytes) }
    case .bitDepths(let depths):
      fullBox("pixi") {
        $0.uint8(depths.count)
        for depth in depths { $0.uint8(depth) }
      }
    case .rotation(let quarterTurns): box("irot") { $0.uint8(quarterTurns) }
    case .mirror(let axis): box("imir") { $0.uint8(axis) }
    case .auxiliaryType(let urn, let subtype):
      fullBox("auxC") {
        $0.string(urn)
        $0.append(subtype)
      }
    }
  }
}
