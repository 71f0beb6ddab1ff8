import Imaging
import Kernels
import Testing

@testable import PhotoFile

@Suite struct HEIFRoundTripTests {
  @Test(arguments: [(1, 1), (3, 5), (64, 64), (511, 513), (1000, 700), (70, 2), (513, 65)])
  func `a photo of any size survives a round trip`(width: Int, height: Int) throws {
    let photo = HEIFSyntheticPhoto.photo(PixelSize(width: width, height: height))
    let read = try Photo(data: try photo.data(as: .heic(quality: 0.9)))
    #expect(read.pixels.size == photo.pixels.size)
    #expect(read.pixels.format == .rgba8)
    #expect(read.pixels.alphaType == .opaque)
    #expect(read.pixels.bytes.enumerated().allSatisfy { $0.offset % 4 != 3 || $0.element == 255 })
    #expect(read.metadata == photo.metadata)
    #expect(read.orientation == .up)
    #expect(read.sourceFormat == .heic)
    #expect(HEIFSyntheticPhoto.psnr(read.pixels, photo.pixels) > 33)
    #expect(read.auxiliaryImages.map(\.type) == photo.auxiliaryImages.map(\.type))
    #expect(read.auxiliaryImages.map(\.pixels) == photo.auxiliaryImages.map(\.pixels))
  }

  @Test(arguments: Orientation.allCases)
  func `orientation is kept without rotating pixels`(orientation: Orientation) throws {
    let photo = HEIFSyntheticPhoto.photo(PixelSize(width: 130, height: 66), orientation: orientation)
    let read = try HEIFReader.photo(
      from: try HEIFWriter.data(for: photo, quality: 0.9), file: "a.heic", options: .default
    ).photo
    #expect(read.orientation == orientation)
    #expect(read.uprightSize == photo.uprightSize)
    #expect(HEIFSyntheticPhoto.psnr(read.pixels, photo.pixels) > 33)
    #expect(read.auxiliaryImages.map(\.pixels) == photo.auxiliaryImages.map(\.pixels))
  }

  @Test func `a profile is kept byte for byte, a named space is written as its profile`() throws {
    let profile = try #require(ICCProfile.bytes(for: .adobeRGB))
    let size = PixelSize(width: 64, height: 64)
    for space in [ColorSpace.icc(profile), .adobeRGB] {
      let photo = Photo(pixels: HEIFSyntheticPhoto.pixels(size, colorSpace: space))
      let read = try Photo(data: try photo.data(as: .heic()))
      #expect(read.pixels.colorSpace == .icc(profile))
    }
  }

  @Test(arguments: PixelFormat.allCases)
  func `samples of every format are written`(format: PixelFormat) throws {
    let size = PixelSize(width: 66, height: 64)
    let photo = Photo(
      pixels: PixelBuffer(size: size, format: format) { bytes in
        for index in 0..<size.area * format.componentCount {
          let isAlpha = format.componentCount == 4 && index % 4 == 3
          let value = isAlpha ? 1 : Float(index / format.componentCount % size.width) / Float(size.width)
          switch format.bitsPerComponent {
          case 8: bytes[index] = UInt8(value * 255)
          case 16: bytes.storeBytes(of: UInt16(value * 65535), toByteOffset: 2 * index, as: UInt16.self)
          default: bytes.storeBytes(of: value, toByteOffset: 4 * index, as: Float.self)
          }
        }
      })
    let read = try Photo(data: try photo.data(as: .heic(quality: 0.95))).pixels
    let isDeep = format.bitsPerComponent > 8
    #expect(read.format == (isDeep ? .rgba16 : .rgba8))
    for x in 0..<size.width {
      for component in 0..<3 {
        let sample = read.fraction(x: x, y: 32, component: component)
        #expect(abs(sample - Double(x) / Double(size.width)) < (isDeep ? 0.015 : 0.023))
      }
    }
  }

  @Test func `auxiliary images in colour and with their own XMP are kept`() throws {
    var photo = Photo(pixels: HEIFSyntheticPhoto.pixels(PixelSize(width: 64, height: 64)))
    let size = PixelSize(width: 33, height: 35)
    let gainMap = HEIFSyntheticPhoto.pixels(size, colorSpace: .sRGB)
    photo.auxiliaryImages = [
      AuxiliaryImage(type: .hdrGainMap, pixels: gainMap, xmp: [60, 97, 47, 62]),
      AuxiliaryImage(type: .depth, pixels: HEIFSyntheticPhoto.matte(size, seed: 5)),
    ]
    let read = try Photo(data: try photo.data(as: .heic()))
    #expect(read.auxiliaryImages.count == 2)
    let first = try #require(read.auxiliary(.hdrGainMap))
    #expect(first.pixels.format == .rgba8 && first.pixels.size == size && first.xmp == [60, 97, 47, 62])
    #expect(HEIFSyntheticPhoto.psnr(first.pixels, gainMap) > 33)
    #expect(read.auxiliary(.depth)?.pixels == photo.auxiliaryImages[1].pixels)
    #expect(read.auxiliary(.depth)?.xmp == nil)
  }

  @Test func `auxiliary images of deep samples are refused, not changed`() throws {
    var photo = Photo(pixels: HEIFSyntheticPhoto.pixels(PixelSize(width: 64, height: 64)))
    photo.auxiliaryImages = [
      AuxiliaryImage(type: .depth, pixels: PixelBuffer(size: PixelSize(width: 4, height: 4), format: .lFloat))
    ]
    #expect(throws: PhotoFileError.self) { try photo.data(as: .heic()) }
  }

  @Test func `higher quality is closer and larger`() throws {
    let photo = Photo(
      pixels: SamplePhoto.noise(PixelSize(width: 128, height: 128), .rgba8, alphaType: .opaque, seed: 3))
    let files = try [0.2, 0.5, 0.9].map { try HEIFWriter.data(for: photo, quality: $0) }
    let quality = try files.map { HEIFSyntheticPhoto.psnr(try Photo(data: $0).pixels, photo.pixels) }
    #expect(files.map(\.count) == files.map(\.count).sorted())
    #expect(quality == quality.sorted())
  }
}
