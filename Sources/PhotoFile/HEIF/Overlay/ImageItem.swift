import Imaging

/// A picture of a HEIF file with everything known before decoding: a coded one, whole or in tiles, or a composition of
/// others (ISO/IEC 23008-12, 6.2 to 6.6).
indirect enum ImageItem {
  case picture(PictureItem)
  case overlay(OverlayItem)

  /// Parses and validates an item and all that it is derived from.
  init(_ id: UInt32, in document: HEIFDocument, limits: ReadingLimits) throws(HEIFError) {
    var allowance = OverlayAllowance(limits)
    try self.init(id, in: document, limits: limits, allowance: &allowance, above: [])
  }

  /// - Parameter above: the overlays that the item is a layer of.
  init(
    _ id: UInt32, in document: HEIFDocument, limits: ReadingLimits, allowance: inout OverlayAllowance,
    above: Set<UInt32>
  ) throws(HEIFError) {
    let targets = document.targets(of: "dimg", from: id)
    switch document.item(id)?.entry.type {
    case "iovl":
      self = .overlay(
        try OverlayItem(id, in: document, limits: limits, allowance: &allowance, above: above))
    case "iden" where targets.count == 1 && document.item(targets[0])?.entry.type == "iovl":
      let overlay = try OverlayItem(targets[0], in: document, limits: limits, allowance: &allowance, above: above)
      self = .overlay(overlay.standing(for: try document.decodableProperties(of: id)))
    default:
      let picture = try PictureItem(id, in: document, limits: limits)
      if !above.isEmpty { try allowance.use(picture.size) }
      self = .picture(picture)
    }
  }

  /// The size before any transformation.
  var size: PixelSize {
    switch self {
    case .picture(let picture): picture.size
    case .overlay(let overlay): overlay.size
    }
  }

  /// The part that `clap` leaves.
  func visibleRect() throws(HEIFError) -> PixelRect {
    switch self {
    case .picture(let picture): try picture.visibleRect()
    case .overlay(let overlay): try PictureItem.visibleRect(of: overlay.size, overlay.properties)
    }
  }

  var orientation: Orientation {
    switch self {
    case .picture(let picture): picture.orientation
    case .overlay(let overlay): OrientationProperties.orientation(of: overlay.properties)
    }
  }

  /// The format of the coded pictures; for an overlay that of its lowest layer.
  var format: PhotoFormat {
    switch self {
    case .picture(let picture): picture.format
    case .overlay(let overlay): overlay.layers[0].item.format
    }
  }

  /// Bits of a component; of an overlay those of its deepest layer.
  var depth: Int {
    switch self {
    case .picture(let picture): picture.parameters.depth
    case .overlay(let overlay): overlay.layers.map(\.item.depth).max() ?? 8
    }
  }

  /// The coded pictures, with alpha of layers, in no order; each as often as it is used.
  var pictures: [PictureItem] {
    switch self {
    case .picture(let picture): [picture]
    case .overlay(let overlay): overlay.layers.flatMap { $0.item.pictures + [$0.alpha].compactMap(\.self) }
    }
  }

  /// The space of the decoded RGB: a profile before code points, sRGB if the file states neither. An overlay without
  /// either has the space of its lowest layer.
  func colorSpace() throws(HEIFError) -> ColorSpace {
    switch self {
    case .picture(let picture):
      // The colours in the coded picture apply if the file states none. Few writers set them correctly, except for high
      // dynamic range.
      return try Self.colorSpace(picture.colors) ?? picture.parameters.codePoints.highDynamicRange ?? .sRGB
    case .overlay(let overlay):
      if let space = try Self.colorSpace(overlay.colors) { return space }
      return try overlay.layers[0].item.colorSpace()
    }
  }

  private static func colorSpace(_ colors: [ColorInformation]) throws(HEIFError) -> ColorSpace? {
    if let stated = statedColors(colors) { return stated.colorSpace }
    for case .codePoints(let points) in colors { return try points.colorSpace() }
    return nil
  }

  private static func statedColors(_ colors: [ColorInformation]) -> StatedColors? {
    for case .profile(let profile) in colors {
      // A gray picture has three equal components.
      let isGray = profile.count > 20 && profile[16..<20].elementsEqual("GRAY".utf8)
      return StatedColors(profile: profile, of: isGray ? .gray : .color)
    }
    return nil
  }

  /// The colours of the profile from which the colour space is taken; nil if it is not from a profile.
  var statedColors: StatedColors? {
    switch self {
    case .picture(let picture): Self.statedColors(picture.colors)
    case .overlay(let overlay):
      overlay.colors.isEmpty ? overlay.layers[0].item.statedColors : Self.statedColors(overlay.colors)
    }
  }

  /// A warning about colours that the file states and that are not applied.
  var colorWarning: PhotoWarning? {
    if let statedColors { return statedColors.warning }
    switch self {
    case .picture(let picture):
      for case .codePoints(let points) in picture.colors { return Self.warning(of: points) }
    case .overlay(let overlay):
      if overlay.colors.isEmpty { return overlay.layers[0].item.colorWarning }
      for case .codePoints(let points) in overlay.colors { return Self.warning(of: points) }
    }
    return nil
  }

  private static func warning(of points: ColorCodePoints) -> PhotoWarning? {
    guard let obstacle = points.obstacle, let space = try? points.colorSpace() else { return nil }
    return .taking(space, because: obstacle)
  }

  /// Decodes a part, before it is rotated.
  ///
  /// - Parameters:
  ///   - size: the size to which the part is reduced.
  ///   - allowsMissingTiles: whether tiles that are damaged become gray.
  /// - Returns: the pixels, and how many tiles are gray.
  func pixels(
    _ region: PixelRect, size: PixelSize, from document: HEIFDocument, allowsMissingTiles: Bool = false
  ) throws(HEIFError) -> (pixels: PixelBuffer, missingTiles: Int) {
    switch self {
    case .picture(let picture):
      let rendering = try PictureRendering(picture, region: region, size: size, asGray: false)
      return try rendering.pixels(
        from: document, colorSpace: try colorSpace(), allowsMissingTiles: allowsMissingTiles)
    case .overlay(let overlay):
      let rendering = OverlayRendering(overlay, region: region, size: size, depth: depth, colorSpace: try colorSpace())
      return try rendering.pixels(from: document, allowsMissingTiles: allowsMissingTiles)
    }
  }
}
