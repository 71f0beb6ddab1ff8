import Imaging
import Support
import Testing

@testable import PhotoFile

@Suite struct AVIFRoundTripTests {
  @Test(arguments: [(1, 1), (3, 5), (64, 64), (70, 2), (511, 513), (1026, 70), (1027, 70)])
  func `a photo of any size comes back from its file`(width: Int, height: Int) throws {
    let photo = HEIFSyntheticPhoto.photo(PixelSize(width: width, height: height), orientation: .right)
    let file = try photo.data(as: .avif(quality: 0.9))
    #expect(PhotoFormat(signature: file) == .avif)
    let read = try Photo(data: file)
    #expect(read.pixels.size == photo.pixels.size && read.pixels.format == .rgba8 && read.pixels.alphaType == .opaque)
    #expect(read.metadata.xmp == photo.metadata.xmp)
    #expect(read.orientation == .right && read.sourceFormat == .avif)
    #expect(HEIFSyntheticPhoto.psnr(read.pixels, photo.pixels) > 33)
    #expect(read.auxiliaryImages.map(\.type) == photo.auxiliaryImages.map(\.type))
    #expect(read.auxiliaryImages.map(\.pixels) == photo.auxiliaryImages.map(\.pixels))
  }
}
