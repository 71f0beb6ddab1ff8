import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

/// Auxiliary images removed from files and added again, without encoding.
@Suite struct EncodedPhotoTests {
  private static let formats: [PhotoFormat] = [.heic, .avif, .jpeg]

  private func file(_ format: PhotoFormat, orientation: Orientation = .up) throws -> [UInt8] {
    try SamplePhoto.portrait(PixelSize(width: 601, height: 523), orientation: orientation)
      .data(as: .default(for: format))
  }

  /// All coded pictures of a file, each by its bytes, and the photo's own first.
  private func codedData(_ file: [UInt8]) throws -> [[UInt8]] {
    let photo = try EncodedPhoto(data: file)
    switch photo.body {
    case .heif(let document):
      let tiles = document.targets(of: "dimg", from: document.primaryID)
      return (tiles + document.auxiliaryIDs).compactMap(document.data)
    case .jpeg(let document): return ([document.primary] + document.further.map(\.picture)).map { Array($0.scans) }
    }
  }

  @Test(arguments: formats, [Orientation.up, .right, .downMirrored])
  func `a file whose mattes are removed and added again has the same coded bytes`(
    format: PhotoFormat, orientation: Orientation
  ) throws {
    let original = try file(format, orientation: orientation)
    var photo = try EncodedPhoto(data: original)
    #expect(photo.format == format && photo.orientation == orientation)
    let mattes = photo.auxiliaryImages
    #expect(mattes.map(\.type) == MatteKind.generated.map { AuxiliaryImageType($0) })
    // Through files of their own, as on the command line.
    let folder = try TemporaryFolder()
    for (index, matte) in mattes.enumerated() {
      try AtomicFile.write(try matte.data(), to: folder.url.appending(path: "\(index)"))
    }
    try photo.strip([.mattes])
    let bare = try photo.data()
    #expect(try EncodedPhoto(data: bare).auxiliaryImages.isEmpty)
    #expect(try Photo(data: bare).metadata == Photo(data: original).metadata)
    #expect(bare.count < original.count)

    var back = try EncodedPhoto(data: bare)
    for index in mattes.indices {
      let image = try EncodedAuxiliaryImage(contentsOf: folder.url.appending(path: "\(index)"))
      #expect(image.type == mattes[index].type && image.orientation == orientation)
      try back.add(image)
    }
    #expect(try codedData(back.data()) == codedData(original))
    #expect(try Photo(data: back.data()) == Photo(data: original))
    // In a JPEG even the order is the same, so that not a byte differs.
    if format == .jpeg { #expect(try back.data() == original) }
  }

  @Test(arguments: [3, 30])
  func `bytes behind the boxes are named, and what to do about them`(count: Int) throws {
    let bytes = try file(.heic) + [UInt8](repeating: UInt8(ascii: "x"), count: count)
    #expect(try Photo(data: bytes).pixels.size == PixelSize(width: 601, height: 523))
    let error = try #require(throws: PhotoFileError.self) { try EncodedPhoto(data: bytes, name: "a.heic") }
    #expect(error.description.hasSuffix("; decode its picture, and write that to a new file"), "\(error)")
    if count == 3 { #expect(error.description.contains("3 bytes at byte \(bytes.count - 3) are no box"), "\(error)") }
  }

  @Test func `all other data of a file of iOS 18 are unchanged`() throws {
    let original = try HEIFEighteen.document()
    var photo = try EncodedPhoto(data: original.file())
    let mattes = photo.auxiliaryImages.filter { $0.type.matteKind != nil }
    try photo.strip([.mattes])
    guard case .heif(let bare) = photo.body else { return }
    for item in bare.items {
      #expect(bare.data(of: item.id) == original.data(of: item.id))
      #expect(bare.properties(of: item.id) == original.properties(of: item.id))
    }
    #expect(bare.groups == original.groups)
    #expect(original.items.count - bare.items.count == 8)
    for matte in mattes { try photo.add(matte) }
    let again = HEIFWalker(try photo.data())
    let toneMap = try #require(again.items.first { $0.value.type == "tmap" }?.key)
    let targets = again.references.filter { $0.type == "auxl" }.map(\.to)
    // Four mattes and the depth belong to both pictures, the gain map to one.
    #expect(targets.filter { $0 == [again.primary, toneMap] }.count == 5)
    #expect(targets.filter { $0 == [again.primary] }.count == 1)
  }

  @Test func `the tone-mapped picture is removed with its gain map`() throws {
    var photo = try EncodedPhoto(data: try HEIFEighteen.file())
    try photo.strip([.gainMap])
    let walker = HEIFWalker(try photo.data())
    #expect(!walker.items.values.contains { $0.type == "tmap" })
    #expect(!walker.metaChildren.contains("grpl"))
    #expect(walker.references.allSatisfy { $0.type == "dimg" || $0.to.count == 1 })
    #expect(walker.items.values.contains { $0.type == "uri " })
    #expect(try Photo(data: photo.data()).auxiliaryImages.map(\.type).contains(.depth))
  }

  @Test(arguments: formats) func `an image can be replaced, and encoded again`(format: PhotoFormat) throws {
    var photo = try EncodedPhoto(data: try file(format, orientation: .left))
    let size = PixelSize(width: 300, height: 262)
    let matte = HEIFSyntheticPhoto.matte(size, seed: 3)
    try photo.add(AuxiliaryImage(type: .semanticSegmentationHairMatte, pixels: matte))
    let back = try Photo(data: photo.data())
    #expect(back.auxiliaryImages.count == 4)
    let hair = try #require(back.mattes[.hair])
    #expect(largestDifference(hair.pixels, matte) <= (format == .jpeg ? 2 : 0))
    #expect(try photo.auxiliary(.semanticSegmentationHairMatte)?.decoded().pixels == hair.pixels)
  }

  @Test func `an image of another format or orientation is refused`() throws {
    let jpeg = try EncodedPhoto(data: try file(.jpeg))
    var heic = try EncodedPhoto(data: try file(.heic))
    #expect(throws: PhotoFileError.self) { try heic.add(jpeg.auxiliaryImages[0]) }
    let turned = try EncodedPhoto(data: try file(.heic, orientation: .right))
    #expect(throws: PhotoFileError.self) { try heic.add(turned.auxiliaryImages[0]) }
    let png = try SamplePhoto.portrait(PixelSize(width: 8, height: 8)).data(as: .png)
    #expect(throws: PhotoFileError.self) { try EncodedPhoto(data: png) }
  }

  @Test func `further pictures and data after a JPEG stay in place`() throws {
    // A camera's preview, which says nothing of itself, a matte, and a video behind them.
    var document = try JPEGDocument(try file(.jpeg), file: "a", limits: .default)
    let preview = try JPEGDocument(
      try Photo(pixels: SamplePhoto.pixels(PixelSize(width: 64, height: 48))).data(as: .jpeg()), file: "b",
      limits: .default
    ).primary
    document.further.insert(
      JPEGDocument.Entry(picture: preview, attribute: 0x0001_0001, dependents: [0, 0, 0, 0]), at: 0)
    document.trailer = Array("a video".utf8)
    let original = try document.file()
    let walker = MultiPictureWalker(original)
    #expect(walker.pictures.count == 6 && walker.attributes[1] == 0x0001_0001)

    var photo = try EncodedPhoto(data: original)
    #expect(try photo.data() == original)
    let mattes = photo.auxiliaryImages
    #expect(mattes.count == 4)
    try photo.strip([.mattes])
    let bare = try photo.data()
    #expect(Array(bare.suffix(7)) == document.trailer)
    let left = MultiPictureWalker(bare)
    #expect(left.pictures.count == 2 && left.attributes[1] == 0x0001_0001)
    #expect(Array(bare[left.pictures[1]]) == preview.bytes)
    for matte in mattes { try photo.add(matte) }
    #expect(try photo.data() == original)
    try photo.strip([.thumbnails])
    #expect(try MultiPictureWalker(photo.data()).pictures.count == 5)
  }

  @Test func `damaged files give a typed error or a readable file`() throws {
    for original in [
      try HEIFEighteen.file(), try SamplePhoto.portrait(PixelSize(width: 40, height: 24)).data(as: .jpeg()),
    ] {
      for seed in 0..<400 {
        let bytes = Mutation.mutated(original, seed: UInt64(seed))
        do throws(PhotoFileError) {
          var photo = try EncodedPhoto(data: bytes)
          let images = photo.auxiliaryImages
          try photo.strip([.mattes, .location, .thumbnails], keepingUnknown: true)
          for image in images { try photo.add(image) }
          let again = try EncodedPhoto(data: try photo.data())
          #expect(again.size == photo.size && again.orientation == photo.orientation)
          try photo.strip(Set(StripPart.allCases), keepingUnknown: true)
        } catch {
          switch error {
          case .empty, .malformed, .limitExceeded, .unsupported, .unknownFormat: break
          default: Issue.record("seed \(seed): \(error)")
          }
        }
      }
    }
  }
}
