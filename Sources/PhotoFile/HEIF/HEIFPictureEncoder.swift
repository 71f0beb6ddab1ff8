import Imaging
import Kernels

/// The coding of a picture of a file: in colour by tiles, or gray, in one piece and lossless.
enum HEIFPictureEncoder {
  case color(ColorTileEncoder)
  case gray(GrayPictureEncoder)

  var pieceCount: Int {
    switch self {
    case .color(let tiles): tiles.grid.tileCount
    case .gray: 1
    }
  }

  var size: PixelSize {
    switch self {
    case .color(let tiles): tiles.pixels.size
    case .gray(let picture): picture.pixels.size
    }
  }

  /// Bits of each component.
  var bitDepths: [Int] {
    switch self {
    case .color(let tiles): [Int](repeating: tiles.settings.depth, count: 3)
    case .gray(let picture): [picture.settings.depth]
    }
  }

  func encode(piece: Int) throws(PhotoFileError) -> CodedPicture {
    switch self {
    case .color(let tiles): try tiles.encode(tile: piece)
    case .gray(let picture): try picture.encode()
    }
  }

  /// Codes the tiles of several pictures concurrently on all cores.
  static func encode(_ encoders: [HEIFPictureEncoder]) throws(PhotoFileError) -> [[CodedPicture]] {
    let order = order(of: encoders)
    let results = concurrentMap(order.count) { index -> Result<CodedPicture, PhotoFileError> in
      do throws(PhotoFileError) {
        return .success(try encoders[order[index].picture].encode(piece: order[index].piece))
      } catch {
        return .failure(error)
      }
    }
    var pictures = [[CodedPicture]](repeating: [], count: encoders.count)
    for (job, result) in zip(order, results) { pictures[job.picture].append(try result.get()) }
    return pictures
  }
}

extension HEIFPictureEncoder {
  /// The number of tiles that two cores code while one of them codes a matte of an iPhone's size.
  private static let tilesPerWholePicture = 6

  /// The tiles in the order in which they are started.
  ///
  /// Single-tile pictures are the largest: they come early, so that none is left for one core at the end, with tiles
  /// between them, because each takes ten times a tile's memory during coding.
  private static func order(of encoders: [HEIFPictureEncoder]) -> [(picture: Int, piece: Int)] {
    let pieces = encoders.indices.flatMap { picture in
      (0..<encoders[picture].pieceCount).map { (picture: picture, piece: $0) }
    }
    let whole = pieces.filter { encoders[$0.picture].pieceCount == 1 }
    var tiles = pieces.filter { encoders[$0.picture].pieceCount > 1 }[...]
    var order: [(picture: Int, piece: Int)] = []
    for picture in whole.reversed() {
      order.append(picture)
      order += tiles.prefix(tilesPerWholePicture)
      tiles = tiles.dropFirst(tilesPerWholePicture)
    }
    return order + tiles
  }
}

extension HEIFAssembler {
  /// Adds a coded picture with its properties in Apple's order, under a grid if it has several tiles or a tile is
  /// larger than the picture. Returns the picture's item.
  ///
  /// - Parameter id: the item's number.
  mutating func add(
    _ pieces: [CodedPicture], of encoder: HEIFPictureEncoder, color: ColorInformation?,
    transformations: OrientationProperties, isHidden: Bool, id: Int? = nil
  ) -> Int {
    let item: Int
    if case .color(let tiles) = encoder, !tiles.isCodedWhole {
      let items = pieces.map { piece in
        let item = add(type: piece.configuration.codec.itemType, isHidden: true, data: piece.data)
        associate(.imageSize(tiles.tileSize), with: item, isEssential: true)
        if let color { associate(.color(color), with: item, isEssential: true) }
        associate(.configuration(piece.configuration), with: item, isEssential: true)
        return item
      }
      item = add(type: "grid", isHidden: isHidden, in: .itemData, data: tiles.grid.payload, id: id)
      refer("dimg", from: item, to: items)
    } else {
      item = add(type: pieces[0].configuration.codec.itemType, isHidden: isHidden, data: pieces[0].data, id: id)
      associate(.configuration(pieces[0].configuration), with: item, isEssential: true)
    }
    if let color { associate(.color(color), with: item, isEssential: true) }
    associate(.imageSize(encoder.size), with: item, isEssential: false)
    associate(.rotation(transformations.quarterTurns), with: item, isEssential: true)
    if let axis = transformations.mirrorAxis { associate(.mirror(axis), with: item, isEssential: true) }
    associate(.bitDepths(encoder.bitDepths), with: item, isEssential: false)
    return item
  }

  /// Adds an XMP packet that describes an item.
  mutating func add(xmp: [UInt8], of owner: Int) {
    let item = add(type: "mime", contentType: "application/rdf+xml", isHidden: true, data: xmp)
    refer("cdsc", from: item, to: [owner])
  }
}
