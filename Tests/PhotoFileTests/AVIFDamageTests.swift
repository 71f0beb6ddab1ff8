import Imaging
import Support
import Testing

@testable import PhotoFile

/// AVIF files that break the rules: each ends in a picture or in an error of its own kind.
@Suite struct AVIFDamageTests {
  private static let photo = HEIFSyntheticPhoto.photo(PixelSize(width: 70, height: 66), orientation: .right)

  private func failure(_ bytes: [UInt8]) -> PhotoFileError? {
    PhotoFileTests.failure(of: { () throws(PhotoFileError) in _ = try Photo(data: bytes, name: "damaged.avif") })
  }

  @Test func `200 files with changed bytes`() throws {
    let file = try Self.photo.data(as: .avif(quality: 0.3))
    var random = RepeatableRandomNumberGenerator(seed: 21)
    var failures = 0
    for _ in 0..<200 {
      var bytes = file
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[.random(in: 8..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let error = failure(bytes) else { continue }
      failures += 1
      switch error {
      case .malformed, .limitExceeded, .unsupported: #expect(error.description.contains("damaged.avif"))
      default: Issue.record("\(error)")
      }
    }
    #expect((10..<190).contains(failures))
  }

  /// A file of one picture, with a configuration and data that may not belong together.
  private func file(size: PixelSize, configuration: AV1Configuration, data: [UInt8]) -> [UInt8] {
    var assembler = HEIFAssembler()
    assembler.primary = assembler.add(type: "av01", data: data)
    assembler.associate(.imageSize(size), with: 1, isEssential: true)
    assembler.associate(.configuration(.av1(configuration)), with: 1, isEssential: true)
    return assembler.file()
  }

  @Test func `a picture that is larger than the container says, or of another type, is refused before it is decoded`()
    throws
  {
    func picture(_ side: Int, depth: Int = 8) throws -> (AV1Configuration, [UInt8]) {
      let pixels = HEIFSyntheticPhoto.pixels(PixelSize(width: side, height: side))
      let picture = try ColorTileEncoder(pixels: pixels, codec: .av1, quality: 0.5, depth: depth).encode(tile: 0)
      guard case .av1(let configuration) = picture.configuration else { throw TestFailure() }
      return (configuration, picture.data)
    }
    let small = PixelSize(width: 64, height: 64)
    let (configuration, data) = try picture(64)
    #expect(failure(file(size: small, configuration: configuration, data: data)) == nil)
    let (large, largeData) = try picture(128)
    guard case .malformed(_, let reason) = failure(file(size: small, configuration: large, data: largeData)) else {
      Issue.record("the sizes differ")
      return
    }
    #expect(reason.contains("64x64") && reason.contains("128x128"))
    let (deep, _) = try picture(64, depth: 10)
    guard case .malformed = failure(file(size: small, configuration: deep, data: data)) else {
      Issue.record("the depths differ")
      return
    }
    // Another sequence header behind the first.
    guard case .unsupported = failure(file(size: small, configuration: configuration, data: data + largeData)) else {
      Issue.record("two headers")
      return
    }
    // Nothing but a header; nothing at all.
    for count in [12, 0] {
      #expect(failure(file(size: small, configuration: configuration, data: Array(data.prefix(count)))) != nil)
    }
  }

  private struct TestFailure: Error {}
}
