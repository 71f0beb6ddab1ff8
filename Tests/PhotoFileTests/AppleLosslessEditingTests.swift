import FoundationEssentials
import Support
import Testing

@testable import PhotoFile

/// Files that iPhones wrote, changed without coding anything again.
@Suite struct AppleLosslessEditingTests {
  @Test(arguments: ["fidmaa_heic_depth_data.heic", "fidmaa_heic_face_data.heic"], PhonePhotos.available)
  func `a HEIC's mattes are removed and added again, and all other items stay bit for bit`(
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
  func `a JPEG's matte is removed and added again byte for byte`(name: String, photos: PhonePhotos) throws {
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
