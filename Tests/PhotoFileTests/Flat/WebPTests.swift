import Imaging
import Testing

@testable import PhotoFile

@Suite struct WebPTests {
  private static let size = PixelSize(width: 12, height: 8)

  /// An animation on a canvas of 20x16, its frames at 4, 6.
  private func animation(frames: Int, quality: Double) throws -> (bytes: [UInt8], pixels: PixelBuffer) {
    let pixels = SamplePhoto.noise(Self.size, .rgba8, alphaType: .straight, seed: 2)
    let still = try Photo(pixels: pixels).data(as: .webP(quality: quality))
    let chunks = try WebPChunks(still, file: "still")
    let coded = chunks.chunks.filter { ["ALPH", "VP8 ", "VP8L"].contains($0.name) }
      .flatMap { WebPChunks.encoded($0.name, still[$0.data]) }
    let frame: [UInt8] = [2, 0, 0, 3, 0, 0, 11, 0, 0, 7, 0, 0, 100, 0, 0, 0] + coded
    var body = WebPChunks.header(canvas: PixelSize(width: 20, height: 16), flags: 0x12)
    body += WebPChunks.encoded("ANIM", [0, 0, 0, 0, 0, 0])
    for _ in 0..<frames { body += WebPChunks.encoded("ANMF", frame) }
    return (WebPChunks.file(body), try Photo(data: still).pixels)
  }

  @Test(arguments: [0.7, 1]) func `the first frame of an animation is read, and the others are reported`(
    quality: Double
  )
    throws
  {
    let (bytes, pixels) = try animation(frames: 3, quality: quality)
    let photo = try Photo(data: bytes)
    #expect(photo.pixels.size == PixelSize(width: 20, height: 16) && photo.pixels.alphaType == .straight)
    #expect(photo.pixels.cropped(to: PixelRect(x: 4, y: 6, width: 12, height: 8)) == pixels)
    #expect(photo.pixels.bytes.prefix(20 * 4 * 6).allSatisfy { $0 == 0 })
    #expect(photo.warnings.map(\.message) == ["only the first of 3 frames is read"])
    #expect(try PhotoSummary(data: bytes).furtherItems == ["2 further frames"])
  }

  @Test func `unknown chunks are kept on request, unless all metadata are removed`() throws {
    let photo = SamplePhoto.portrait(PixelSize(width: 16, height: 12))
    let plain = try photo.data(as: .webP(quality: 1))
    let bytes = WebPChunks.file(Array(plain[12...]) + WebPChunks.encoded("ABCD", Array("unknown".utf8)))
    func text(_ policy: MetadataPolicy) throws -> String {
      String(decoding: try policy.applied(to: bytes, keepingUnknown: true), as: UTF8.self)
    }
    #expect(throws: PhotoFileError.notSearchable(file: "data", parts: ["chunk ABCD"])) {
      try MetadataPolicy.safe.applied(to: bytes)
    }
    #expect(try text(.safe).contains("unknown") && text(.safe).contains("Tests 1.0"))
    #expect(try !text(.strip).contains("unknown"))
  }

  @Test func `a side longer than the format allows is refused`() throws {
    let photo = Photo(pixels: PixelBuffer(size: PixelSize(width: 16_384, height: 1), format: .rgba8))
    #expect(encodingFailure(of: photo, as: .webP())?.contains("16383") == true)
  }
}
