import Imaging
import Support
import Testing

@testable import PhotoFile

/// Regions, reduced pictures and the intact parts of truncated files, for tiled pictures.
@Suite struct HEIFReadingOptionsTests {
  /// 3 x 2 tiles; in the tool's own files they are 512 x 512.
  private static let size = PixelSize(width: 1030, height: 540)
  private static let file = Result {
    try HEIFSyntheticPhoto.photo(size, orientation: .right).data(as: .heic(quality: 0.8))
  }

  /// The same file with the data of some tiles overwritten, so that decoding them is an error.
  private func spoiled(_ bytes: [UInt8], tiles: [Int]) -> [UInt8] {
    var bytes = bytes
    let walker = HEIFWalker(bytes)
    for tile in tiles {
      guard let item = walker.items[tile] else { continue }
      // The length of the first slice: longer than the item.
      bytes[item.offset] = 0x7F
    }
    return bytes
  }

  @Test func `a region has the pixels of the whole, also where tiles meet`() throws {
    let bytes = try Self.file.get()
    let whole = try Photo(data: bytes)
    var random = RepeatableRandomNumberGenerator(seed: 12)
    var rects = [
      PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 511, y: 511, width: 2, height: 2),
      PixelRect(x: 512, y: 512, width: 512, height: 28), PixelRect(x: 0, y: 0, width: 512, height: 512),
      PixelRect(x: 513, y: 1, width: 511, height: 511), PixelRect(x: 1029, y: 539, width: 1, height: 1),
    ]
    for _ in 0..<6 {
      let (x, y) = (Int.random(in: 0..<1030, using: &random), Int.random(in: 0..<540, using: &random))
      rects.append(
        PixelRect(
          x: x, y: y, width: .random(in: 1...1030 - x, using: &random), height: .random(in: 1...540 - y, using: &random)
        ))
    }
    for rect in rects {
      let part = try Photo(data: bytes, options: ReadingOptions(region: rect, auxiliaryImages: .none))
      #expect(part.pixels == crop(whole.pixels, rect), "\(rect)")
      #expect(part.orientation == .right)
    }
  }

  @Test func `only the tiles that a region touches are decoded`() throws {
    let bytes = spoiled(try Self.file.get(), tiles: [1, 2, 3, 4, 6])
    let inside = ReadingOptions(region: PixelRect(x: 513, y: 513, width: 510, height: 27), auxiliaryImages: .none)
    let part = try Photo(data: bytes, options: inside)
    #expect(part.pixels.size == PixelSize(width: 510, height: 27))
    // The chroma at a tile's edge is interpolated from both tiles.
    let beside = ReadingOptions(region: PixelRect(x: 512, y: 513, width: 510, height: 27), auxiliaryImages: .none)
    #expect(throws: PhotoFileError.self) { try Photo(data: bytes, options: beside) }
  }

  @Test(arguments: [3, 99, 1029])
  func `a reduced picture is the mean of the whole`(length: Int) throws {
    let bytes = try Self.file.get()
    let whole = try Photo(data: bytes)
    let small = try Photo(data: bytes, options: ReadingOptions(maximumPixelSize: length))
    #expect(small.pixels.width == length && small.orientation == .right && small.metadata == whole.metadata)
    #expect(largestDifference(small.pixels, areaReduced(whole.pixels, to: small.pixels.size)) <= 0.51)
    for (image, original) in zip(small.auxiliaryImages, whole.auxiliaryImages) {
      #expect(image.pixels.width == max(1, Int((515 * Double(length) / 1030).rounded())))
      #expect(largestDifference(image.pixels, areaReduced(original.pixels, to: image.pixels.size)) <= 0.51)
    }
    let region = PixelRect(x: 400, y: 300, width: 180, height: 239)
    let part = try Photo(data: bytes, options: ReadingOptions(region: region, maximumPixelSize: 57)).pixels
    #expect(part.size == PixelSize(width: 43, height: 57))
    #expect(largestDifference(part, areaReduced(crop(whole.pixels, region), to: part.size)) <= 0.51)
  }

  @Test func `missing tiles are gray if incomplete pictures are allowed`() throws {
    let bytes = try Self.file.get()
    let whole = try Photo(data: bytes)
    let damaged = spoiled(bytes, tiles: [2, 6])
    guard case .malformed = failure(of: { () throws(PhotoFileError) in _ = try Photo(data: damaged) }) else {
      Issue.record("no error")
      return
    }
    let photo = try Photo(data: damaged, options: ReadingOptions(allowsIncomplete: true))
    #expect(photo.warnings.map(\.message) == ["2 of the picture's 6 tiles are missing, and gray"])
    #expect(photo.auxiliaryImages == whole.auxiliaryImages)
    let gray = PixelRect(x: 514, y: 0, width: 508, height: 510)
    #expect(crop(photo.pixels, gray).bytes.enumerated().allSatisfy { $0 % 4 == 3 ? $1 == 255 : $1 == 128 })
    for rect in [PixelRect(x: 0, y: 0, width: 511, height: 540), PixelRect(x: 513, y: 514, width: 510, height: 26)] {
      #expect(crop(photo.pixels, rect) == crop(whole.pixels, rect))
    }
    guard
      case .malformed = failure(of: { () throws(PhotoFileError) in
        _ = try Photo(
          data: spoiled(bytes, tiles: [1, 2, 3, 4, 5, 6]), options: ReadingOptions(allowsIncomplete: true))
      })
    else {
      Issue.record("a picture of nothing")
      return
    }
  }

  @Test func `a truncated file gives its intact tiles`() throws {
    let bytes = try Self.file.get()
    let whole = try Photo(data: bytes)
    let walker = HEIFWalker(bytes)
    let third = try #require(walker.items[3])
    let cut = Array(bytes.prefix(third.offset + third.length + 5))
    guard case .malformed = failure(of: { () throws(PhotoFileError) in _ = try Photo(data: cut) }) else {
      Issue.record("no error")
      return
    }
    let photo = try Photo(data: cut, options: ReadingOptions(allowsIncomplete: true))
    #expect(photo.auxiliaryImages.isEmpty && photo.metadata == whole.metadata)
    // The tiles, and each of the mattes.
    #expect(photo.warnings.count == 3)
    let upper = PixelRect(x: 0, y: 0, width: 1030, height: 511)
    #expect(crop(photo.pixels, upper) == crop(whole.pixels, upper))
  }

  @Test func `a damaged matte is left out with a warning that names it`() throws {
    let bytes = try Self.file.get()
    let matte = try #require(HEIFWalker(bytes).references.first { $0.type == "auxl" }?.from)
    let photo = try Photo(data: spoiled(bytes, tiles: [matte]))
    #expect(photo.auxiliaryImages.map(\.type) == [.portraitEffectsMatte])
    #expect(photo.warnings.count == 1 && photo.warnings[0].message.contains(MatteKind.hair.urn))
  }

  /// A picture of one colour with a thumbnail of another.
  private func thumbnailed(
    _ size: PixelSize, turned: Bool = false, turnedThumbnail: Bool = false
  ) throws -> [UInt8] {
    func flat(_ size: PixelSize, _ value: UInt8) throws -> CodedPicture {
      let pixels = PixelBuffer(
        size: size, format: .rgba8,
        bytes: (0..<4 * size.area).map { $0 % 4 == 3 ? 255 : value })
      return try ColorTileEncoder(pixels: pixels, codec: .hevc, quality: 0.90).encode(tile: 0)
    }
    var assembler = HEIFAssembler()
    for (picture, isTurned) in [
      (try flat(PixelSize(width: 256, height: 192), 40), turned), (try flat(size, 200), turnedThumbnail),
    ] {
      let item = assembler.add(picture)
      if isTurned { assembler.associate(.rotation(1), with: item, isEssential: true) }
    }
    assembler.primary = 1
    assembler.refer("thmb", from: 2, to: [1])
    return assembler.file()
  }

  @Test func `a thumbnail that is large enough is used`() throws {
    let bytes = try thumbnailed(PixelSize(width: 128, height: 96))
    func read(_ bytes: [UInt8], _ length: Int, region: PixelRect? = nil) throws -> (size: PixelSize, isSmall: Bool) {
      let photo = try Photo(data: bytes, options: ReadingOptions(region: region, maximumPixelSize: length))
      return (photo.pixels.size, photo.pixels.bytes[0] > 120)
    }
    #expect(try read(bytes, 128) == (PixelSize(width: 128, height: 96), true))
    #expect(try read(bytes, 40) == (PixelSize(width: 40, height: 30), true))
    #expect(try read(bytes, 129).isSmall == false)
    #expect(try read(bytes, 256).isSmall == false)
    #expect(try read(bytes, 40, region: PixelRect(x: 1, y: 0, width: 255, height: 192)).isSmall == false)
    // One that is turned otherwise, or shows something else, is not the same picture.
    #expect(try read(try thumbnailed(PixelSize(width: 128, height: 96), turned: true), 40).isSmall == false)
    #expect(
      try read(try thumbnailed(PixelSize(width: 128, height: 96), turned: true, turnedThumbnail: true), 40).isSmall)
    #expect(try read(try thumbnailed(PixelSize(width: 128, height: 90)), 40).isSmall == false)
    // A damaged one is passed over.
    #expect(try read(spoiled(bytes, tiles: [2]), 40) == (PixelSize(width: 40, height: 30), false))
  }

  @Test(arguments: [EncodingOptions.heic(quality: 0.8), .avif()])
  func `alpha is read with the pixels, whatever auxiliary images are requested`(encoding: EncodingOptions) throws {
    var pixels = HEIFSyntheticPhoto.pixels(PixelSize(width: 200, height: 140))
    pixels.alphaType = .straight
    pixels.withUnsafeMutableBytes { bytes in
      for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = UInt8(index / 4 % 251) }
    }
    let bytes = try Photo(pixels: pixels).data(as: encoding)
    let whole = try Photo(data: bytes)
    #expect(whole.pixels.alphaType == .straight)
    let rect = PixelRect(x: 31, y: 17, width: 99, height: 64)
    let part = try Photo(data: bytes, options: ReadingOptions(region: rect, auxiliaryImages: .none))
    #expect(part.pixels == crop(whole.pixels, rect) && part.auxiliaryImages.isEmpty)
    let small = try Photo(data: bytes, options: ReadingOptions(maximumPixelSize: 50))
    #expect(small.pixels.alphaType == .straight && small.pixels.size == PixelSize(width: 50, height: 35))
    #expect(largestDifference(small.pixels, areaReduced(whole.pixels, to: small.pixels.size)) <= 1)
  }
}
