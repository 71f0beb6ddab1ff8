import FoundationEssentials
import Imaging
import Support
import Testing

@testable import PhotoFile

/// Every limit is kept exactly, and the refusal names it.
@Suite struct ReadingLimitsTests {
  /// The limit's name, what a file needs of it, and the limit to set.
  private struct Need {
    let name: String
    let value: Int
    let limit: WritableKeyPath<ReadingLimits, Int> & Sendable
  }

  private func check(_ file: [UInt8], _ needs: [Need]) {
    for need in needs {
      var limits = ReadingLimits()
      limits[keyPath: need.limit] = need.value
      #expect(
        failure { () throws(PhotoFileError) in
          _ = try Photo(data: file, name: "a", options: ReadingOptions(limits: limits))
        } == nil,
        "\(need.name) of \(need.value)")
      limits[keyPath: need.limit] = need.value - 1
      guard
        case .limitExceeded("a", let reason) = failure(of: { () throws(PhotoFileError) in
          _ = try Photo(data: file, name: "a", options: ReadingOptions(limits: limits))
        })
      else {
        Issue.record("\(need.name) of \(need.value - 1) is not kept")
        continue
      }
      #expect(reason.contains("ReadingLimits.\(need.name)"), "\(reason)")
    }
  }

  @Test func `of HEIC`() throws {
    let photo = HEIFSyntheticPhoto.photo(PixelSize(width: 640, height: 120), orientation: .right)
    let file = try photo.data(as: .heic(quality: 0.3))
    let profile = try #require(HEIFWalker(file).properties.first { $0.type == "colr" }).contents.count - 4
    // Two tiles, the grid, two mattes, the XMP of the one and of the photo, EXIF.
    let items = HEIFWalker(file).items
    let exif = try #require(items.values.first { $0.type == "Exif" }).length
    check(
      file,
      [
        Need(name: "pixels", value: 640 * 120, limit: \.pixels),
        Need(name: "totalPixels", value: 640 * 120 + 2 * 320 * 60, limit: \.totalPixels),
        Need(name: "fileBytes", value: file.count, limit: \.fileBytes),
        Need(name: "items", value: items.count, limit: \.items), Need(name: "tiles", value: 2, limit: \.tiles),
        Need(name: "extents", value: 1, limit: \.extents), Need(name: "boxDepth", value: 4, limit: \.boxDepth),
        Need(name: "pictures", value: 2, limit: \.pictures),
        Need(name: "exifBytes", value: exif, limit: \.exifBytes),
        Need(name: "xmpBytes", value: photo.metadata.xmp?.count ?? 0, limit: \.xmpBytes),
        Need(name: "profileBytes", value: profile, limit: \.profileBytes),
      ])
  }

  @Test func `of JPEG`() throws {
    var photo = SamplePhoto.portrait(PixelSize(width: 30, height: 20))
    photo.pixels.colorSpace = .icc(SyntheticProfile.bytes(count: 50_000))
    photo.metadata.iptc = JPEGIdentifier.photoshop + [UInt8](repeating: 7, count: 300)
    let file = try photo.data(as: .jpeg())
    check(
      file,
      [
        Need(name: "pixels", value: 30 * 20, limit: \.pixels),
        Need(name: "totalPixels", value: 30 * 20 + 4 * 15 * 10, limit: \.totalPixels),
        Need(name: "fileBytes", value: file.count, limit: \.fileBytes),
        Need(name: "pictures", value: 5, limit: \.pictures),
        Need(name: "exifBytes", value: photo.metadata.exif?.count ?? 0, limit: \.exifBytes),
        Need(name: "iptcBytes", value: 300, limit: \.iptcBytes),
        Need(name: "profileBytes", value: 50_000, limit: \.profileBytes),
      ])
  }

  @Test func `of JPEG with several scans`() {
    let file = JPEGFixtures.bytes(.progressive)
    let scans = zip(file, file.dropFirst()).count { $0 == (0xFF, 0xDA) }
    #expect(scans > 2)
    check(file, [Need(name: "scans", value: scans, limit: \.scans)])
  }

  @Test func `of JPEG with extended XMP`() throws {
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8)))
    photo.metadata.xmp = Array(
      SamplePhoto.titleXMP.replacing("Tests 1.0", with: String(repeating: "a word ", count: 20_000)).utf8)
    let file = try photo.data(as: .jpeg())
    let picture = try JPEGPicture(file, file: "a")
    let parts =
      picture.payloads(0xE1, JPEGIdentifier.xmp).map(\.count)
      + picture.payloads(0xE1, JPEGIdentifier.extendedXMP).map { $0.count - 40 }
    #expect(parts.count > 2)
    check(file, [Need(name: "xmpBytes", value: parts.reduce(0, +), limit: \.xmpBytes)])
  }

  @Test func `of PNG`() throws {
    var photo = SamplePhoto.portrait(PixelSize(width: 30, height: 20))
    photo.pixels.colorSpace = .icc(SyntheticProfile.bytes(count: 50_000))
    let file = try photo.data(as: .png)
    check(
      file,
      [
        Need(name: "pixels", value: 30 * 20, limit: \.pixels),
        Need(name: "totalPixels", value: 30 * 20, limit: \.totalPixels),
        Need(name: "fileBytes", value: file.count, limit: \.fileBytes),
        Need(name: "exifBytes", value: photo.metadata.exif?.count ?? 0, limit: \.exifBytes),
        Need(name: "xmpBytes", value: photo.metadata.xmp?.count ?? 0, limit: \.xmpBytes),
        Need(name: "profileBytes", value: 50_000, limit: \.profileBytes),
      ])
  }

  @Test(arguments: [EncodingOptions.webP(quality: 1), .tiff, .jpegXL(quality: 1)])
  func `of formats of one picture`(options: EncodingOptions) throws {
    var photo = SamplePhoto.portrait(PixelSize(width: 30, height: 20))
    if options.format != .jpegXL { photo.pixels.colorSpace = .icc(SyntheticProfile.bytes(count: 50_000)) }
    let file = try photo.data(as: options)
    let exif = try #require(try Photo(data: file).metadata.exif?.count)
    var needs = [
      Need(name: "pixels", value: 30 * 20, limit: \.pixels),
      Need(name: "totalPixels", value: 30 * 20, limit: \.totalPixels),
      Need(name: "fileBytes", value: file.count, limit: \.fileBytes),
      Need(name: "xmpBytes", value: photo.metadata.xmp?.count ?? 0, limit: \.xmpBytes),
    ]
    // EXIF is put together of a TIFF's tags, and the limit holds for their values.
    if options.format != .tiff { needs.append(Need(name: "exifBytes", value: exif, limit: \.exifBytes)) }
    if options.format != .jpegXL { needs.append(Need(name: "profileBytes", value: 50_000, limit: \.profileBytes)) }
    check(file, needs)
    var limits = ReadingLimits()
    limits.exifBytes = 20
    guard
      case .limitExceeded("a", _) = failure(of: { () throws(PhotoFileError) in
        _ = try Photo(data: file, name: "a", options: ReadingOptions(limits: limits))
      })
    else {
      Issue.record("exifBytes is not kept")
      return
    }
  }

  @Test func `of GIF and RAW`() {
    let gif = SyntheticGIF.file(
      width: 10, height: 6, [.init(width: 10, height: 6, indices: [UInt8](repeating: 3, count: 60))])
    check(
      gif,
      [Need(name: "pixels", value: 60, limit: \.pixels), Need(name: "fileBytes", value: gif.count, limit: \.fileBytes)])
    let raw = SyntheticDNG.ramp(width: 64, height: 48)
    check(
      raw,
      [
        Need(name: "pixels", value: 64 * 48, limit: \.pixels),
        Need(name: "fileBytes", value: raw.count, limit: \.fileBytes),
      ])
  }

  @Test func `of a file on disk`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "a.jpg")
    let photo = SamplePhoto.portrait(PixelSize(width: 30, height: 20))
    try photo.write(to: url, as: .jpeg())
    var limits = ReadingLimits()
    limits.fileBytes = try photo.data(as: .jpeg()).count - 1
    guard
      case .limitExceeded(url.path, _) = failure(of: { () throws(PhotoFileError) in
        _ = try Photo(contentsOf: url, options: ReadingOptions(limits: limits))
      })
    else {
      Issue.record("fileBytes is not kept")
      return
    }
  }
}
