import Imaging
import Testing

@testable import PhotoFile

/// Pictures of more than 8 bits a component in HEIC and AVIF.
@Suite struct DeepColorTests {
  private static let formats: [PhotoFormat] = [.heic, .avif]

  @Test(arguments: formats, [(1, 1), (3, 5), (200, 150), (311, 513)])
  func `a deep picture keeps more than 8 bits could`(format: PhotoFormat, size: (Int, Int)) throws {
    let pixels = DeepPicture.pixels(PixelSize(width: size.0, height: size.1))
    let file = try Photo(pixels: pixels).data(as: EncodingOptions(format: format, quality: 0.97))
    let read = try Photo(data: file)
    #expect(read.pixels.format == .rgba16 && read.pixels.size == pixels.size)
    #expect(try PhotoSummary(data: file).bitsPerComponent == 10)
    let isLarge = size.0 > 100
    #expect(HEIFSyntheticPhoto.psnr(read.pixels, pixels) > (isLarge ? 42 : 27))
    guard isLarge else { return }
    // In its smooth part no sample is off by as much as half a step of 8 bits.
    var sum = 0.0
    for x in 0..<pixels.width / 3 {
      sum += abs(read.pixels.fraction(x: x, y: 40, component: 1) - pixels.fraction(x: x, y: 40, component: 1))
    }
    #expect(sum / Double(pixels.width / 3) < 0.5 / 255)
  }

  @Test(arguments: formats)
  func `8 and 12 bits can be requested`(format: PhotoFormat) throws {
    let pixels = DeepPicture.pixels(PixelSize(width: 130, height: 70))
    for (depth, bound) in [(8, 40.0), (10, 40), (12, 40)] {
      let options = EncodingOptions(format: format, quality: 0.95, bitDepth: depth)
      let file = try Photo(pixels: pixels).data(as: options)
      let read = try Photo(data: file)
      #expect(read.pixels.format == (depth == 8 ? .rgba8 : .rgba16))
      #expect(try PhotoSummary(data: file).bitsPerComponent == depth)
      #expect(HEIFSyntheticPhoto.psnr(read.pixels, pixels) > bound)
    }
    // 10 bits of a picture that has 8.
    let shallow = HEIFSyntheticPhoto.pixels(PixelSize(width: 64, height: 64))
    let file = try Photo(pixels: shallow).data(as: EncodingOptions(format: format, quality: 0.9, bitDepth: 10))
    #expect(try Photo(data: file).pixels.format == .rgba16)
    #expect(throws: PhotoFileError.self) {
      try Photo(pixels: shallow).data(as: EncodingOptions(format: format, quality: 0.9, bitDepth: 9))
    }
  }

  @Test(arguments: formats, [10, 12])
  func `deep auxiliary images come back bit for bit`(format: PhotoFormat, depth: Int) throws {
    for size in [PixelSize(width: 1, height: 1), PixelSize(width: 33, height: 19)] {
      var photo = Photo(pixels: HEIFSyntheticPhoto.pixels(PixelSize(width: 64, height: 64)))
      let samples = DeepPicture.gray(size, depth: depth, seed: UInt64(depth))
      photo.auxiliaryImages = [AuxiliaryImage(type: .hdrGainMap, pixels: samples)]
      let file = try photo.data(as: EncodingOptions(format: format, quality: 0.5))
      let read = try #require(try Photo(data: file).auxiliary(.hdrGainMap))
      #expect(read.pixels.format == .l16 && read.pixels.colorSpace == .linearGray)
      #expect(read.pixels == samples)
      if size.area > 100 {
        #expect(try PhotoSummary(data: file).auxiliaryImages.first?.bitsPerComponent == depth)
      }
    }
  }

  @Test func `auxiliary samples of 16 bits are kept to 12`() throws {
    var photo = Photo(pixels: HEIFSyntheticPhoto.pixels(PixelSize(width: 64, height: 64)))
    let samples = DeepPicture.gray(PixelSize(width: 40, height: 30), depth: 16, seed: 3)
    photo.auxiliaryImages = [AuxiliaryImage(type: .depth, pixels: samples)]
    let read = try #require(try Photo(data: try photo.data(as: .heic())).auxiliary(.depth))
    for y in 0..<30 {
      for x in 0..<40 {
        let error = read.pixels.fraction(x: x, y: y, component: 0) - samples.fraction(x: x, y: y, component: 0)
        #expect(abs(error) <= 0.51 / 4095)
      }
    }
  }

  @Test func `HEIC of 10 bits has the Main 10 profile and its brand`() throws {
    let pixels = DeepPicture.pixels(PixelSize(width: 600, height: 100))
    let file = HEIFWalker(try Photo(pixels: pixels).data(as: .heic()))
    #expect(file.brands == ["heix", "\0\0\0\0", "mif1", "miaf", "heix"])
    let configuration = try #require(file.property("hvcC", of: 1))
    // general_profile_idc 2, compatible with profile 2 alone, no constraint flags of the range extensions.
    #expect(configuration[1] & 31 == 2)
    #expect(Array(configuration[2..<6]) == [0x20, 0, 0, 0])
    #expect(configuration[6] & 0x0F == 0 && configuration[7..<12].allSatisfy { $0 == 0 })
    #expect(configuration[16] == 0xFD && configuration[17] == 0xFA && configuration[18] == 0xFA)
    #expect(file.property("pixi", of: file.primary) == [0, 0, 0, 0, 3, 10, 10, 10])
    // The sets inside say the same as the property.
    let sets = try HEVCConfiguration(configuration[...])
    #expect(sets.parameters.profileTierLevel == Array(configuration[1..<13]))
    let video = try #require(sets.units.first { $0.kind == HEVCNALUnit.Kind.videoParameterSet })
    #expect(Array(video.unescaped[6..<17]) == Array(configuration[1..<12]))
  }
}
