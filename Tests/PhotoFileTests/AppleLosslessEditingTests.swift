import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

/// Files that iPhones wrote, changed without coding anything again.
@Suite struct AppleLosslessEditingTests {
  @Test(arguments: ["fidmaa_heic_depth_data.heic", "fidmaa_heic_face_data.heic"], PhonePhotos.available)
  func `a HEIC's mattes go and come back, and all other items stay bit by bit`(
    name: String, photos: PhonePhotos
  ) throws {
    let original = Array(try Data(contentsOf: photos.url(name)))
    let before = HEIFWalker(original)
    var photo = try EncodedPhoto(data: original)
    let mattes = try photo.auxiliaryImages.filter { $0.type.matteKind != nil }.map { try $0.data() }
    #expect(mattes.count == 5)
    try photo.strip([.mattes])
    let bare = HEIFWalker(try photo.data())
    #expect(before.items.count - bare.items.count == 10)
    for id in bare.items.keys {
      #expect(bare.data(id) == before.data(id) && bare.items[id]?.type == before.items[id]?.type)
      #expect(bare.propertyTypes(id) == before.propertyTypes(id))
    }
    for matte in mattes {
      let file = try EncodedPhoto(data: matte)
      try photo.add(try #require(try file.pictureAsAuxiliaryImage()))
    }
    let after = HEIFWalker(try photo.data())
    func pieces(_ walker: HEIFWalker) -> [[UInt8]] {
      walker.items.keys.map(walker.data).sorted { $0.lexicographicallyPrecedes($1) }
    }
    #expect(pieces(after) == pieces(before))
  }

  @Test(arguments: ["fidmaa_jpeg_depth_data.jpg", "shu223_image-with-matte.jpg"], PhonePhotos.available)
  func `a JPEG's matte goes and comes back to the byte`(name: String, photos: PhonePhotos) throws {
    let original = Array(try Data(contentsOf: photos.url(name)))
    var photo = try EncodedPhoto(data: original)
    let matte = try #require(photo.auxiliary(.portraitEffectsMatte)).data()
    try photo.strip([.mattes])
    #expect(photo.auxiliaryImages.map(\.type) == [.depth])
    try photo.add(try #require(try EncodedPhoto(data: matte).pictureAsAuxiliaryImage()))
    let back = try photo.data()
    // The first picture's size in the index is wrong in files that Image I/O has rewritten.
    let differences = back.count == original.count ? zip(back, original).filter { $0 != $1 }.count : -1
    #expect((0...4).contains(differences))
  }
}

/// Files that iPhones wrote, edited and written again.
@Suite struct ApplePassthroughTests {
  @Test(arguments: PhonePhotos.names, PhonePhotos.available)
  func `read, edited and written nothing changes but the picture`(name: String, photos: PhonePhotos) throws {
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
