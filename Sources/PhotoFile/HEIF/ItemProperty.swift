import Imaging

/// A property of an item: a box of `ipco` (ISO/IEC 23008-12, 6.5), as far as pictures need it.
enum ItemProperty: Hashable, Sendable {
  /// `ispe`: the size before any transformation.
  case imageSize(PixelSize)
  /// `hvcC`: the decoder's configuration.
  case hevcConfiguration(ArraySlice<UInt8>)
  /// `av1C`: the decoder's configuration.
  case av1Configuration(ArraySlice<UInt8>)
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
  /// `auxC`: the URN of the auxiliary image's type, and the bytes after it.
  case auxiliaryType(String, subtype: [UInt8])
  case other(FourCC)

  /// Parses one box of `ipco`.
  ///
  /// - Throws: `malformed` if the box is too short or states an impossible size, `limitExceeded` if a colour profile is
  ///   too long.
  init(_ box: RawBox, limits: ReadingLimits) throws(HEIFError) {
    var reader = box.reader
    switch box.type {
    case "ispe":
      _ = try reader.fullBoxHeader()
      let (width, height) = (try reader.uint32(), try reader.uint32())
      guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else {
        throw .malformed("a picture of \(width)x\(height) pixels")
      }
      self = .imageSize(PixelSize(width: Int(width), height: Int(height)))
    case "hvcC": self = .hevcConfiguration(box.contents)
    case "av1C": self = .av1Configuration(box.contents)
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
      self = .auxiliaryType(urn, subtype: Array(box.contents[try reader.range(reader.remaining)]))
    default: self = .other(box.type)
    }
  }
}
