import Imaging
import Support
import Testing

@testable import PhotoFile

/// JPEG files of every make: subsampling, scans, colour, coders, and the disorder that other programs leave behind.
@Suite struct JPEGVariantsTests {
  private static let size = PixelSize(width: 43, height: 37)
  private static let sameCoefficients: [JPEGFixtures.Kind] = [
    .progressive, .restarts, .separateScans, .arithmetic, .arithmeticProgressive,
  ]

  private func expected(_ kind: JPEGFixtures.Kind) -> PixelBuffer {
    var pixels = SamplePhoto.pixels(Self.size)
    pixels.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 4) {
        switch kind {
        case .gray, .grayWithFactors: for c in [0, 2] { bytes[start + c] = bytes[start + 1] }
        case .cmyk, .cmykWithoutAdobe, .ycck:
          for c in 0..<3 { bytes[start + c] = UInt8(Int(bytes[start + c]) * 200 / 255) }
        default: break
        }
      }
    }
    return pixels
  }

  @Test(arguments: JPEGFixtures.Kind.allCases)
  func `every coding process is read`(kind: JPEGFixtures.Kind) throws {
    let photo = try Photo(data: JPEGFixtures.bytes(kind))
    #expect(photo.pixels.size == Self.size && photo.pixels.format == .rgba8)
    #expect(photo.warnings.isEmpty)
    // The soft disc has a kink at its rim, which chroma of every fourth column blurs.
    let isCoarse = kind == .yCbCr411 || kind == .yCbCr410
    #expect(largestDifference(photo.pixels, expected(kind)) <= (isCoarse ? 30 : 12))
  }

  @Test(arguments: sameCoefficients)
  func `the order of scans and the entropy coder change no pixel`(kind: JPEGFixtures.Kind) throws {
    #expect(try Photo(data: JPEGFixtures.bytes(kind)).pixels == (try Photo(data: JPEGFixtures.bytes(.yCbCr420)).pixels))
  }

  @Test func `12 bits are reported as unsupported`() throws {
    var bytes = JPEGFixtures.bytes(.yCbCr444)
    let frame = try #require(try JPEGPicture(bytes, file: "test").segments.first { $0.marker == 0xC0 })
    bytes[frame.data.startIndex] = 12
    bytes[frame.data.startIndex - 3] = 0xC1
    guard case .unsupported(_, let reason) = failure(of: { () throws(PhotoFileError) in _ = try Photo(data: bytes) })
    else {
      Issue.record("no error")
      return
    }
    #expect(reason.contains("12"))
  }

  @Test func `lossless JPEG is reported as unsupported`() throws {
    var bytes = JPEGFixtures.bytes(.yCbCr444)
    let frame = try #require(try JPEGPicture(bytes, file: "test").segments.first { $0.marker == 0xC0 })
    bytes[frame.data.startIndex - 3] = 0xC3
    guard case .unsupported = failure(of: { () throws(PhotoFileError) in _ = try Photo(data: bytes) }) else {
      Issue.record("no error")
      return
    }
  }

  @Test(arguments: [JPEGFixtures.Kind.yCbCr420, .restarts, .progressive, .gray])
  func `a missing end marker loses nothing`(kind: JPEGFixtures.Kind) throws {
    let bytes = JPEGFixtures.bytes(kind)
    let cut = try Photo(data: Array(bytes.dropLast(2)))
    #expect(cut == (try Photo(data: bytes)))
  }

  @Test func `bytes between segments are skipped`() throws {
    let bytes = JPEGFixtures.bytes(.yCbCr420)
    let picture = try JPEGPicture(bytes, file: "test")
    var spoilt = bytes
    let starts = picture.segments.map { $0.data.startIndex - 4 } + [picture.scans.startIndex]
    for start in starts.dropFirst().reversed() {
      spoilt.insert(contentsOf: [0, 17, 4, 0xFF, 0xFF], at: start)
    }
    #expect(spoilt.count > bytes.count + 20)
    #expect(try Photo(data: spoilt).pixels == (try Photo(data: bytes).pixels))
  }

  private func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 0xFF)] + data
  }

  /// The picture with segments right after its first marker.
  private func file(_ segments: [[UInt8]]) -> [UInt8] {
    let bytes = JPEGFixtures.bytes(.yCbCr420)
    return Array(bytes.prefix(2)) + Array(segments.joined()) + bytes.dropFirst(2)
  }

  @Test func `EXIF is found after other segments, and only once`() throws {
    let exif = SamplePhoto.exif(orientation: .left)
    let other = SamplePhoto.exif(orientation: .down)
    let bytes = file([
      segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 2, 1] + [UInt8](repeating: 9, count: 6)),
      segment(0xE0, Array("JFXX\0".utf8) + [0x13, 1, 1, 1, 2, 3]),
      segment(0xE2, Array("urn:other\0".utf8)), segment(0xE1, Array("Something else\0".utf8)),
      segment(0xFE, Array("a comment".utf8)), segment(0xED, Array("Photoshop 3.0\u{0}8BIM".utf8)),
      segment(0xE1, JPEGIdentifier.exif + exif), segment(0xE1, JPEGIdentifier.exif + other),
    ])
    let photo = try Photo(data: bytes)
    #expect(photo.metadata.exif == exif)
    #expect(photo.orientation == .left)
    #expect(photo.pixels == (try Photo(data: JPEGFixtures.bytes(.yCbCr420)).pixels))
  }

  @Test func `the pieces of a profile are put in order`() throws {
    let profile = SyntheticProfile.bytes(count: 1_000)
    let pieces = [profile[..<300], profile[300..<301], profile[301...]]
    func segments(_ order: [Int], count: Int = 3) -> [[UInt8]] {
      order.map { segment(0xE2, JPEGIdentifier.profile + [UInt8($0 + 1), UInt8(count)] + pieces[$0]) }
    }
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
      #expect(try Photo(data: file(segments(order))).pixels.colorSpace == .icc(profile))
    }
    // One that is missing, there twice, or one more than there should be: no profile rather than a wrong one.
    for (order, count) in [([0, 1], 3), ([0, 1, 1, 2], 3), ([0, 1, 2], 2), ([0, 1, 2], 4)] {
      #expect(try Photo(data: file(segments(order, count: count))).pixels.colorSpace == .sRGB)
    }
  }

  /// A photo with one matte; `change` sees the index of pictures and the file.
  private func multiPicture(_ change: (inout [UInt8], Int) -> Void) throws -> [UInt8] {
    var photo = Photo(pixels: SamplePhoto.pixels(PixelSize(width: 48, height: 32)))
    photo.auxiliaryImages = [
      AuxiliaryImage(
        type: .semanticSegmentationSkyMatte, pixels: SamplePhoto.matte(.sky, PixelSize(width: 24, height: 16)).pixels)
    ]
    var bytes = try photo.data(as: .jpeg())
    let picture = try JPEGPicture(bytes, file: "test")
    let index = try #require(picture.payloads(0xE2, JPEGIdentifier.multiPicture).first)
    change(&bytes, index.startIndex + 50)
    return bytes
  }

  @Test func `sizes in the multi-picture index are not trusted`() throws {
    // As Image I/O leaves them: the first picture's size is too small. And others that nobody should believe.
    for size: [UInt8] in [[0, 0, 0, 9], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0]] {
      for entry in 0..<2 {
        let bytes = try multiPicture { $0.replaceSubrange($1 + 16 * entry + 4..<$1 + 16 * entry + 8, with: size) }
        #expect(try Photo(data: bytes).mattes.kinds == [.sky])
      }
    }
  }

  @Test func `invalid offsets are ignored`() throws {
    for offset: [UInt8] in [[0, 0, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], [0x7F, 0xFF, 0xFF, 0xFF]] {
      let bytes = try multiPicture { $0.replaceSubrange($1 + 24..<$1 + 28, with: offset) }
      #expect(try Photo(data: bytes).auxiliaryImages.isEmpty)
    }
  }

  @Test func `a truncated second picture is an error, unless incomplete pictures are allowed`() throws {
    let bytes = try multiPicture { _, _ in }
    for length in [bytes.count - 30, bytes.count - 600] {
      let cut = Array(bytes.prefix(length))
      guard case .malformed = failure(of: { () throws(PhotoFileError) in _ = try Photo(data: cut) }) else {
        Issue.record("no error")
        return
      }
      let photo = try Photo(data: cut, options: ReadingOptions(allowsIncomplete: true))
      #expect(photo.auxiliaryImages.isEmpty && photo.warnings.count == 1)
      #expect(photo.warnings.first?.message.contains("auxiliary image") == true)
      #expect(photo.pixels == (try Photo(data: bytes).pixels))
      #expect(try Photo(data: cut, options: ReadingOptions(auxiliaryImages: .none)).warnings.isEmpty)
    }
  }
}
