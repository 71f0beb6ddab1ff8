import Imaging
import Testing

@testable import PhotoFile

@Suite struct HEIFRoundTripTests {
  @Test(arguments: [(1, 1), (3, 5), (64, 64), (511, 513), (1000, 700), (70, 2), (513, 65)])
  func `a photo comes back from its file`(width: Int, height: Int) throws {
    let photo = HEIFSyntheticPhoto.photo(PixelSize(width: width, height: height))
    let file = try HEIFWriter.data(for: photo, quality: 0.9)
    let read = try HEIFReader.photo(from: file, file: "a.heic", limits: .default)
    #expect(read.pixels.size == photo.pixels.size)
    #expect(read.pixels.format == .rgba8)
    #expect(read.pixels.alphaType == .opaque)
    #expect(read.pixels.colorSpace == .displayP3)
    #expect(read.metadata == photo.metadata)
    #expect(read.sourceFormat == .heic)
    #expect(HEIFSyntheticPhoto.psnr(read.pixels, photo.pixels) > 33)
    #expect(read.auxiliaryImages.map(\.type) == photo.auxiliaryImages.map(\.type))
    #expect(read.auxiliaryImages.map(\.pixels) == photo.auxiliaryImages.map(\.pixels))
  }
}
