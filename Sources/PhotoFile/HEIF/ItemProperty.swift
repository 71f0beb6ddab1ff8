import Imaging

/// A property of an item: a box of `ipco` (ISO/IEC 23008-12, 6.5), as far as pictures need it.
enum ItemProperty: Hashable {
  /// `ispe`: the size before any transformation.
  case imageSize(PixelSize)
  /// `hvcC`: the range of the decoder's configuration.
  case hevcConfiguration(Range<Int>)
  /// `av1C`: likewise.
  case av1Configuration(Range<Int>)
  /// `colr`
  case color(ColorInformation)
  /// `pixi`: bits of each component.
  case bitDepths([Int])
  /// `irot`: quarter turns counterclockwise.
  case rotation(Int)
  /// `imir`: 0 exchanges top and bottom, 1 left and right.
  case mirror(Int)
  /// `clap`
  case cleanAperture(CleanAperture)
  /// `auxC`: the URN of what an auxiliary image holds, and the bytes that follow it.
  case auxiliaryType(String, subtype: [UInt8])
  case other(FourCC)

  /// Reads one box of `ipco`.
  init(_ box: Box, in bytes: [UInt8], limits: ReadingLimits) throws(HEIFFault) {
    var reader = BoxReader(bytes: bytes, box: box)
    switch box.type {
    case "ispe":
      _ = try reader.fullBoxHeader()
      let (width, height) = (try reader.uint32(), try reader.uint32())
      guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else {
        throw .malformed("a picture of \(width)x\(height) pixels")
      }
      self = .imageSize(PixelSize(width: Int(width), height: Int(height)))
    case "hvcC": self = .hevcConfiguration(box.payload)
    case "av1C": self = .av1Configuration(box.payload)
    case "colr":
      if let color = try ColorInformation(&reader, limits: limits) {
        self = .color(color)
      } else {
        self = .other("colr")
      }
    case "pixi":
      _ = try reader.fullBoxHeader()
      var depths: [Int] = []
      for _ in 0..<(try reader.uint8()) { depths.append(Int(try reader.uint8())) }
      self = .bitDepths(depths)
    case "irot": self = .rotation(Int(try reader.uint8() & 3))
    case "imir": self = .mirror(Int(try reader.uint8() & 1))
    case "clap": self = .cleanAperture(try CleanAperture(&reader))
    case "auxC":
      _ = try reader.fullBoxHeader()
      let urn = try reader.string()
      self = .auxiliaryType(urn, subtype: Array(bytes[try reader.range(reader.remaining)]))
    default: self = .other(box.type)
    }
  }

  /// Reads an `iprp` box: the properties of each item, in the order in which they apply.
  static func properties(
    _ box: Box, in bytes: [UInt8], limits: ReadingLimits
  ) throws(HEIFFault) -> [UInt32: [AssociatedProperty]] {
    var reader = BoxReader(bytes: bytes, box: box)
    var properties: [ItemProperty] = []
    var tables: [Box] = []
    for part in try reader.boxes(limits: limits) {
      switch part.type {
      case "ipco":
        var reader = BoxReader(bytes: bytes, box: part)
        for box in try reader.boxes(limits: limits) {
          properties.append(try ItemProperty(box, in: bytes, limits: limits))
        }
      case "ipma": tables.append(part)
      default: break
      }
    }
    var associations: [UInt32: [AssociatedProperty]] = [:]
    for association in try PropertyAssociation.associations(
      tables, in: bytes, propertyCount: properties.count, limits: limits)
    {
      associations[association.item, default: []].append(
        AssociatedProperty(property: properties[association.index], isEssential: association.isEssential))
    }
    return associations
  }
}

/// A property as an item has it.
struct AssociatedProperty: Hashable {
  let property: ItemProperty
  /// Whether who does not know the property must not show the item.
  let isEssential: Bool
}
