import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

/// Files that iPhones wrote, edited and written again.
@Suite struct ApplePassthroughTests {
  @Test(arguments: PhonePhotos.names, PhonePhotos.available)
  func `after reading, editing and writing only the picture differs`(name: String, photos: PhonePhotos) throws {
    let original = Array(try Data(contentsOf: photos.url(name)))
    let photo = try Photo(data: original)
    let options = EncodingOptions.default(for: try #require(photo.sourceFormat))
    // Black compresses fast; the size is what counts.
    let black = PixelBuffer(
      size: photo.pixels.size, format: photo.pixels.format, colorSpace: photo.pixels.colorSpace)
    let edited = photo.with(pixels: black, mattes: nil, faces: nil, gainMap: photo.auxiliary(.hdrGainMap))
    #expect(edited.warnings.isEmpty && edited.warnings(writingAs: options).isEmpty)
    let file = try edited.data(as: options)
    func coded(_ file: [UInt8]) throws -> [EncodedAuxiliaryImage.Body] {
      try EncodedPhoto(data: file).auxiliaryImages.map(\.body)
    }
    #expect(try coded(file) == coded(original))
    let back = try Photo(data: file)
    #expect(back.metadata.xmp == photo.metadata.xmp && back.faces == photo.faces)
    #expect(back.pixels.colorSpace == photo.pixels.colorSpace)
    // Of EXIF only the thumbnail and its length change.
    let exif = photo.metadata.exif ?? []
    let end = EXIFBlock(exif)?.thumbnail?.lowerBound ?? exif.count
    let differences = zip(back.metadata.exif ?? [], exif[..<end]).filter { $0 != $1 }.count
    #expect(back.metadata.exif?.count == photo.metadata.exif?.count && differences <= 4)
    guard options.format == .heic else { return }
    let (before, after) = (HEIFWalker(original), HEIFWalker(file))
    #expect(before.primary == after.primary)
    // Tiles are written with 512x512 pixels. A fixture's picture fits into one and is written without a grid.
    let tiles = before.references.filter { $0.type == "dimg" }.flatMap(\.to)
    let picture = photos == .originals ? [] : Set(tiles + [before.primary])
    let ids = Set(before.items.keys).subtracting(picture)
    #expect(Set(after.items.keys).subtracting(picture) == ids)
    for id in ids {
      #expect(before.items[id]?.type == after.items[id]?.type)
      #expect(before.propertyTypes(id) == after.propertyTypes(id))
    }
  }
}
