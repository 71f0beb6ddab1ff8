import FoundationEssentials
import Imaging
import Kernels
import Support
import Testing

@testable import PhotoFile

/// HEIC files that iPhones wrote.
@Suite(.enabled(if: ProjectFolder.sharedData != nil, "needs the shared data"))
struct HEIFApplePhotoTests {
  private func file(_ name: String) throws -> [UInt8] {
    let folder = try #require(ProjectFolder.sharedData).appending(path: "apple")
    return Array(try Data(contentsOf: folder.appending(path: name)))
  }

  @Test func `mattes, depth and gain map of a portrait`() throws {
    let photo = try Photo(data: try file("fidmaa_heic_depth_data.heic"))
    #expect(photo.pixels.size == PixelSize(width: 2316, height: 3088))
    #expect(photo.orientation == .up)
    #expect(photo.metadata.exif?.count == 2544 && photo.metadata.xmp?.count == 2541)
    #expect(
      photo.auxiliaryImages.map(\.type) == [
        .semanticSegmentationTeethMatte, .portraitEffectsMatte, .hdrGainMap, .semanticSegmentationSkinMatte,
        .semanticSegmentationHairMatte, .depth, .semanticSegmentationGlassesMatte,
      ])
    for image in photo.auxiliaryImages {
      let isDepth = image.type == .depth
      #expect(image.pixels.size == PixelSize(width: isDepth ? 480 : 1158, height: isDepth ? 640 : 1544))
      #expect(image.pixels.format == .l8)
      #expect(image.xmp == AuxiliaryXMP.packet(for: image.type, in: .heic) || isDepth)
    }
    // Full range: black and white are both there.
    let portrait = try #require(photo.mattes[.portrait]?.pixels.bytes)
    #expect(portrait.contains(0) && portrait.contains(255))
    // A matte compressed by nothing but itself: written again, it does not change.
    var small = photo
    small.pixels = HEIFSyntheticPhoto.pixels(PixelSize(width: 64, height: 64))
    small.auxiliaryImages = photo.auxiliaryImages.filter {
      $0.type == .semanticSegmentationHairMatte || $0.type == .depth
    }
    let written = try small.data(as: .heif())
    #expect(try Photo(data: written).auxiliaryImages == small.auxiliaryImages)
    // The range of the depth is stated in the same bytes as in the phone's file.
    let range: [UInt8] = [
      0, 0, 0, 17, 0, 0, 0, 13, 0x4E, 0x01, 0xB1, 0x09, 0x35, 0x1E, 0x78, 0x22, 0x01, 0x03, 0xF8, 0x90, 0x20,
    ]
    let type = Array("urn:mpeg:hevc:2015:auxid:2\0".utf8)
    #expect(
      HEIFWalker(written).properties.contains { $0.type == "auxC" && $0.contents == [0, 0, 0, 0] + type + range })
  }

  @Test(arguments: [
    ("fidmaa_heic_face_data.heic", 2316, 3088, 6), ("fidmaa_heic_depth_data.heic", 2316, 3088, 7),
    ("pillow_pug.heic", 4032, 3024, 2),
  ])
  func `summaries without decoding`(name: String, width: Int, height: Int, auxiliaryCount: Int) throws {
    let summary = try PhotoSummary(data: try file(name))
    #expect(summary.size == PixelSize(width: width, height: height))
    #expect(summary.colorSpaceName == "Display P3")
    #expect(summary.metadata == [.exif, .xmp, .icc])
    #expect(summary.auxiliaryImages.count == auxiliaryCount)
    #expect(summary.bitsPerComponent == 8)
  }

  @Test(arguments: [
    ("fidmaa_heic_depth_data.heic", 0.50830078125, 3.767578125), ("pillow_pug.heic", 1.498046875, 4.3828125),
    ("fidmaa_jpeg_depth_data.jpg", 0.554199, 2.808594), ("shu223_image-with-matte.jpg", 0.864746, 1.366211),
  ])
  func `the range of disparities, from HEIF's message and from JPEG's XMP`(
    name: String, low: Float, high: Float
  ) throws {
    let photo = try Photo(data: try file(name), options: ReadingOptions(auxiliaryImages: .only([.depth])))
    let image = try #require(photo.auxiliaryImages.first)
    #expect(photo.auxiliaryImages.count == 1 && image.type == .depth)
    #expect(
      image.depthRepresentation == DepthRepresentation(quantity: .disparity, minimum: low, maximum: high))
    let stated = try #require(DepthRepresentation(xmp: image.xmp))
    #expect(abs(stated.minimum - low) < 1e-5 && abs(stated.maximum - high) < 1e-5)
  }

  @Test(arguments: ["fidmaa_heic_depth_data.heic", "pillow_pug.heic", "shu223_image-with-matte.jpg"])
  func `parts and smaller pictures of phones' files`(name: String) throws {
    let bytes = try file(name)
    let whole = try Photo(data: bytes)
    let rect = PixelRect(x: 701, y: 1022, width: 900, height: 515)
    let part = try Photo(data: bytes, options: ReadingOptions(region: rect))
    #expect(part.pixels == crop(whole.pixels, rect))
    #expect(part.auxiliaryImages.map(\.type) == whole.auxiliaryImages.map(\.type))
    let small = try Photo(data: bytes, options: ReadingOptions(maximumPixelSize: 200))
    #expect(max(small.pixels.width, small.pixels.height) == 200)
    #expect(small.metadata == whole.metadata && small.faces == whole.faces)
    let expected = try whole.pixels.resized(to: small.pixels.size, interpolation: .area)
    // A thumbnail has been sharpened and compressed, and libjpeg's scaled transform is not a mean.
    let sum = zip(small.pixels.bytes, expected.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(sum) / Double(expected.bytes.count) < 3)
  }
}
