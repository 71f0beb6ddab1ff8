import Imaging

/// A composition of other pictures: an `iovl` item (ISO/IEC 23008-12, 6.6.2.2).
struct OverlayItem {
  struct Layer {
    let item: ImageItem
    /// The layer's opacity, of the layer's size and rotated with it; nil for an opaque layer.
    let alpha: PictureItem?
    /// Whether the layer's colours are multiplied by its opacity.
    let isPremultiplied: Bool
    /// The place of the rotated and cropped layer on the canvas; it may reach beyond the canvas or lie outside.
    let place: PixelRect
  }

  /// The size of the canvas.
  let size: PixelSize
  /// Red, green, blue and opacity of the canvas, in sRGB.
  let background: [UInt16]
  /// The layers from the lowest to the topmost; at least one.
  let layers: [Layer]
  private(set) var properties: [ItemProperty]
  private(set) var colors: [ColorInformation]

  /// Parses and validates the item, its layers and theirs.
  init(
    _ id: UInt32, in document: HEIFDocument, limits: ReadingLimits, allowance: inout OverlayAllowance,
    above: Set<UInt32>
  ) throws(HEIFError) {
    guard !above.contains(id) else { throw .malformed("the overlay \(id) is a layer of itself") }
    guard above.count < OverlayAllowance.depth else {
      throw .limitExceeded("overlays of overlays, more than \(OverlayAllowance.depth) deep")
    }
    let inputs = document.targets(of: "dimg", from: id)
    guard !inputs.isEmpty else { throw .malformed("the overlay \(id) has no layers") }
    try allowance.useLayers(inputs.count)

    var reader = BoxReader(bytes: try document.readData(of: id, limit: 18 + 8 * inputs.count))
    let header = try Header(from: &reader)
    (size, background) = (header.size, header.background)
    try allowance.use(size)
    properties = try document.decodableProperties(of: id)
    colors = PictureItem.colors(properties)
    guard try PictureItem.size(of: id, properties) == size else {
      throw .malformed("the overlay \(id) is not of the size that its properties say")
    }

    var layers: [Layer] = []
    for input in inputs {
      let item = try ImageItem(
        input, in: document, limits: limits, allowance: &allowance, above: above.union([id]))
      let (x, y) = (try header.offset(from: &reader), try header.offset(from: &reader))
      let shown = item.orientation.apply(to: try item.visibleRect().size)
      let alpha = try Self.alpha(of: input, like: item, in: document, limits: limits)
      if let alpha { try allowance.use(alpha.size) }
      layers.append(
        Layer(
          item: item, alpha: alpha, isPremultiplied: !document.targets(of: "prem", from: input).isEmpty,
          place: PixelRect(x: x, y: y, width: shown.width, height: shown.height)))
    }
    self.layers = layers
  }

  /// The overlay as referenced by an item of type `iden`: with its own transformations, then those of the item.
  func standing(for properties: [ItemProperty]) -> OverlayItem {
    var overlay = self
    overlay.properties = PictureItem.transformations(self.properties) + properties
    let own = PictureItem.colors(properties)
    if !own.isEmpty { overlay.colors = own }
    return overlay
  }

  /// The item's data before the offsets of its layers.
  private struct Header {
    let background: [UInt16]
    let size: PixelSize
    /// The bytes of a number.
    private let byteCount: Int

    init(from reader: inout BoxReader) throws(HEIFError) {
      guard try reader.uint8() == 0 else { throw .unsupported("an overlay of an unknown version") }
      byteCount = try reader.uint8() & 1 == 1 ? 4 : 2
      var background: [UInt16] = []
      for _ in 0..<4 { background.append(UInt16(truncatingIfNeeded: try reader.uint16())) }
      self.background = background
      let width = Int(truncatingIfNeeded: try reader.integer(byteCount: byteCount))
      let height = Int(truncatingIfNeeded: try reader.integer(byteCount: byteCount))
      guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else {
        throw .malformed("an overlay of \(width)x\(height) pixels")
      }
      size = PixelSize(width: width, height: height)
    }

    /// The next offset of a layer, which may be negative.
    func offset(from reader: inout BoxReader) throws(HEIFError) -> Int {
      let value = try reader.integer(byteCount: byteCount)
      return byteCount == 2 ? Int(Int16(truncatingIfNeeded: value)) : Int(Int32(truncatingIfNeeded: value))
    }
  }

  /// The alpha of a layer, if it matches; nil if there is none.
  private static func alpha(
    of id: UInt32, like item: ImageItem, in document: HEIFDocument, limits: ReadingLimits
  ) throws(HEIFError) -> PictureItem? {
    let visible = try item.visibleRect()
    for source in document.sources(of: "auxl", to: id).prefix(limits.pictures) {
      guard document.statedAuxiliaryType(of: source)?.isAlpha == true,
        let alpha = try? PictureItem(source, in: document, limits: limits), alpha.orientation == item.orientation,
        (try? alpha.visibleRect())?.size == visible.size
      else { continue }
      return alpha
    }
    return nil
  }
}
