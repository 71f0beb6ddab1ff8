import FoundationEssentials
import Glibc
import Imaging
import Support
import Testing

@testable import PhotoFile

@Suite struct PhotoReadingTests {
  private func reading(_ url: URL, limits: ReadingLimits = .default) -> PhotoFileError? {
    failure { () throws(PhotoFileError) in _ = try Photo(contentsOf: url, options: ReadingOptions(limits: limits)) }
  }

  private func reading(_ data: [UInt8], limits: ReadingLimits = .default) -> PhotoFileError? {
    failure { () throws(PhotoFileError) in
      _ = try Photo(data: data, name: "data", options: ReadingOptions(limits: limits))
    }
  }

  @Test func `the format is detected by the first bytes and not by the name`() throws {
    let folder = try TemporaryFolder()
    let photo = SamplePhoto.portrait(PixelSize(width: 30, height: 20))
    for (name, options) in [("a.png", EncodingOptions.jpeg()), ("b.jpg", .png), ("c", .jpeg())] {
      let url = folder.url.appending(path: name)
      try photo.write(to: url, as: options)
      #expect(try Photo(contentsOf: url).sourceFormat == options.format)
    }
  }

  @Test func `a missing, unreadable or irregular file is reported as unreadable`() throws {
    let folder = try TemporaryFolder()
    let missing = folder.url.appending(path: "missing.jpg")
    #expect(reading(missing) == .unreadable(file: missing.path, reason: "No such file or directory", code: ENOENT))
    #expect(reading(folder.url) == .unreadable(file: folder.url.path, reason: "it is a folder"))
    #expect(reading(missing)?.description.contains(missing.path) == true)
  }

  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func `a file without permission is unreadable`() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "locked.jpg")
    try Photo(pixels: SamplePhoto.pixels(PixelSize(width: 4, height: 4))).write(to: url, as: .jpeg())
    chmod(url.path, 0)
    #expect(reading(url) == .unreadable(file: url.path, reason: "Permission denied", code: EACCES))
  }

  @Test func `a file without bytes is said to be empty`() throws {
    #expect(reading([]) == .empty(file: "data"))
    let folder = try TemporaryFolder()
    let url = try folder.file("picture.jpg", [])
    #expect(reading(url) == .empty(file: url.path))
  }

  @Test(arguments: ["x", "This is a text, whatever its name says.", "\u{89}PNG"])
  func `other bytes have no known format`(text: String) throws {
    #expect(reading(Array(text.utf8)) == .unknownFormat(file: "data"))
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "picture.jpg")
    try Data(text.utf8).write(to: url)
    #expect(reading(url) == .unknownFormat(file: url.path))
  }

  @Test(arguments: [EncodingOptions.jpeg(), .png])
  func `a picture truncated anywhere is malformed`(options: EncodingOptions) throws {
    let whole = try Photo(
      pixels: SamplePhoto.noise(PixelSize(width: 24, height: 24), .rgba8, alphaType: .opaque, seed: 3)
    ).data(as: options)
    // Only the marker at its end may be missing of a JPEG.
    for count in stride(from: 12, to: whole.count - 2, by: 7) {
      guard case .malformed = reading(Array(whole[..<count])) else {
        Issue.record("\(count) of \(whole.count) bytes gave \(String(describing: reading(Array(whole[..<count]))))")
        return
      }
    }
  }

  @Test func `a truncated auxiliary image is malformed`() throws {
    let whole = try SamplePhoto.portrait(PixelSize(width: 64, height: 64)).data(as: .jpeg())
    guard case .malformed = reading(Array(whole.dropLast(40))) else {
      Issue.record("no error")
      return
    }
  }

  @Test func `a huge size is refused before memory is allocated`() throws {
    // 65500 x 65500 in a file of a few hundred bytes.
    var jpeg = try Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8))).data(as: .jpeg())
    let frame = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
    guard case .limitExceeded(_, let reason) = reading(jpeg) else {
      Issue.record("no error")
      return
    }
    #expect(reason.contains("65500x65500"))
    let header = PNGPieces.chunk("IHDR", [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 8, 2, 0, 0, 0])
    guard case .limitExceeded = reading(PNGChunks.signature + header) else {
      Issue.record("no error")
      return
    }
  }
}
