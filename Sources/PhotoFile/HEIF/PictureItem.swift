import Imaging

/// A picture of a HEIF file with everything known before decoding: a coded picture, a grid of coded pictures, or an
/// `iden` item that refers to either.
struct PictureItem {
  let grid: TileGrid
  let tileSize: PixelSize
  let tileIDs: [UInt32]
  let configurations: [CodecConfiguration]
  /// The item's own properties.
  let properties: [ItemProperty]
  /// The colours of `colr`, on the item or on its first tile.
  let colors: [ColorInformation]

  var size: PixelSize { grid.size }
  var parameters: PictureParameters { configurations[0].parameters }
  var format: PhotoFormat {
    switch configurations[0].codec {
    case .hevc: .heic
    case .av1: .avif
    }
  }
  var orientation: Orientation { OrientationProperties.orientation(of: properties) }

  /// Parses and validates an item's properties and, in a grid, those of its tiles.
  init(_ id: UInt32, in document: HEIFDocument, limits: ReadingLimits) throws(HEIFError) {
    guard let entry = document.item(id)?.entry else { throw .malformed("item \(id) is not there") }
    if entry.type == "iden" {
      self = try Self.identity(id, in: document, limits: limits)
      return
    }
    let properties = try document.decodableProperties(of: id)
    if let codec = PictureCodec(itemType: entry.type) {
      self.properties = properties
      tileIDs = [id]
      tileSize = try Self.size(of: id, properties)
      grid = TileGrid(rows: 1, columns: 1, size: tileSize)
      try Self.check(grid.size, limits)
      configurations = [try Self.configuration(of: id, codec, properties, size: tileSize, in: document)]
      colors = Self.colors(properties)
    } else if entry.type == "grid" {
      self = try PictureItem(grid: id, properties, in: document, limits: limits)
    } else {
      throw .unsupported("pictures of type '\(entry.type)'")
    }
  }

  /// Parses and validates a grid and the properties of its tiles.
  private init(
    grid id: UInt32, _ properties: [ItemProperty], in document: HEIFDocument, limits: ReadingLimits
  ) throws(HEIFError) {
    self.properties = properties
    grid = try TileGrid(payload: try document.readData(of: id, limit: 64))
    try Self.check(grid.size, limits)
    guard try Self.size(of: id, properties) == grid.size else {
      throw .malformed("the grid \(id) is not of the size that its properties say")
    }
    tileIDs = try Self.tiles(of: id, grid, in: document, limits: limits)
    var tileSize: PixelSize?
    var configurations: [CodecConfiguration] = []
    var colors = Self.colors(properties)
    for tile in tileIDs {
      guard let codec = document.item(tile).flatMap({ PictureCodec(itemType: $0.entry.type) }) else {
        throw .unsupported("a grid with a tile that is not a coded picture: item \(tile)")
      }
      let properties = try document.decodableProperties(of: tile)
      let size = try Self.size(of: tile, properties)
      guard size == tileSize ?? size else { throw .malformed("a grid with tiles of unequal sizes") }
      tileSize = size
      if colors.isEmpty { colors = Self.colors(properties) }
      configurations.append(try Self.configuration(of: tile, codec, properties, size: size, in: document))
    }
    guard let tileSize else { throw .malformed("a grid without tiles") }
    try Self.check(grid, tileSize, limits)
    try Self.checkAreEqual(configurations)
    self.tileSize = tileSize
    self.configurations = configurations
    self.colors = colors
  }

  /// The tiles of a grid, by rows, each of them once.
  private static func tiles(
    of id: UInt32, _ grid: TileGrid, in document: HEIFDocument, limits: ReadingLimits
  ) throws(HEIFError) -> [UInt32] {
    let tiles = document.targets(of: "dimg", from: id)
    guard grid.tileCount <= limits.tiles else {
      throw .limitExceeded(ReadingLimits.refusal("a grid of \(grid.tileCount) tiles", limits.tiles, "tiles"))
    }
    guard tiles.count == grid.tileCount, Set(tiles).count == tiles.count else {
      throw .malformed("a grid of \(grid.rows)x\(grid.columns) tiles has \(tiles.count), or one of them twice")
    }
    // Items may share bytes of the file, so that a small file could take as much work as a large one.
    let byteCount = document.byteCount(of: tiles)
    guard byteCount <= document.availableByteCount else {
      throw .limitExceeded("the tiles of picture \(id) have \(byteCount) bytes, more than the file")
    }
    return tiles
  }

  private static func checkAreEqual(_ configurations: [CodecConfiguration]) throws(HEIFError) {
    guard let first = configurations.first else { return }
    for other in configurations {
      guard other.codec == first.codec, other.parameters.chromaFormat == first.parameters.chromaFormat,
        other.parameters.depth == first.parameters.depth
      else { throw .malformed("a grid with tiles of unequal formats") }
    }
  }

  private init(_ source: PictureItem, properties: [ItemProperty]) {
    grid = source.grid
    tileSize = source.tileSize
    tileIDs = source.tileIDs
    configurations = source.configurations
    self.properties = properties
    let own = Self.colors(properties)
    colors = own.isEmpty ? source.colors : own
  }

  /// The picture that an item of type `iden` refers to, with its transformations and then the item's own.
  private static func identity(
    _ id: UInt32, in document: HEIFDocument, limits: ReadingLimits
  ) throws(HEIFError) -> PictureItem {
    let targets = document.targets(of: "dimg", from: id)
    guard targets.count == 1 else { throw .malformed("item \(id) stands for \(targets.count) pictures") }
    guard document.item(targets[0])?.entry.type != "iden" else {
      throw .unsupported("item \(id), which stands for one that stands for another")
    }
    let source = try PictureItem(targets[0], in: document, limits: limits)
    return PictureItem(
      source, properties: transformations(source.properties) + (try document.decodableProperties(of: id)))
  }

  /// The properties that rotate, mirror or crop a picture.
  static func transformations(_ properties: [ItemProperty]) -> [ItemProperty] {
    properties.filter { property in
      switch property {
      case .rotation, .mirror, .cleanAperture: true
      default: false
      }
    }
  }

  /// The part of the picture inside `clap`.
  func visibleRect() throws(HEIFError) -> PixelRect { try Self.visibleRect(of: size, properties) }

  /// The part of a picture of a size inside the `clap` among its properties.
  static func visibleRect(of size: PixelSize, _ properties: [ItemProperty]) throws(HEIFError) -> PixelRect {
    var isTurned = false
    for property in properties {
      switch property {
      case .rotation, .mirror: isTurned = true
      case .cleanAperture(let aperture):
        guard !isTurned else { throw .unsupported("'clap' after a rotation") }
        return try aperture.rect(in: size)
      default: break
      }
    }
    return PixelRect(size)
  }

  static func size(of id: UInt32, _ properties: [ItemProperty]) throws(HEIFError) -> PixelSize {
    for case .imageSize(let size) in properties { return size }
    throw .malformed("item \(id) has no size")
  }

  static func colors(_ properties: [ItemProperty]) -> [ColorInformation] {
    properties.compactMap { if case .color(let color) = $0 { color } else { nil } }
  }

  private static func configuration(
    of id: UInt32, _ codec: PictureCodec, _ properties: [ItemProperty], size: PixelSize, in document: HEIFDocument
  ) throws(HEIFError) -> CodecConfiguration {
    guard
      let configuration = try CodecConfiguration(of: id, codec: codec, properties: properties, in: document)
    else { throw .malformed("item \(id) has no \(codec.name) configuration") }
    let parameters = configuration.parameters
    guard parameters.size == size else {
      throw .malformed("item \(id) is \(size) pixels in the container, \(parameters.size) in \(codec.name)")
    }
    // Encoders crop the padding of their last block. Larger padding only takes memory.
    let coded = parameters.codedSize
    guard coded.width - size.width <= 512, coded.height - size.height <= 512 else {
      throw .limitExceeded("item \(id) is coded as \(coded) pixels, of which \(size) are shown")
    }
    return configuration
  }

  private static func check(_ size: PixelSize, _ limits: ReadingLimits) throws(HEIFError) {
    guard size.area <= limits.pixels else {
      throw .limitExceeded(ReadingLimits.refusal("a picture of \(size) pixels", limits.pixels, "pixels"))
    }
  }

  /// Each row and column of tiles must be partly visible, so that the tiles cannot exceed the picture many times.
  private static func check(_ grid: TileGrid, _ tile: PixelSize, _ limits: ReadingLimits) throws(HEIFError) {
    try check(tile, limits)
    let covered = PixelSize(width: grid.columns * tile.width, height: grid.rows * tile.height)
    guard covered.width >= grid.size.width, covered.height >= grid.size.height,
      covered.width - tile.width < grid.size.width, covered.height - tile.height < grid.size.height
    else { throw .malformed("a grid of \(grid.size) pixels with \(grid.rows)x\(grid.columns) tiles of \(tile)") }
    guard covered.area <= 2 * limits.pixels else {
      throw .limitExceeded("tiles of \(covered) pixels, many more than the picture shows")
    }
  }
}
