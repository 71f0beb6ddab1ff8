import Imaging
import Testing

@testable import PhotoFile

@Suite struct HEIFSummaryTests {
  @Test func `a summary agrees with the photo`() throws {
    let photo = HEIFSyntheticPhoto.photo(PixelSize(width: 300, height: 530), orientation: .right)
    let file = try HEIFWriter.data(for: photo, quality: 0.5)
    let summary = try HEIFReader.summary(of: file, file: "a.heic", limits: .default)
    #expect(summary.format == .heic)
    #expect(summary.size == photo.pixels.size)
    #expect(summary.uprightSize == PixelSize(width: 530, height: 300))
    #expect(summary.orientation == .right)
    #expect(summary.colorSpaceName == "Display P3")
    #expect(summary.bitsPerComponent == 8)
    #expect(summary.metadata == [.exif, .xmp, .icc])
    #expect(
      summary.auxiliaryImages
        == photo.auxiliaryImages.map {
          PhotoSummary.AuxiliaryImage(
            type: $0.type, size: $0.pixels.size, bitsPerComponent: 8, componentCount: 1)
        })
    #expect(try HEIFReader.metadata(from: file, file: "a.heic", limits: .default) == photo.metadata)
  }

  @Test func `a summary decodes no picture`() throws {
    let photo = HEIFSyntheticPhoto.photo(PixelSize(width: 64, height: 64))
    var file = try HEIFWriter.data(for: photo, quality: 0.5)
    let whole = try HEIFReader.summary(of: file, file: "a.heic", limits: .default)
    let walker = HEIFWalker(file)
    let slices = try #require(walker.items[walker.primary])
    for index in slices.offset..<slices.offset + slices.length { file[index] = 0xFF }
    #expect(try HEIFReader.summary(of: file, file: "a.heic", limits: .default) == whole)
    #expect(throws: PhotoFileError.self) { try Photo(data: file) }
  }
}
