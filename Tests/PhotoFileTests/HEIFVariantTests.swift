import Imaging
import Support
import Testing

@testable import PhotoFile

/// Files whose boxes and items are laid out otherwise than ours, as the standards allow.
@Suite struct HEIFVariantTests {
  private static let tileSize = PixelSize(width: 64, height: 64)
  private static let size = PixelSize(width: 100, height: 60)

  private static let tiles = Result {
    try [1, 2].map { seed in
      let pixels = SamplePhoto.noise(tileSize, .rgba8, alphaType: .opaque, seed: UInt64(seed))
      return try ColorTileEncoder(pixels: pixels, quality: 30).encode(tile: 0)
    }
  }
  private static let mattes = Result {
    try [1, 2].map { try GrayPictureEncoder.encode(HEIFSyntheticPhoto.matte(tileSize, seed: $0)) }
  }

  /// A grid of two tiles with EXIF: the least that has every kind of item.
  private func grid() throws -> HEIFVariant {
    var file = HEIFVariant()
    file.items = try Self.tiles.get().map { HEIFVariant.picture($0, size: Self.tileSize, isHidden: true) }
    file.items.append(
      HEIFVariant.Item(
        type: "grid", data: [0, 0, 0, 1, 0, 100, 0, 60], method: 1,
        properties: [("ispe", [0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0, 60], false)]))
    file.items.append(HEIFVariant.Item(type: "Exif", data: [0, 0, 0, 0] + HEIFSyntheticPhoto.exif, isHidden: true))
    file.primary = 3
    file.references = [("dimg", 3, [1, 2]), ("cdsc", 4, [3])]
    return file
  }

  private func expected() throws -> Photo { try Photo(data: try grid().file()) }

  private func expectUnsupported(_ file: HEIFVariant, _ words: String) {
    guard
      case .unsupported(_, let reason) = failure(of: { () throws(PhotoFileError) in
        _ = try Photo(data: file.file())
      })
    else {
      Issue.record("no error of its own for \(words)")
      return
    }
    #expect(reason.contains(words), "\(reason)")
  }

  @Test func `a grid of tiles shows all tiles`() throws {
    let photo = try expected()
    #expect(photo.pixels.size == Self.size && photo.metadata.exif == HEIFSyntheticPhoto.exif)
    for (tile, x) in zip(try Self.tiles.get(), [0, 64]) {
      var alone = HEIFVariant()
      alone.items = [HEIFVariant.picture(tile, size: Self.tileSize)]
      let pixels = try Photo(data: alone.file()).pixels
      // Not at the seam, where chroma comes from both, nor at the edge that cuts the tile.
      let inside = PixelRect(x: x == 0 ? 0 : 1, y: 0, width: 34, height: 59)
      let shown = PixelRect(x: x + inside.x, y: 0, width: 34, height: 59)
      #expect(crop(photo.pixels, shown) == crop(pixels, inside))
    }
  }

  /// Layouts that hold the same photo.
  private static let layouts: [String: @Sendable (inout HEIFVariant) -> Void] = [
    "iloc 0": { ($0.locationVersion, $0.items[2].method) = (0, 0) },
    "iloc 2": { $0.locationVersion = 2 },
    "64-bit offsets": { ($0.offsetSize, $0.lengthSize, $0.baseSize) = (8, 8, 8) },
    "base offsets only": { ($0.offsetSize, $0.baseSize) = (0, 4) },
    "indices": { $0.indexSize = 4 },
    "64-bit indices": { ($0.locationVersion, $0.indexSize) = (2, 8) },
    "pieces": { for index in [0, 1, 3] { $0.items[index].pieces = 5 } },
    "pieces from a base": { ($0.baseSize, $0.items[0].pieces, $0.items[3].pieces) = (4, 3, 2) },
    "everything in idat": { for index in $0.items.indices { $0.items[index].method = 1 } },
    "grid in mdat": { $0.items[2].method = 0 },
    "64-bit boxes": { $0.hasLargeBoxes = true },
    "mdat to the end": { $0.endsOpen = true },
    "meta after mdat": { $0.isMetaLast = true },
    "free boxes": { $0.hasFreeBoxes = true },
    "32-bit item numbers": { ($0.hasLargeIDs, $0.locationVersion) = (true, 2) },
    "15-bit property numbers": { $0.hasWideIndices = true },
    "all at once": {
      ($0.hasLargeBoxes, $0.isMetaLast, $0.hasFreeBoxes, $0.hasLargeIDs, $0.hasWideIndices) =
        (true, true, true, true, true)
      ($0.locationVersion, $0.offsetSize, $0.lengthSize, $0.baseSize, $0.indexSize) = (2, 8, 4, 8, 4)
      $0.items[0].pieces = 7
    },
    "hidden picture": { $0.items[2].isHidden = true },
    "shown tiles": { ($0.items[0].isHidden, $0.items[1].isHidden) = (false, false) },
    "unknown property": { $0.items[2].properties.append(("abcd", [1, 2], false)) },
    "unknown item, box and reference": {
      $0.items.append(HEIFVariant.Item(type: "uri ", data: [1]))
      $0.references.append(("xyzw", 5, [3]))
      $0.furtherBoxes = [0, 0, 0, 8] + Array("wxyz".utf8)
    },
  ]

  @Test(arguments: layouts.keys.sorted())
  func `the layout of a file changes nothing`(name: String) throws {
    let change = try #require(Self.layouts[name])
    var file = try grid()
    change(&file)
    var photo = try Photo(data: file.file(), name: name)
    guard name.contains("unknown item") else {
      #expect(photo == (try expected()))
      return
    }
    // What is unknown is retained, and counts.
    #expect(photo != (try expected()) && photo.furtherItems.count == 1)
    photo.source = try expected().source
    #expect(photo == (try expected()))
  }

  @Test func `more properties than seven bits can number`() throws {
    var file = try grid()
    file.items[2].properties += (0..<200).map { ("abcd", [UInt8($0)], false) }
    file.items[3].properties = [("irot", [1], true)]
    file.hasWideIndices = true
    // The rotation is number 206, and belongs to EXIF, where it means nothing.
    #expect(try Photo(data: file.file()) == (try expected()))
    file.items[2].properties.append(("irot", [1], true))
    #expect(try Photo(data: file.file()).orientation == .left)
  }

  @Test func `an unknown essential property is an error that names it`() throws {
    var file = try grid()
    file.items[2].properties.append(("abcd", [1, 2], true))
    expectUnsupported(file, "abcd")
    file = try grid()
    file.items[1].properties.append(("lsel", [0, 1], true))
    expectUnsupported(file, "lsel")
    file = try grid()
    file.items[0].method = 2
    expectUnsupported(file, "construction method 2")
    file = try grid()
    file.items[2].type = "mski"
    expectUnsupported(file, "mski")
    file = try grid()
    file.items[0].type = "jpeg"
    expectUnsupported(file, "item 1")
  }

  /// A turn and an exchange of sides in an order, against pixels moved one by one.
  @Test(arguments: [0, 1, 2, 3], [[], [0], [1]] as [[UInt8]])
  func `rotation and mirroring apply in order`(turns: UInt8, axes: [UInt8]) throws {
    for isMirrorFirst in [false, true] {
      var file = try grid()
      let rotation: (String, [UInt8], Bool) = ("irot", [turns], true)
      let mirrors: [(String, [UInt8], Bool)] = axes.map { ("imir", [$0], true) }
      file.items[2].properties += isMirrorFirst ? mirrors + [rotation] : [rotation] + mirrors
      let photo = try Photo(data: file.file())

      // The corners of a picture, turned counterclockwise and exchanged as the boxes say.
      var corners = [[0, 1], [2, 3]]
      func mirror() {
        for axis in axes { corners = axis == 0 ? corners.reversed() : corners.map { $0.reversed() } }
      }
      if isMirrorFirst { mirror() }
      for _ in 0..<turns { corners = [[corners[0][1], corners[1][1]], [corners[0][0], corners[1][0]]] }
      if !isMirrorFirst { mirror() }
      let small = PixelBuffer(
        size: PixelSize(width: 2, height: 2), format: .l8, bytes: [0, 1, 2, 3])
      #expect(oriented(small, by: photo.orientation) == corners.joined().map { UInt8($0) })
    }
  }

  /// The bytes of a picture of four pixels as EXIF says it is to be shown (CIPA DC-008, 4.6.4, table 6).
  private func oriented(_ pixels: PixelBuffer, by orientation: Orientation) -> [UInt8] {
    let p = pixels.bytes
    return switch orientation {
    case .up: p
    case .upMirrored: [p[1], p[0], p[3], p[2]]
    case .down: [p[3], p[2], p[1], p[0]]
    case .downMirrored: [p[2], p[3], p[0], p[1]]
    case .leftMirrored: [p[0], p[2], p[1], p[3]]
    case .right: [p[2], p[0], p[3], p[1]]
    case .rightMirrored: [p[3], p[1], p[2], p[0]]
    case .left: [p[1], p[3], p[0], p[2]]
    }
  }

  /// The contents of `clap`: width, height, and the centre's place, each over 1 or 2.
  private func aperture(_ numbers: [(Int, Int)]) -> [UInt8] {
    numbers.flatMap { HEIFVariant.number($0.0, 4) + HEIFVariant.number($0.1, 4) }
  }

  @Test func `a clean aperture crops the picture, and regions are relative to it`() throws {
    var file = try grid()
    // 50 x 40 at (10, 5): its centre (35, 25) is 15 left of and 5 above that of 100 x 60.
    file.items[2].properties.append(("clap", aperture([(50, 1), (40, 1), (-15, 1), (-5, 1)]), true))
    file.items[2].properties.append(("irot", [3], true))
    let whole = try expected()
    let photo = try Photo(data: file.file())
    #expect(photo.pixels == crop(whole.pixels, PixelRect(x: 10, y: 5, width: 50, height: 40)))
    #expect(photo.orientation == .right)
    #expect(try PhotoSummary(data: file.file()).size == photo.pixels.size)
    let region = PixelRect(x: 3, y: 30, width: 60, height: 7)
    let part = try Photo(data: file.file(), options: ReadingOptions(region: region))
    #expect(part.pixels == crop(whole.pixels, PixelRect(x: 13, y: 35, width: 47, height: 7)))
  }

  @Test func `an identity derivation shows its source picture`() throws {
    var file = try grid()
    file.items.append(
      HEIFVariant.Item(
        type: "iden", method: 1,
        properties: [("ispe", [0, 0, 0, 0, 0, 0, 0, 100, 0, 0, 0, 60], false), ("irot", [1], true)]))
    file.references = [("dimg", 3, [1, 2]), ("dimg", 5, [3]), ("cdsc", 4, [5])]
    file.primary = 5
    let whole = try expected()
    let photo = try Photo(data: file.file())
    #expect(photo.pixels == whole.pixels && photo.orientation == .left && photo.metadata == whole.metadata)
    // What is done to the other picture comes first.
    file.items[2].properties.append(("imir", [1], true))
    let turned = try Photo(data: file.file())
    #expect(turned.orientation == .leftMirrored || turned.orientation == .rightMirrored)
    #expect(
      oriented(
        PixelBuffer(size: PixelSize(width: 2, height: 2), format: .l8, bytes: [0, 1, 2, 3]), by: turned.orientation)
        == [0, 2, 1, 3])
    // A circle, a chain, and one that stands for two.
    for targets in [[5], [3, 1], []] {
      file.references = [("dimg", 3, [1, 2]), ("dimg", 5, targets)]
      #expect(throws: PhotoFileError.self) { try Photo(data: file.file()) }
    }
  }

  @Test func `files of iOS 18 with a tone map beside the picture`() throws {
    var file = try grid()
    var matte = HEIFVariant.picture(try Self.mattes.get()[0], size: Self.tileSize, isHidden: true)
    matte.properties.append(("auxC", [0, 0, 0, 0] + Array("\(MatteKind.hair.urn)\0".utf8), true))
    file.items.append(matte)
    file.items.append(
      HEIFVariant.Item(type: "mime", data: Array(SamplePhoto.titleXMP.utf8), contentType: "application/rdf+xml"))
    file.items.append(HEIFVariant.Item(type: "tmap", data: [UInt8](repeating: 0, count: 62)))
    file.references = [
      ("dimg", 3, [1, 2]), ("dimg", 7, [3, 5]), ("auxl", 5, [3, 7]), ("cdsc", 4, [3, 7]), ("cdsc", 6, [5]),
    ]
    // altr: whoever knows the tone map shows it in the picture's place.
    file.furtherBoxes =
      [0, 0, 0, 36] + Array("grpl".utf8) + [0, 0, 0, 28] + Array("altr".utf8) + [0, 0, 0, 0]
      + [0, 0, 0, 99, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 0, 3]
    let photo = try Photo(data: file.file())
    #expect(photo.pixels == (try expected().pixels))
    #expect(photo.metadata.exif == HEIFSyntheticPhoto.exif && photo.metadata.xmp == nil)
    #expect(photo.mattes[.hair]?.pixels == HEIFSyntheticPhoto.matte(Self.tileSize, seed: 1))
    #expect(photo.auxiliaryImages.first?.xmp == Array(SamplePhoto.titleXMP.utf8))
  }

  /// A photo with a gain map of two gray tiles.
  func fileWithGrayGrid() throws -> HEIFVariant {
    var file = try grid()
    let mattes = try Self.mattes.get()
    let first = file.items.count + 1
    file.items += mattes.map { HEIFVariant.picture($0, size: Self.tileSize, isHidden: true) }
    file.items.append(
      HEIFVariant.Item(
        type: "grid", data: [0, 0, 0, 1, 0, 99, 0, 51], isHidden: true, method: 1,
        properties: [
          ("ispe", [0, 0, 0, 0, 0, 0, 0, 99, 0, 0, 0, 51], false),
          ("auxC", [0, 0, 0, 0] + Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8), true),
        ]))
    file.references += [("dimg", first + 2, [first, first + 1]), ("auxl", first + 2, [3])]
    return file
  }

  @Test func `a gray grid is one component`() throws {
    let image = try #require(try Photo(data: fileWithGrayGrid().file()).auxiliary(.hdrGainMap))
    #expect(image.pixels.format == .l8 && image.pixels.size == PixelSize(width: 99, height: 51))
    let sources = (1...2).map { HEIFSyntheticPhoto.matte(Self.tileSize, seed: UInt64($0)) }
    #expect(
      crop(image.pixels, PixelRect(x: 0, y: 0, width: 64, height: 51)).bytes
        == crop(sources[0], PixelRect(x: 0, y: 0, width: 64, height: 51)).bytes)
    #expect(
      crop(image.pixels, PixelRect(x: 64, y: 0, width: 35, height: 51)).bytes
        == crop(sources[1], PixelRect(x: 0, y: 0, width: 35, height: 51)).bytes)
  }

  @Test(arguments: MatteKind.allCases)
  func `every kind of matte is read by its URN`(kind: MatteKind) throws {
    var file = try grid()
    var matte = HEIFVariant.picture(try Self.mattes.get()[1], size: Self.tileSize, isHidden: true)
    // Without 'pixi', and the URN without its closing zero.
    matte.properties.append(("auxC", [0, 0, 0, 0] + Array(kind.urn.utf8), true))
    file.items.append(matte)
    file.references.append(("auxl", 5, [3]))
    let photo = try Photo(data: file.file())
    #expect(photo.mattes.kinds == [kind])
    #expect(photo.mattes[kind]?.pixels == HEIFSyntheticPhoto.matte(Self.tileSize, seed: 2))
  }
}
