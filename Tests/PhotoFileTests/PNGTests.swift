import Imaging
import Testing

@testable import PhotoFile

@Suite struct PNGTests {
  @Test(arguments: [PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 5), PixelSize(width: 511, height: 513)])
  func `colour survives a round trip exactly in 8 and 16 bits, opaque or not`(size: PixelSize) throws {
    for format in [PixelFormat.rgba8, .rgba16] {
      for alphaType in [AlphaType.opaque, .straight] {
        let pixels = SamplePhoto.noise(size, format, alphaType: alphaType, seed: 7)
        let back = try Photo(data: try Photo(pixels: pixels).data(as: .png))
        #expect(back.pixels == pixels)
        #expect(back.sourceFormat == .png)
      }
    }
  }

  @Test func `an opaque picture is written without alpha`() throws {
    let size = PixelSize(width: 4, height: 4)
    let opaque = try Photo(pixels: SamplePhoto.noise(size, .rgba8, alphaType: .opaque, seed: 1)).data(as: .png)
    let straight = try Photo(pixels: SamplePhoto.noise(size, .rgba8, alphaType: .straight, seed: 1)).data(as: .png)
    #expect(opaque[25] == 2)
    #expect(straight[25] == 6)
  }

  @Test func `a matte is written as one component and keeps its values`() throws {
    let matte = SamplePhoto.matte(.skin, PixelSize(width: 33, height: 17))
    let bytes = try Photo(pixels: matte.pixels).data(as: .png)
    #expect(bytes[24...25] == [8, 0])
    let back = try Photo(data: bytes).pixels
    #expect(back.colorSpace == .extendedLinearSRGB)
    #expect(matte.pixels.bytes.indices.allSatisfy { back.bytes[4 * $0] == matte.pixels.bytes[$0] })
  }

  @Test func `premultiplied colour is written straight`() throws {
    let pixels = PixelBuffer(
      size: PixelSize(width: 2, height: 1), format: .rgba8, alphaType: .premultiplied,
      bytes: [64, 32, 0, 128, 0, 0, 0, 0])
    let back = try Photo(data: try Photo(pixels: pixels).data(as: .png)).pixels
    #expect(back.bytes == [128, 64, 0, 128, 0, 0, 0, 0])
    #expect(back.alphaType == .straight)
  }

  @Test func `floats become 16 bits`() throws {
    let values: [Float] = [-1, 0.5, 2, .nan]
    let pixels = PixelBuffer(
      size: PixelSize(width: 1, height: 1), format: .rgbaFloat, alphaType: .straight,
      bytes: values.withUnsafeBytes { Array($0) })
    let back = try Photo(data: try Photo(pixels: pixels).data(as: .png)).pixels
    #expect(back.format == .rgba16)
    #expect(back.bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) } == [0, 32768, 65535, 0])
  }

  @Test(arguments: Orientation.allCases)
  func `orientation and metadata survive a round trip`(orientation: Orientation) throws {
    var photo = SamplePhoto.portrait(PixelSize(width: 20, height: 10), orientation: orientation)
    let back = try Photo(data: try photo.data(as: .png))
    #expect(back.orientation == orientation)
    #expect(back.metadata == photo.metadata)
    #expect(back.auxiliaryImages.isEmpty)
    photo.metadata = PhotoMetadata()
    #expect(try Photo(data: try photo.data(as: .png)).orientation == orientation)
  }

  @Test func `a profile is kept byte for byte`() throws {
    let profile = SyntheticProfile.bytes(count: 9_000)
    let photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8), colorSpace: .icc(profile)))
    #expect(try Photo(data: try photo.data(as: .png)).pixels == photo.pixels)
  }

  @Test(arguments: [ColorSpace.sRGB, .extendedLinearSRGB])
  func `spaces without a profile are kept by name`(space: ColorSpace) throws {
    let photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8), colorSpace: space))
    #expect(try Photo(data: try photo.data(as: .png)).pixels.colorSpace == space)
  }

  /// Palette of 2 entries, the first of them half transparent, 2 bits a pixel: red, green / green, red.
  @Test func `a palette with transparency becomes colour`() throws {
    var bytes = PNGChunks.signature
    bytes += PNGPieces.chunk("IHDR", [0, 0, 0, 2, 0, 0, 0, 2, 2, 3, 0, 0, 0])
    bytes += PNGPieces.chunk("PLTE", [255, 0, 0, 0, 255, 0])
    bytes += PNGPieces.chunk("tRNS", [128])
    bytes += PNGPieces.chunk("IDAT", try PNGCodec.deflate([0, 0b0001_0000, 0, 0b0100_0000]))
    bytes += PNGPieces.chunk("IEND", [])
    let pixels = try Photo(data: bytes).pixels
    #expect(pixels.bytes == [255, 0, 0, 128, 0, 255, 0, 255, 0, 255, 0, 255, 255, 0, 0, 128])
    #expect(pixels.alphaType == .straight)
  }

  @Test func `compressed XMP is read up to the limit`() throws {
    let plain = try Photo(pixels: SamplePhoto.pixels(PixelSize(width: 4, height: 4))).data(as: .png)
    func file(_ text: [UInt8]) throws -> [UInt8] {
      let data = Array("XML:com.adobe.xmp\0".utf8) + [1, 0, 0, 0] + (try PNGCodec.deflate(text))
      return Array(plain[..<33]) + PNGPieces.chunk("iTXt", data) + plain[33...]
    }
    let packet = Array(SamplePhoto.titleXMP.utf8)
    #expect(try Photo(data: try file(packet)).metadata.xmp == packet)
    let bomb = try file([UInt8](repeating: 0x20, count: 20 << 20))
    #expect(bomb.count < 100_000)
    guard case .limitExceeded = failure(of: { () throws(PhotoFileError) in _ = try Photo(data: bomb) }) else {
      Issue.record("it was unpacked")
      return
    }
  }
}
