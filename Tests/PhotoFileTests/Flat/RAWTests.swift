import Imaging
import Support
import Testing

@testable import PhotoFile

@Suite struct RAWTests {
  private static let size = PixelSize(width: 64, height: 48)

  private static func file(_ orientation: Orientation = .up) -> [UInt8] {
    SyntheticDNG.ramp(width: 64, height: 48, orientation: orientation.rawValue)
  }

  @Test(arguments: [Orientation.up, .down, .left, .right])
  func `a sensor's picture is developed, with orientation and EXIF`(orientation: Orientation) throws {
    let photo = try Photo(data: Self.file(orientation))
    #expect(photo.sourceFormat == .raw && photo.pixels.format == .rgba16 && photo.pixels.size == Self.size)
    #expect(photo.orientation == orientation && photo.pixels.colorSpace == .sRGB)
    // Light grows to the right, in all rows; the sensor is gray.
    let row = photo.pixels.bytes.withUnsafeBytes { bytes in
      (0..<64).map { bytes.load(fromByteOffset: 20 * 64 * 8 + $0 * 8 + 2, as: UInt16.self) }
    }
    #expect(zip(row, row.dropFirst(4)).allSatisfy { $0 <= $1 } && row[60] > row[4] &+ 20_000)
    let exif = try #require(photo.metadata.exif.flatMap(EXIFBlock.init))
    #expect(exif.orientation == orientation)
    let text = String(decoding: exif.bytes, as: UTF8.self)
    #expect(text.contains("Sensor & Sons") && text.contains("One"))
    // The exposure time of 1/250 s, in a directory of its own.
    #expect(exif.bytes.count > 100)
    let summary = try PhotoSummary(data: Self.file(orientation))
    #expect(summary.format == .raw && summary.size == Self.size && summary.orientation == orientation)
  }

  @Test func `for half the size four samples become a pixel`() throws {
    let bytes = Self.file()
    let half = try Photo(data: bytes, options: ReadingOptions(maximumPixelSize: 32)).pixels
    #expect(half.size == PixelSize(width: 32, height: 24))
    let quarter = try Photo(data: bytes, options: ReadingOptions(maximumPixelSize: 16)).pixels
    #expect(quarter.size == PixelSize(width: 16, height: 12))
    let large = try Photo(data: bytes, options: ReadingOptions(maximumPixelSize: 50)).pixels
    #expect(large.size == PixelSize(width: 50, height: 38))
    func green(_ pixels: PixelBuffer, _ x: Int) -> Int {
      pixels.bytes.withUnsafeBytes { bytes in
        Int(bytes.load(fromByteOffset: (pixels.height / 2) * pixels.rowBytes + x * 8 + 2, as: UInt16.self))
      }
    }
    let whole = try Photo(data: bytes).pixels
    for x in 4..<28 { #expect(abs(green(half, x) - green(whole, 2 * x)) < 3_000, "\(x)") }
  }

  @Test func `cameras' files are distinguished from TIFF and HEIC`() throws {
    #expect(PhotoFormat(signature: Self.file()) == .raw)
    #expect(PhotoFormat(signature: [0, 0, 0, 24] + Array("ftypcrx ".utf8)) == .raw)
    #expect(PhotoFormat(signature: Array("FUJIFILMCCD-RAW 0201".utf8)) == .raw)
    let tiff = try Photo(pixels: SamplePhoto.pixels(Self.size)).data(as: .tiff)
    #expect(PhotoFormat(signature: tiff) == .tiff)
    #expect(PhotoFormat(pathExtension: "NEF") == .raw && PhotoFormat.raw.writtenFormat == .jpeg)
  }

  @Test func `missing samples are an error`() throws {
    var bytes = Self.file()
    // The samples lie first: they are to end behind the file.
    let places = bytes.indices.dropLast(12).filter { bytes[$0..<$0 + 4].elementsEqual([17, 1, 4, 0]) }
    let place = try #require(places.first)
    bytes.replaceSubrange(place + 8..<place + 12, with: [0, 0, 0x40, 0])
    guard case .malformed = failure(of: { () throws(PhotoFileError) in _ = try Photo(data: bytes) }) else {
      Issue.record("it was read")
      return
    }
  }
}
