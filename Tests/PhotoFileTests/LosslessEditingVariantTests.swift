import Imaging
import Testing

@testable import PhotoFile

/// Files of every make are edited losslessly: what is taken out comes back coded as it was, and the rest is not touched.
@Suite struct LosslessEditingVariantTests {
  /// A photo with a hair matte, and how it is written.
  struct Make: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let options: EncodingOptions
    let size: PixelSize
    let format: PixelFormat
    var alphaType = AlphaType.opaque

    var photo: Photo {
      let pixels = SamplePhoto.noise(size, format, alphaType: alphaType, seed: 11)
      var photo = Photo(pixels: pixels, orientation: .right)
      photo.metadata.exif = SamplePhoto.exif(orientation: .right)
      photo.auxiliaryImages = [
        AuxiliaryImage(
          type: .semanticSegmentationHairMatte,
          pixels: SamplePhoto.noise(size.half, .l8, alphaType: .opaque, seed: 3))
      ]
      return photo
    }
  }

  static let makes: [Make] = {
    let small = PixelSize(width: 70, height: 66)
    return [
      Make(testDescription: "HEIC, 10 bits", options: .heic(quality: 0.4), size: small, format: .rgba16),
      Make(testDescription: "AVIF, 10 bits", options: .avif(quality: 0.4), size: small, format: .rgba16),
      Make(testDescription: "AVIF, 12 bits", options: .avif(quality: 0.4, bitDepth: 12), size: small, format: .rgba16),
      Make(
        testDescription: "HEIC with alpha", options: .heic(quality: 0.4), size: small, format: .rgba8,
        alphaType: .straight),
      Make(
        testDescription: "AVIF with alpha", options: .avif(quality: 0.4), size: small, format: .rgba8,
        alphaType: .straight),
      Make(
        testDescription: "AVIF of tiles", options: .avif(quality: 0.2), size: PixelSize(width: 1100, height: 64),
        format: .rgba8),
    ]
  }()

  @Test(arguments: makes)
  func `a matte is removed and added, and the picture keeps its coding`(make: Make) throws {
    let original = try make.photo.data(as: make.options)
    let hair = AuxiliaryImageType.semanticSegmentationHairMatte
    let coded = try #require(try EncodedPhoto(data: original).auxiliary(hair))
    var photo = try EncodedPhoto(data: original)
    try photo.strip([.mattes])
    let bare = try photo.data()
    #expect(try EncodedPhoto(data: bare).auxiliary(hair) == nil)
    #expect(try Photo(data: bare).pixels == Photo(data: original).pixels)
    var back = try EncodedPhoto(data: bare)
    try back.add(coded)
    let restored = try back.data()
    #expect(try Self.pieces(of: restored) == Self.pieces(of: original))
    #expect(try Photo(data: restored) == Photo(data: original))
  }

  @Test(arguments: [PhotoFormat.heic, .avif], [PixelFormat.l16, .rgba8])
  func `deep and coloured auxiliary images are removed and added with their coding`(
    format: PhotoFormat, samples: PixelFormat
  ) throws {
    let type = AuxiliaryImageType(rawValue: "urn:example:aux:other")
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 70, height: 66)))
    let pixels = SamplePhoto.noise(PixelSize(width: 64, height: 64), samples, alphaType: .opaque, seed: 5)
    photo.auxiliaryImages = [AuxiliaryImage(type: type, pixels: pixels)]
    let original = try photo.data(as: .default(for: format))
    let coded = try #require(try EncodedPhoto(data: original).auxiliary(type))
    var encoded = try EncodedPhoto(data: original)
    try encoded.remove([type])
    #expect(encoded.auxiliary(type) == nil)
    try encoded.add(coded)
    #expect(try Self.pieces(of: encoded.data()) == Self.pieces(of: original))
    #expect(try Photo(data: encoded.data()) == Photo(data: original))
  }

  @Test func `gray tiles of an auxiliary image keep their coding`() throws {
    let original = try HEIFVariantTests().fileWithGrayGrid().file()
    let coded = try #require(try EncodedPhoto(data: original).auxiliary(.hdrGainMap))
    var photo = try EncodedPhoto(data: original)
    try photo.remove([.hdrGainMap])
    #expect(try Photo(data: photo.data()).auxiliary(.hdrGainMap) == nil)
    try photo.add(coded)
    let restored = try photo.data()
    #expect(try Self.pieces(of: restored) == Self.pieces(of: original))
    let (before, after) = (try Photo(data: original), try Photo(data: restored))
    #expect(after.auxiliary(.hdrGainMap)?.pixels == before.auxiliary(.hdrGainMap)?.pixels)
    // Through an edit, too.
    var pixels = before.pixels
    pixels.withUnsafeMutableBytes { $0[0] ^= 0xFF }
    let edited = before.with(pixels: pixels, mattes: nil, faces: nil, gainMap: before.auxiliary(.hdrGainMap))
    let written = try EncodedPhoto(data: try edited.data(as: .heic()))
    #expect(written.auxiliary(.hdrGainMap)?.byteCount == coded.byteCount)
  }

  /// The coded data of all pictures, whatever their order.
  private static func pieces(of file: [UInt8]) throws -> Set<[UInt8]> {
    let document = try HEIFDocument(file, limits: .default).editable()
    return Set(
      document.items.filter { ["hvc1", "av01"].contains($0.entry.type) }.compactMap { document.data(of: $0.id) })
  }
}
