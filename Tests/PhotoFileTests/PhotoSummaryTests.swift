import FoundationEssentials
import Glibc
import Imaging
import Support
import Testing

@testable import PhotoFile

@Suite struct PhotoSummaryTests {
  /// The expected summary, from the photo itself.
  private func expectSame(_ summary: PhotoSummary, _ photo: Photo) {
    #expect(summary.format == photo.sourceFormat)
    #expect(summary.size == photo.pixels.size)
    #expect(summary.uprightSize == photo.uprightSize)
    #expect(summary.orientation == photo.orientation)
    #expect(summary.faces == photo.faces)
    #expect(summary.bitsPerComponent == photo.pixels.format.bitsPerComponent)
    #expect(summary.auxiliaryImages.map(\.type) == photo.auxiliaryImages.map(\.type))
    #expect(summary.auxiliaryImages.map(\.size) == photo.auxiliaryImages.map(\.pixels.size))
    #expect(summary.auxiliaryImages.allSatisfy { $0.bitsPerComponent == 8 && $0.componentCount == 1 })
    #expect(summary.metadata.contains(.exif) == (photo.metadata.exif != nil))
    #expect(summary.metadata.contains(.xmp) == (photo.metadata.xmp != nil))
    #expect(summary.metadata.contains(.iptc) == (photo.metadata.iptc != nil))
  }

  @Test(arguments: [EncodingOptions.jpeg(), .png, .heic()], [Orientation.up, .right])
  func `it describes the photo`(options: EncodingOptions, orientation: Orientation) throws {
    var photo = SamplePhoto.portrait(PixelSize(width: 300, height: 200), orientation: orientation)
    photo.pixels.colorSpace = .displayP3
    photo.faces = [Face(bounds: NormalizedRect(x: 0.25, y: 0.25, width: 0.5, height: 0.25))]
    let data = try photo.data(as: options)
    let summary = try PhotoSummary(data: data)
    expectSame(summary, try Photo(data: data))
    // HEIF can name a space without a profile.
    #expect(summary.metadata.filter { $0 != .icc } == [.exif, .xmp])
    #expect(summary.metadata.contains(.icc) || options.format == .heic)
    #expect(summary.colorSpaceName == "Display P3")
  }

  @Test func `16 bits and a file without metadata`() throws {
    let pixels = SamplePhoto.noise(PixelSize(width: 3, height: 3), .rgba16, alphaType: .straight, seed: 1)
    let summary = try PhotoSummary(data: try Photo(pixels: pixels).data(as: .png))
    #expect(summary.bitsPerComponent == 16)
    #expect(summary.metadata.isEmpty)
    #expect(summary.colorSpaceName == "sRGB")
  }

  @Test func `its errors are the reader's`() {
    let error = failure { () throws(PhotoFileError) in _ = try PhotoSummary(contentsOf: URL(filePath: "/none.jpg")) }
    #expect(error == .unreadable(file: "/none.jpg", reason: "No such file or directory", code: ENOENT))
  }

  @Test(arguments: ["fidmaa_jpeg_depth_data.jpg", "fidmaa_heic_depth_data.heic"], PhonePhotos.available)
  func `it describes files of iPhones`(name: String, photos: PhonePhotos) throws {
    expectSame(try PhotoSummary(contentsOf: photos.url(name)), try Photo(contentsOf: photos.url(name)))
  }
}
