import Imaging
import Support
import Testing

@testable import PhotoFile

/// The cost of reading, measured from outside the process.
@Suite(.disabled(if: Probe.isSanitized, "a sanitizer takes time and memory of its own"))
struct ReadingCostTests {
  @Test func `a picture of 25 megapixels in few bytes takes no more memory than stated`() async throws {
    let file = try HostileHEIF.flatGrid(rows: 10, columns: 10)
    let area = 100 * 512 * 512
    #expect(file.count < 60_000)
    let reading = try #require(try await Probe.read([file], pixels: area).first ?? nil)
    #expect(reading.outcome == "picture")
    // At the least the pixels themselves are seen, or else nothing was measured.
    #expect(reading.bytes >= 4 * area)
    #expect(reading.bytes <= ReadingLimits.bytesPerPixel * area / 3 + ReadingLimits.baseBytes)
  }

  @Test func `one pixel more than allowed, and the same picture takes next to nothing`() async throws {
    let file = try HostileHEIF.flatGrid(rows: 10, columns: 10)
    let reading = try #require(try await Probe.read([file], pixels: 100 * 512 * 512 - 1).first ?? nil)
    #expect(reading.outcome == "limitExceeded")
    #expect(reading.bytes < 16 << 20)
    #expect(reading.seconds < 0.2)
  }

  @Test func `a PNG chunk is given no more memory than the file has bytes`() async throws {
    let png = try Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8))).data(as: .png)
    // Behind the header and before the end: chunks that say they have 1.8 GB.
    let length: [UInt8] = [0x6E, 0x67, 0x42, 0x73]
    var files: [[UInt8]] = []
    for name in ["sCAL", "pCAL", "zTXt", "eXIf", "hIST", "prVt", "tEXt", "sPLT", "bKGD", "iCCP"] {
      for place in [33, png.count - 12] {
        files.append(Array(png[..<place]) + length + Array(name.utf8) + Array(png[place...]))
      }
    }
    for reading in try await Probe.read(files, pixels: 1_000) {
      #expect(reading?.outcome == "malformed")
      #expect((reading?.bytes ?? .max) < 16 << 20)
    }
  }

  @Test func `only one of many compressed texts with damaged ends is decompressed`() async throws {
    let png = try Photo(pixels: SamplePhoto.pixels(PixelSize(width: 8, height: 8))).data(as: .png)
    var packed = try PNGCodec.deflate([UInt8](repeating: 0x20, count: 15 << 20))
    packed[packed.count - 1] ^= 1
    let text = PNGPieces.chunk("iTXt", PNGMetadata.xmpKeyword + [1, 0, 0, 0] + packed)
    let file = Array(png[..<33]) + (0..<200).flatMap { _ in text } + png[33...]
    let reading = try #require(try await Probe.read([file], pixels: 1_000).first ?? nil)
    #expect(reading.outcome == "picture")
    #expect(reading.seconds < 1)
  }
}
