import Imaging
import Testing

@testable import PhotoFile

/// Every type of auxiliary image in every format that has a place for them.
@Suite struct AuxiliaryTypeTests {
  static let formats = PhotoFormat.allCases.filter { $0.holds(.auxiliaryImages) }
  static let types =
    MatteKind.allCases.map(AuxiliaryImageType.init) + [
      .depth, .hdrGainMap, AuxiliaryImageType(rawValue: "urn:example:2026:aux:warmth"),
    ]

  private static let size = PixelSize(width: 70, height: 50)

  /// XMP as Apple's, of a map whose samples stand for 0.5 to 2.25.
  private static func depthXMP(_ name: String) -> [UInt8] {
    Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="" xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/"
       xmlns:depthData="http://ns.apple.com/depthData/1.0/"><apdi:AuxiliaryImageType>\(name)</apdi:AuxiliaryImageType>
      <apdi:FloatMinValue>0.5</apdi:FloatMinValue><apdi:FloatMaxValue>2.25</apdi:FloatMaxValue>
      <apdi:NativeFormat>1751411059</apdi:NativeFormat><apdi:StoredFormat>1278226488</apdi:StoredFormat>
      <depthData:Accuracy>relative</depthData:Accuracy></rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private static func photo(_ images: [AuxiliaryImage]) -> Photo {
    Photo(
      pixels: SamplePhoto.pixels(size), metadata: PhotoMetadata(exif: SamplePhoto.exif(orientation: .up)),
      auxiliaryImages: images)
  }

  private static func image(_ type: AuxiliaryImageType, xmp: [UInt8]? = nil) -> AuxiliaryImage {
    let index = types.firstIndex(of: type) ?? 0
    let kind = MatteKind.allCases[index % MatteKind.allCases.count]
    return AuxiliaryImage(type: type, pixels: SamplePhoto.matte(kind, size.half).pixels, xmp: xmp)
  }

  private func expectSame(_ image: AuxiliaryImage?, _ original: AuxiliaryImage, in format: PhotoFormat) throws {
    let image = try #require(image)
    #expect(image.type == original.type)
    let difference = largestDifference(image.pixels, original.pixels)
    #expect(format == .jpeg ? difference <= 2 : difference == 0, "\(difference)")
    #expect(image.matte?.kind == original.type.matteKind)
  }

  @Test(arguments: types, formats)
  func `every type is kept in each format`(type: AuxiliaryImageType, format: PhotoFormat) throws {
    let original = Self.image(type)
    let bytes = try Self.photo([original]).data(as: .default(for: format))
    let read = try Photo(data: bytes)
    #expect(read.auxiliaryImages.count == 1)
    try expectSame(read.auxiliary(type), original, in: format)
    let summary = try PhotoSummary(data: bytes).auxiliaryImages
    #expect(summary.map(\.type) == [type] && summary.map(\.size) == [Self.size.half])
    #expect(summary.map(\.componentCount) == [1] && summary.map(\.bitsPerComponent) == [8])
  }

  @Test(arguments: formats)
  func `all types together stay with a photo whose pixels are replaced`(format: PhotoFormat) throws {
    let originals = Self.types.map { Self.image($0) }
    let read = try Photo(data: try Self.photo(originals).data(as: .default(for: format)))
    let edited = read.with(
      pixels: SamplePhoto.pixels(Self.size), mattes: [SamplePhoto.matte(.hair, Self.size.half)], faces: nil,
      gainMap: read.auxiliary(.hdrGainMap))
    let back = try Photo(data: try edited.data(as: .default(for: format)))
    #expect(
      Set(back.auxiliaryImages.map(\.type))
        == Set(
          Self.types.filter { type in
            // Mattes that can be generated are those that were given.
            type.matteKind.map { $0 == .hair || !MatteKind.generated.contains($0) } ?? true
          }))
    for image in back.auxiliaryImages where image.type.matteKind != .hair {
      let before = try #require(read.auxiliary(image.type))
      let difference = largestDifference(image.pixels, before.pixels)
      #expect(format == .jpeg ? difference <= 2 : difference == 0, "\(image.type): \(difference)")
      #expect(image.xmp == before.xmp)
    }
  }

  @Test(arguments: ["depth", "disparity"], formats)
  func `depth and disparity keep the meaning of their samples`(name: String, format: PhotoFormat) throws {
    let xmp = Self.depthXMP(name)
    let original = Self.image(.depth, xmp: xmp)
    var photo = Self.photo([original])
    // Through the format, and through every other and back.
    for next in [format] + Self.formats + [format] {
      photo = try Photo(data: try photo.data(as: .default(for: next)))
      let image = try #require(photo.auxiliary(.depth))
      #expect(image.xmp == xmp)
      #expect(largestDifference(image.pixels, original.pixels) <= 4)
    }
  }

  @Test(arguments: formats)
  func `an image that is removed and added again keeps its coding`(format: PhotoFormat) throws {
    var photo = try EncodedPhoto(
      data: try Self.photo(Self.types.map { Self.image($0) }).data(as: .default(for: format)))
    let originals = photo.auxiliaryImages
    #expect(Set(originals.map(\.type)) == Set(Self.types))
    try photo.remove(Set(Self.types))
    photo = try EncodedPhoto(data: try photo.data())
    #expect(photo.auxiliaryImages.isEmpty)
    for image in originals { try photo.add(image) }
    let back = try EncodedPhoto(data: try photo.data()).auxiliaryImages
    for image in originals {
      let again = try #require(back.first { $0.type == image.type })
      let isSame = again.body == image.body && again.xmp == image.xmp
      #expect(isSame, "\(image.type.rawValue)")
    }
  }

  @Test(arguments: JPEGFixtures.Kind.allCases)
  func `a matte can be added to any JPEG and removed, and its scans stay`(kind: JPEGFixtures.Kind) throws {
    func scans(_ photo: EncodedPhoto) throws -> [UInt8] {
      guard case .jpeg(let document) = photo.body else { return [] }
      return Array(document.primary.scans)
    }
    let bytes = JPEGFixtures.bytes(kind)
    let original = try EncodedPhoto(data: bytes)
    var photo = original
    let hair = Self.image(.semanticSegmentationHairMatte)
    try photo.add(hair)
    photo = try EncodedPhoto(data: try photo.data())
    let isSame = try scans(photo) == scans(original)
    #expect(isSame)
    let read = try Photo(data: try photo.data())
    let isSamePicture = read.pixels == (try Photo(data: bytes)).pixels
    #expect(isSamePicture)
    try expectSame(read.auxiliary(hair.type), hair, in: .jpeg)
    try photo.strip([.mattes])
    #expect(try Photo(data: photo.data()).auxiliaryImages.isEmpty)
    let isStillSame = try scans(photo) == scans(original)
    #expect(isStillSame)
  }
}
