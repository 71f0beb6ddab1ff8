import Imaging
import Support
import Testing

@testable import PhotoFile

@Suite struct AVIFRoundTripTests {
  @Test(arguments: [(1, 1), (3, 5), (64, 64), (70, 2), (511, 513), (1026, 70), (1027, 70)])
  func `a photo of any size survives a round trip`(width: Int, height: Int) throws {
    let photo = HEIFSyntheticPhoto.photo(PixelSize(width: width, height: height), orientation: .right)
    let file = try photo.data(as: .avif(quality: 0.9))
    let read = try Photo(data: file)
    #expect(read.pixels.size == photo.pixels.size && read.pixels.format == .rgba8 && read.pixels.alphaType == .opaque)
    #expect(read.metadata.xmp == photo.metadata.xmp && read.metadata.exif != nil)
    #expect(read.orientation == .right && read.sourceFormat == .avif)
    #expect(HEIFSyntheticPhoto.psnr(read.pixels, photo.pixels) > 33)
    #expect(read.auxiliaryImages.map(\.type) == photo.auxiliaryImages.map(\.type))
    #expect(read.auxiliaryImages.map(\.pixels) == photo.auxiliaryImages.map(\.pixels))
    let summary = try PhotoSummary(data: file)
    #expect(summary.format == .avif && summary.size == photo.pixels.size && summary.bitsPerComponent == 8)
  }

  @Test func `higher quality is closer and larger`() throws {
    let photo = Photo(pixels: DeepPicture.pixels(PixelSize(width: 200, height: 150)))
    let files = try [0.2, 0.5, 0.8].map { try photo.data(as: .avif(quality: $0)) }
    let quality = try files.map { HEIFSyntheticPhoto.psnr(try Photo(data: $0).pixels, photo.pixels) }
    #expect(files.map(\.count) == files.map(\.count).sorted())
    #expect(quality == quality.sorted())
  }

  @Test(arguments: [0, 5, 10])
  func `any speed gives a picture as good as the others`(speed: Int) throws {
    let photo = Photo(pixels: DeepPicture.pixels(PixelSize(width: 96, height: 80)))
    for options in [EncodingOptions.avif(quality: 0.8, speed: speed), .heic(quality: 0.8, speed: speed)] {
      let read = try Photo(data: try photo.data(as: options))
      #expect(HEIFSyntheticPhoto.psnr(read.pixels, photo.pixels) > 36)
    }
  }

  @Test func `files are distinguished by their brands`() throws {
    let size = PixelSize(width: 64, height: 64)
    let photo = Photo(pixels: HEIFSyntheticPhoto.pixels(size))
    #expect(PhotoFormat(signature: try photo.data(as: .avif())) == .avif)
    #expect(PhotoFormat(signature: try photo.data(as: .heic())) == .heic)
    func signature(_ brands: String...) -> PhotoFormat? {
      let contents = Array("ftyp".utf8) + Array(brands[0].utf8) + [0, 0, 0, 0] + brands.dropFirst().flatMap(\.utf8)
      return PhotoFormat(signature: [0, 0, 0, UInt8(contents.count + 4)] + contents)
    }
    #expect(signature("mif1", "miaf", "avif") == .avif)
    #expect(signature("mif1", "heic", "avif") == .heic)
    #expect(signature("avis", "avif", "mif1") == .avif)
    #expect(signature("mif1", "miaf") == .heic)
    #expect(PhotoFormat(pathExtension: "AVIF") == .avif)
    // Which codec it was is said by the items, whatever the brands are.
    var file = try photo.data(as: .avif())
    file.replaceSubrange(8..<12, with: "mif1".utf8)
    #expect(try Photo(data: file).sourceFormat == .avif)
  }
}
