import FoundationEssentials
import Imaging
import Kernels
import Support
import Testing

@testable import FrameStream

/// Frames of 10 bits on which something was drawn: other samples are written as they were.
@Suite struct DeepPatchingTests {
  private static let size = PixelSize(width: 320, height: 180)
  private static let subsamplings: [ChromaSubsampling] = [.yuv420, .yuv422, .yuv444]

  /// Samples of all values, of which RGB holds few.
  private static func planes(_ subsampling: ChromaSubsampling) throws -> YCbCrPlanes {
    var random = RepeatableRandomNumberGenerator(seed: 41)
    func plane(_ size: PixelSize) -> PixelBuffer {
      PixelBuffer(
        size: size, format: .l16, colorSpace: .linearGray,
        bytes: (0..<size.area).flatMap { _ -> [UInt8] in
          let sample = UInt16.random(in: 0...1023, using: &random)
          return [UInt8(sample & 255), UInt8(sample >> 8)]
        })
    }
    let reduced = PixelSize(
      width: subsampling == .yuv444 ? size.width : size.width / 2,
      height: subsampling == .yuv420 ? size.height / 2 : size.height)
    return try YCbCrPlanes(luma: plane(size), chroma: (plane(reduced), plane(reduced)), bitsPerComponent: 10)
  }

  private func written(_ frame: Frame, _ subsampling: ChromaSubsampling) async throws -> YCbCrPlanes {
    let folder = try TemporaryFolder()
    let url = folder.url.appending(path: "a.mkv")
    var settings = MovieSettings(codec: .ffv1, bitDepth: .ten)
    settings.sourceChroma = subsampling
    settings.color = VideoColorProperties()
    let movie = try MovieWriter(url: url, settings: settings)
    try movie.write(frame)
    try movie.finish()
    for try await frame in try VideoFile(contentsOf: url).frames(as: .rgba16) {
      return try #require(frame.yCbCrPlanes)
    }
    throw CancellationError()
  }

  @Test(arguments: subsamplings)
  func `only samples of drawn pixels change`(subsampling: ChromaSubsampling) async throws {
    let frame = Frame(planes: try Self.planes(subsampling), time: .zero)
    let picture = try #require(frame.picture as? YCbCrPicture)
    #expect(try await written(frame, subsampling).luma == picture.luma)

    // One part inside, and one at a corner.
    let parts = [PixelRect(x: 41, y: 57, width: 60, height: 70), PixelRect(x: 290, y: 150, width: 30, height: 30)]
    let patches = PatchedPicture.places(for: parts, in: Self.size).map { place in
      var pixels = picture.pixels.cropped(to: place)
      let rowBytes = pixels.rowBytes
      pixels.withUnsafeMutableBytes { bytes in
        for part in parts {
          let drawn = part.intersection(place)
          for y in drawn.y..<drawn.maxY {
            for x in drawn.x..<drawn.maxX where (x + y) % 3 != 0 {
              bytes[(y - place.y) * rowBytes + 8 * (x - place.x) + 1] ^= 0x80
            }
          }
        }
      }
      return PatchedPicture.Patch(place, pixels: pixels)
    }
    let patched = PatchedPicture(picture, patches: patches)
    let result = try await written(Frame(picture: patched, time: .zero), subsampling)
    // Everything converted, of which only samples made of drawn pixels count.
    let converted = try await written(Frame(pixels: patched.pixels, time: .zero), subsampling)

    let (before, after) = (picture.pixels.bytes, patched.pixels.bytes)
    func isDrawn(_ x: Int, _ y: Int) -> Bool {
      guard x >= 0, y >= 0, x < Self.size.width, y < Self.size.height else { return false }
      let place = 8 * (y * Self.size.width + x)
      return before[place..<place + 8] != after[place..<place + 8]
    }
    func expect(
      _ plane: PixelBuffer?, _ original: PixelBuffer?, _ made: PixelBuffer?, _ isMade: (Int, Int) -> Bool
    ) throws {
      let (plane, original, made) = (try #require(plane), try #require(original), try #require(made))
      var expected: [UInt8] = []
      for y in 0..<plane.height {
        for x in 0..<plane.width {
          let source = isMade(x, y) ? made : original
          expected += source.bytes[y * source.rowBytes + 2 * x..<y * source.rowBytes + 2 * x + 2]
        }
      }
      #expect(plane.bytes == expected)
    }
    try expect(result.luma, picture.luma, converted.luma, isDrawn)
    func isMade(_ x: Int, _ y: Int) -> Bool {
      guard subsampling != .yuv444 else { return isDrawn(x, y) }
      let rows = subsampling == .yuv422 ? y...y : 2 * y - 2...2 * y + 2
      return rows.contains { row in (-2...2).contains { isDrawn(2 * x + $0, row) } }
    }
    try expect(result.cb, picture.cb, converted.cb, isMade)
    try expect(result.cr, picture.cr, converted.cr, isMade)
  }
}
