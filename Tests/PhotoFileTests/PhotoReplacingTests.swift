import Imaging
import Testing

@testable import PhotoFile

@Suite struct PhotoReplacingTests {
  private func photo(_ orientation: Orientation = .up) -> Photo {
    var photo = SamplePhoto.portrait(PixelSize(width: 30, height: 20), orientation: orientation)
    let other = SamplePhoto.matte(.glasses, photo.pixels.size.half).pixels
    photo.auxiliaryImages += [
      AuxiliaryImage(type: .semanticSegmentationGlassesMatte, pixels: other),
      AuxiliaryImage(type: .depth, pixels: other),
    ]
    return photo
  }

  @Test func `mattes replace those that can be generated and keep the others`() {
    let hair = SamplePhoto.matte(.hair, PixelSize(width: 7, height: 7))
    let changed = photo().with(mattes: [hair])
    #expect(
      changed.auxiliaryImages.map(\.type) == [
        .semanticSegmentationGlassesMatte, .depth, .semanticSegmentationHairMatte,
      ])
    #expect(changed.mattes[.hair]?.pixels == hair.pixels)
    let glasses = photo().with(mattes: [SamplePhoto.matte(.glasses, PixelSize(width: 5, height: 5))])
    #expect(glasses.auxiliaryImages.map(\.type) == [.depth, .semanticSegmentationGlassesMatte])
  }

  @Test(arguments: Orientation.allCases)
  func `an upright matte is rotated to the stored frame`(orientation: Orientation) throws {
    let photo = photo(orientation)
    // One white sample in the upright picture's corner at the top left.
    let size = photo.uprightSize.half
    var pixels = PixelBuffer(size: size, format: .l8, colorSpace: .linearGray)
    pixels.withUnsafeMutableBytes { $0[0] = 255 }
    let changed = photo.with(mattes: [Matte(kind: .skin, pixels: pixels, coordinateSpace: .upright)])
    let stored = try #require(changed.mattes[.skin]).pixels
    #expect(stored.size == photo.pixels.size.half)
    let corner = orientation.inverse.apply(
      to: NormalizedPoint(x: 0.5 / Double(size.width), y: 0.5 / Double(size.height)))
    let index = Int(corner.y * Double(stored.height)) * stored.rowBytes + Int(corner.x * Double(stored.width))
    #expect(stored.bytes[index] == 255 && stored.bytes.filter { $0 != 0 }.count == 1)
  }

  @Test func `auxiliary images are kept if the size of the pixels stays, and only then`() throws {
    let photo = photo()
    let same = photo.with(pixels: PixelBuffer(size: photo.pixels.size, format: .rgba8))
    #expect(same.auxiliaryImages == photo.auxiliaryImages)
    let half = PixelBuffer(size: PixelSize(width: 15, height: 10), format: .rgba8)
    #expect(photo.with(pixels: half).auxiliaryImages.isEmpty)
    let hair = SamplePhoto.matte(.hair, half.size.half)
    #expect(photo.with(pixels: half, mattes: [hair]).auxiliaryImages.map(\.type) == [.semanticSegmentationHairMatte])
  }

  @Test func `EXIF follows the pixels`() throws {
    func sizes(_ exif: [UInt8]?) throws -> [Int?] {
      let structure = try #require(exif.flatMap { TIFFStructure($0) })
      let pointer = try #require(structure.firstDirectory?[0x8769])
      let directory = try #require(structure.integer(of: pointer).flatMap(structure.directory(at:)))
      return [0xA002, 0xA003].map { directory[$0].flatMap(structure.integer(of:)) }
    }
    let photo = photo()
    let same = photo.with(pixels: PixelBuffer(size: photo.pixels.size, format: .rgba8))
    #expect(try sizes(same.metadata.exif) == [640, 480])
    let half = photo.with(pixels: PixelBuffer(size: PixelSize(width: 15, height: 10), format: .rgba8))
    #expect(try sizes(half.metadata.exif) == [15, 10])
    for changed in [same, half] {
      let structure = try #require(changed.metadata.exif.flatMap { TIFFStructure($0) })
      let next = try #require(structure.firstDirectory?.nextPosition)
      #expect(structure.integer(at: next, size: 4) == 0)
    }
    #expect(photo.with(faces: []).metadata == photo.metadata)
  }
}
