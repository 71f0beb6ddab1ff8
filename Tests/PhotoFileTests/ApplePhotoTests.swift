import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

/// JPEG files that iPhones wrote.
@Suite struct ApplePhotoTests {
  @Test(arguments: PhonePhotos.available)
  func `depth, portrait matte and face of an iOS 12 file`(photos: PhonePhotos) throws {
    let photo = try Photo(contentsOf: photos.url("shu223_image-with-matte.jpg"))
    let size = photos == .originals ? PixelSize(width: 3024, height: 4032) : PixelSize(width: 372, height: 496)
    #expect(photo.pixels.size == size)
    #expect(photo.orientation == .up)
    #expect(photo.auxiliaryImages.map(\.type) == [.depth, .portraitEffectsMatte])
    #expect(photo.mattes.kinds == [.portrait])
    #expect(photo.auxiliaryImages.map(\.pixels.format) == [.l8, .l8])
    #expect(photo.faces.count == 1)
    let face = try #require(photo.faces.first)
    // The element form; the region of type Focus beside it is no face.
    #expect(abs(face.bounds.midX - 0.5635) < 1e-6 && abs(face.bounds.midY - 0.1465) < 1e-6)
    #expect(abs(face.bounds.width - 0.119) < 1e-6)
    #expect(face.roll == .degrees(0) && face.yaw == .degrees(315) && face.id == 1)
    #expect(abs(face.confidence - 0.837) < 1e-9)
    guard case .icc = photo.pixels.colorSpace else {
      Issue.record("the profile is missing")
      return
    }
  }

  @Test(arguments: PhonePhotos.available)
  func `an edited file's face is found where it is seen`(photos: PhonePhotos) throws {
    let photo = try Photo(contentsOf: photos.url("fidmaa_jpeg_depth_data.jpg"))
    let size = photos == .originals ? PixelSize(width: 2316, height: 3088) : PixelSize(width: 300, height: 400)
    #expect(photo.pixels.size == size)
    #expect(photo.auxiliaryImages.map(\.type) == [.depth, .portraitEffectsMatte])
    #expect(photo.mattes[.portrait]?.pixels.size == size.half)
    let face = try #require(photo.faces.first)
    // Measured by eye, from the eyebrows to the chin; the file's own coordinates are those of the turned sensor.
    let seen = NormalizedRect(x: 0.34, y: 0.29, width: 0.33, height: 0.21)
    #expect(face.bounds.intersectionOverUnion(seen) > 0.6)
    #expect(face.roll == .degrees(0))
  }

  @Test(arguments: ["shu223_image-with-matte.jpg", "fidmaa_jpeg_depth_data.jpg"], PhonePhotos.available)
  func `written again nothing but the compression changes`(name: String, photos: PhonePhotos) throws {
    let photo = try Photo(contentsOf: photos.url(name))
    let back = try Photo(data: try photo.data(as: .jpeg(quality: 0.9)))
    #expect(back.metadata == photo.metadata)
    #expect(back.pixels.colorSpace == photo.pixels.colorSpace)
    #expect(back.faces == photo.faces)
    #expect(back.auxiliaryImages.map(\.xmp) == photo.auxiliaryImages.map(\.xmp))
    for (image, original) in zip(back.auxiliaryImages, photo.auxiliaryImages) {
      #expect(image.type == original.type)
      #expect(largestDifference(image.pixels, original.pixels) <= 2)
    }
  }
}
