import Foundation
import MatteKit
import Support
import Testing

/// Mattes that other programs wrote as gray pictures.
@Suite struct MatteFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ pixels: PixelBuffer, _ orientation: Orientation = .up) throws -> URL {
    let file = folder.url.appending(path: "\(UUID().uuidString).png")
    try Photo(pixels: pixels, orientation: orientation).write(to: file, as: .png)
    return file
  }

  @Test func `samples of 8 bits are kept, and turned upright`() throws {
    let pixels = PixelBuffer(
      size: PixelSize(width: 3, height: 1), format: .l8, colorSpace: .linearGray, bytes: [0, 100, 255])
    #expect(try Matte(kind: .hair, contentsOf: file(pixels)).pixels.bytes == [0, 100, 255])
    let turned = try Matte(kind: .skin, contentsOf: file(pixels, .right))
    #expect(turned.kind == .skin && turned.coordinateSpace == .upright && turned.pixels.bytes == [0, 100, 255])
    #expect(turned.pixels.size == PixelSize(width: 1, height: 3))
  }

  @Test func `samples of 16 bits are rounded`() throws {
    let samples: [UInt16] = [0, 128, 129, 65_535]
    let pixels = PixelBuffer(
      size: PixelSize(width: 4, height: 1), format: .l16, colorSpace: .linearGray,
      bytes: samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] })
    #expect(try Matte(kind: .hair, contentsOf: file(pixels)).pixels.bytes == [0, 0, 1, 255])
  }

  @Test func `a picture in colour, a translucent one and a missing one are errors`() throws {
    for bytes in [[1, 2, 3, 255], [5, 5, 5, 128]] as [[UInt8]] {
      let pixels = PixelBuffer(
        size: PixelSize(width: 1, height: 1), format: .rgba8, alphaType: .straight, bytes: bytes)
      let error = #expect(throws: PhotoFileError.self) { try Matte(kind: .hair, contentsOf: file(pixels)) }
      #expect(error?.description.contains("a matte requires a gray picture without transparency") == true)
    }
    #expect(throws: PhotoFileError.self) {
      try Matte(kind: .hair, contentsOf: folder.url.appending(path: "none.png"))
    }
  }
}
