import Imaging
import Support
import Testing

@testable import PhotoFile

/// Parts of a picture, smaller pictures, pictures that are not whole, and pictures without their auxiliary images.
@Suite struct ReadingOptionsTests {
  /// Small JPEG files of all makes, and PNG files of 8 and 16 bits, with and without alpha.
  private static func files() throws -> [[UInt8]] {
    let size = PixelSize(width: 43, height: 37)
    let png = try [PixelFormat.rgba8, .rgba16].flatMap { format in
      try [AlphaType.opaque, .straight].map { alphaType in
        try Photo(pixels: SamplePhoto.noise(size, format, alphaType: alphaType, seed: 4)).data(as: .png)
      }
    }
    return JPEGFixtures.Kind.allCases.map(JPEGFixtures.bytes) + png
  }

  @Test func `a region has the pixels of the whole`() throws {
    var random = RepeatableRandomNumberGenerator(seed: 31)
    for (number, bytes) in try Self.files().enumerated() {
      let whole = try Photo(data: bytes)
      for _ in 0..<20 {
        let (x, y) = (Int.random(in: 0..<43, using: &random), Int.random(in: 0..<37, using: &random))
        let rect = PixelRect(
          x: x, y: y, width: .random(in: 1...43 - x, using: &random), height: .random(in: 1...37 - y, using: &random))
        let part = try Photo(data: bytes, options: ReadingOptions(region: rect))
        #expect(part.pixels == crop(whole.pixels, rect), "file \(number), \(rect)")
      }
    }
  }

  @Test func `regions of a larger JPEG have the pixels of the whole`() throws {
    // Of many groups of rows, most of which are skipped.
    var random = RepeatableRandomNumberGenerator(seed: 32)
    let size = PixelSize(width: 203, height: 171)
    let bytes = try Photo(pixels: SamplePhoto.noise(size, .rgba8, alphaType: .opaque, seed: 6)).data(as: .jpeg())
    let whole = try Photo(data: bytes)
    for _ in 0..<20 {
      let (x, y) = (Int.random(in: 0..<203, using: &random), Int.random(in: 0..<171, using: &random))
      let rect = PixelRect(
        x: x, y: y, width: .random(in: 1...203 - x, using: &random), height: .random(in: 1...171 - y, using: &random))
      #expect(try Photo(data: bytes, options: ReadingOptions(region: rect)).pixels == crop(whole.pixels, rect))
    }
  }

  @Test func `a region is clipped to the picture, and must overlap it`() throws {
    let bytes = JPEGFixtures.bytes(.yCbCr420)
    let whole = try Photo(data: bytes)
    let beyond = PixelRect(x: -5, y: 30, width: 100, height: 100)
    let part = try Photo(data: bytes, options: ReadingOptions(region: beyond))
    #expect(part.pixels == crop(whole.pixels, PixelRect(x: 0, y: 30, width: 43, height: 7)))
    for region in [PixelRect(x: 43, y: 0, width: 5, height: 5), PixelRect(x: 3, y: 3, width: 0, height: 5)] {
      let error = failure { () throws(PhotoFileError) in
        _ = try Photo(data: bytes, name: "a", options: ReadingOptions(region: region))
      }
      #expect(error == .emptyRegion(file: "a", region: region, size: whole.pixels.size))
    }
  }

  @Test(arguments: [EncodingOptions.jpeg(), .heic()])
  func `mattes and faces are cropped with the picture`(encoding: EncodingOptions) throws {
    var photo = SamplePhoto.portrait(PixelSize(width: 130, height: 98), orientation: .right)
    photo = photo.with(faces: [
      Face(bounds: NormalizedRect(x: 0.5, y: 0.25, width: 0.2, height: 0.1), roll: .degrees(0), yaw: .degrees(0)),
      Face(bounds: NormalizedRect(x: 0.0, y: 0.9, width: 0.1, height: 0.1), roll: .degrees(0), yaw: .degrees(0)),
    ])
    let bytes = try photo.data(as: encoding)
    let whole = try Photo(data: bytes)
    let region = PixelRect(x: 13, y: 11, width: 66, height: 54)
    let part = try Photo(data: bytes, options: ReadingOptions(region: region))
    // 13..<79 by 11..<65 of whole pixels are 6..<40 by 5..<33 of half as many.
    let half = PixelRect(x: 6, y: 5, width: 34, height: 28)
    #expect(part.auxiliaryImages.count == 4)
    for (image, original) in zip(part.auxiliaryImages, whole.auxiliaryImages) {
      #expect(image.type == original.type && image.pixels == crop(original.pixels, half))
    }
    #expect(part.metadata == whole.metadata && part.orientation == .right)
    // The upright picture is 98 x 130, and the region is at 98 - 65 = 33, 13 with 54 x 66.
    let face = try #require(part.faces.first)
    #expect(part.faces.count == 1)
    #expect(
      abs(face.bounds.minX * 54 - (0.5 * 98 - 33)) < 0.01 && abs(face.bounds.minY * 66 - (0.25 * 130 - 13)) < 0.01)
    #expect(abs(face.bounds.width * 54 - 0.2 * 98) < 0.01 && abs(face.bounds.height * 66 - 0.1 * 130) < 0.01)
  }

  @Test(arguments: [1, 2, 5, 7, 21, 22, 30, 42])
  func `the longer side has the requested length, and pixels are means`(length: Int) throws {
    let size = PixelSize(width: 43, height: 37)
    let height = max(1, Int((37 * Double(length) / 43).rounded()))
    let pixels = SamplePhoto.pixels(size)
    for options in [EncodingOptions.jpeg(quality: 1), .png] {
      let bytes = try Photo(pixels: pixels).data(as: options)
      let small = try Photo(data: bytes, options: ReadingOptions(maximumPixelSize: length)).pixels
      #expect(small.size == PixelSize(width: length, height: height))
      // A scaled transform is no exact mean; if it gives the requested size, its pixels are eighths of blocks.
      let difference = largestDifference(small, areaReduced(pixels, to: small.size))
      #expect(difference <= (options.format == .png ? 0.51 : 18), "\(options.format) \(difference)")
    }
  }

  @Test func `no picture is enlarged`() throws {
    for bytes in try Self.files() {
      let whole = try Photo(data: bytes)
      for length in [43, 44, 1_000_000, Int.max] {
        #expect(try Photo(data: bytes, options: ReadingOptions(maximumPixelSize: length)) == whole)
      }
    }
  }

  @Test func `data that a reduced picture keeps`() throws {
    let photo = SamplePhoto.portrait(PixelSize(width: 120, height: 80), orientation: .leftMirrored)
      .with(faces: [Face(bounds: NormalizedRect(x: 0.5, y: 0.25, width: 0.2, height: 0.1))])
    let bytes = try photo.data(as: .jpeg())
    let whole = try Photo(data: bytes)
    let small = try Photo(data: bytes, options: ReadingOptions(maximumPixelSize: 30))
    #expect(small.orientation == .leftMirrored && small.metadata == whole.metadata && small.faces == whole.faces)
    #expect(small.pixels.size == PixelSize(width: 30, height: 20))
    #expect(small.auxiliaryImages.map(\.pixels.size) == Array(repeating: PixelSize(width: 15, height: 10), count: 4))
    for (image, original) in zip(small.auxiliaryImages, whole.auxiliaryImages) {
      #expect(largestDifference(image.pixels, areaReduced(original.pixels, to: image.pixels.size)) <= 6)
    }
    let part = try Photo(
      data: bytes,
      options: ReadingOptions(region: PixelRect(x: 3, y: 5, width: 50, height: 70), maximumPixelSize: 35))
    #expect(part.pixels.size == PixelSize(width: 25, height: 35))
    let expected = areaReduced(crop(whole.pixels, PixelRect(x: 3, y: 5, width: 50, height: 70)), to: part.pixels.size)
    #expect(largestDifference(part.pixels, expected) <= 0.51)
  }

  @Test func `transparent pixels do not colour their neighbours when a picture is reduced`() throws {
    let pixels = PixelBuffer(
      size: PixelSize(width: 2, height: 2), format: .rgba8, alphaType: .straight,
      bytes: [200, 100, 50, 255, 0, 255, 0, 0, 0, 255, 0, 0, 200, 100, 50, 255])
    let bytes = try Photo(pixels: pixels).data(as: .png)
    let small = try Photo(data: bytes, options: ReadingOptions(maximumPixelSize: 1)).pixels
    #expect(small.bytes == [200, 100, 50, 128])
    #expect(small.alphaType == .straight)
  }

  @Test(arguments: [JPEGFixtures.Kind.yCbCr420, .yCbCr444, .restarts, .arithmetic, .gray, .cmyk])
  func `a truncated JPEG gives its intact rows`(kind: JPEGFixtures.Kind) throws {
    let bytes = JPEGFixtures.bytes(kind)
    let whole = try Photo(data: bytes)
    let start = try JPEGPicture(bytes, file: "test").headerEnd
    for length in stride(from: start + 8, to: bytes.count - 12, by: 13) {
      let cut = Array(bytes.prefix(length))
      guard case .malformed = failure(of: { () throws(PhotoFileError) in _ = try Photo(data: cut) }) else {
        Issue.record("\(length) of \(bytes.count) bytes are no error")
        continue
      }
      let photo = try Photo(data: cut, options: ReadingOptions(allowsIncomplete: true))
      let rows = try #require(wholeRows(photo))
      #expect(photo.pixels.size == whole.pixels.size && rows < 37)
      // The last of them may have chroma from a row that is missing.
      let sound = max(0, rows - 1)
      #expect(
        photo.pixels.bytes[..<(sound * photo.pixels.rowBytes)].elementsEqual(
          whole.pixels.bytes[..<(sound * photo.pixels.rowBytes)]))
    }
    #expect(try Photo(data: bytes, options: ReadingOptions(allowsIncomplete: true)) == whole)
  }

  /// The number of whole rows that a warning speaks of.
  private func wholeRows(_ photo: Photo) -> Int? {
    guard photo.warnings.count == 1, let words = photo.warnings.first?.message.split(separator: " "),
      words.starts(with: ["only", "the", "first"])
    else { return nil }
    return Int(words[3])
  }

  @Test func `the missing part of a JPEG is gray`() throws {
    let bytes = try Photo(pixels: SamplePhoto.pixels(PixelSize(width: 160, height: 160))).data(as: .jpeg(quality: 0.9))
    let photo = try Photo(
      data: Array(bytes.prefix(bytes.count / 2)), options: ReadingOptions(allowsIncomplete: true))
    let rows = try #require(wholeRows(photo))
    #expect(rows >= 16 && rows <= 144 && rows.isMultiple(of: 16))
    #expect(
      photo.pixels.bytes.suffix(160 * 4).elementsEqual(Array(repeating: [128, 128, 128, 255], count: 160).joined()))
  }

  @Test(arguments: [JPEGFixtures.Kind.progressive, .arithmeticProgressive, .separateScans])
  func `a progressive JPEG is shown as far as it is intact, wherever it is truncated`(kind: JPEGFixtures.Kind) throws {
    let bytes = JPEGFixtures.bytes(kind)
    let start = try JPEGPicture(bytes, file: "test").headerEnd
    for length in start + 8..<bytes.count - 4 {
      let cut = Array(bytes.prefix(length))
      let photo = try Photo(data: cut, options: ReadingOptions(allowsIncomplete: true))
      #expect(photo.pixels.size == PixelSize(width: 43, height: 37))
      let isError = failure { () throws(PhotoFileError) in _ = try Photo(data: cut) } != nil
      #expect(isError == (photo.warnings.count == 1), "\(length)")
    }
    // Without its last fine detail it is nearly the same.
    let nearly = try Photo(
      data: Array(bytes.prefix(bytes.count * 9 / 10)), options: ReadingOptions(allowsIncomplete: true))
    if kind != .separateScans {
      #expect(largestDifference(nearly.pixels, try Photo(data: bytes).pixels) < 30)
      #expect(nearly.warnings.first?.message.contains("detail") == true)
    }
  }

  @Test(arguments: [false, true])
  func `a truncated PNG gives its intact rows`(hasAlpha: Bool) throws {
    let size = PixelSize(width: 40, height: 60)
    let pixels = SamplePhoto.noise(size, .rgba8, alphaType: hasAlpha ? .straight : .opaque, seed: 9)
    let bytes = try Photo(pixels: pixels).data(as: .png)
    let cut = Array(bytes.prefix(bytes.count / 2))
    let photo = try Photo(data: cut, options: ReadingOptions(allowsIncomplete: true))
    let rows = try #require(wholeRows(photo))
    #expect((20..<32).contains(rows))
    #expect(photo.pixels.bytes.prefix(rows * 160) == pixels.bytes.prefix(rows * 160))
    let missing: [UInt8] = hasAlpha ? [0, 0, 0, 0] : [128, 128, 128, 255]
    #expect(photo.pixels.bytes.suffix(160).elementsEqual(Array(repeating: missing, count: 40).joined()))
    // A part that is there is whole.
    let region = PixelRect(x: 3, y: 2, width: 20, height: 10)
    let part = try Photo(data: cut, options: ReadingOptions(region: region, allowsIncomplete: true))
    #expect(part.warnings.isEmpty && part.pixels == crop(pixels, region))
  }

  @Test func `a file that ends before its pixels is an error in any case`() throws {
    let jpeg = JPEGFixtures.bytes(.yCbCr420)
    let png = try Photo(pixels: SamplePhoto.pixels(PixelSize(width: 4, height: 4))).data(as: .png)
    for cut in [Array(jpeg.prefix(100)), Array(png.prefix(40))] {
      guard
        case .malformed = failure(of: { () throws(PhotoFileError) in
          _ = try Photo(data: cut, options: ReadingOptions(allowsIncomplete: true))
        })
      else {
        Issue.record("no error")
        return
      }
    }
  }

  @Test(arguments: [EncodingOptions.jpeg(), .heic()])
  func `only requested auxiliary images are read`(encoding: EncodingOptions) throws {
    let bytes = try SamplePhoto.portrait(PixelSize(width: 64, height: 64)).data(as: encoding)
    let whole = try Photo(data: bytes)
    let none = try Photo(data: bytes, options: ReadingOptions(auxiliaryImages: .none))
    #expect(none.auxiliaryImages.isEmpty && none.pixels == whole.pixels)
    let some = try Photo(
      data: bytes,
      options: ReadingOptions(auxiliaryImages: .only([.semanticSegmentationHairMatte, .portraitEffectsMatte])))
    #expect(
      some.auxiliaryImages
        == whole.auxiliaryImages.filter {
          $0.type == .semanticSegmentationHairMatte || $0.type == .portraitEffectsMatte
        })
    #expect(some.auxiliaryImages.count == 2)
  }

  @Test(arguments: [EncodingOptions.jpeg(), .png, .heic(quality: 0.3)])
  func `damaged files give a picture of the requested size or an error, whatever is requested`(
    encoding: EncodingOptions
  ) throws {
    let file = try SamplePhoto.portrait(PixelSize(width: 70, height: 66)).data(as: encoding)
    var random = RepeatableRandomNumberGenerator(seed: 41)
    var pictures = 0
    for round in 0..<120 {
      var bytes = file
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      if round.isMultiple(of: 3) { bytes = Array(bytes.prefix(Int.random(in: 12...bytes.count, using: &random))) }
      let (x, y) = (Int.random(in: 0..<70, using: &random), Int.random(in: 0..<66, using: &random))
      let options = ReadingOptions(
        region: PixelRect(x: x, y: y, width: 30, height: 40), maximumPixelSize: .random(in: 1...50, using: &random),
        allowsIncomplete: round.isMultiple(of: 2))
      do throws(PhotoFileError) {
        let photo = try Photo(data: bytes, name: "damaged", options: options)
        #expect(max(photo.pixels.width, photo.pixels.height) <= options.maximumPixelSize ?? 0)
        #expect(photo.pixels.bytes.count == photo.pixels.rowBytes * photo.pixels.height)
        pictures += 1
      } catch {
        switch error {
        case .empty, .malformed, .limitExceeded, .unsupported, .unknownFormat, .emptyRegion:
          #expect(error.description.contains("damaged"))
        default: Issue.record("\(error)")
        }
      }
    }
    #expect((20..<120).contains(pictures), "\(pictures)")
  }
}
