import Imaging
import PhotoFile
import Testing

@Suite struct HighDynamicRangePhotoTests {
  /// A ramp from black over white to five times its light, and colours, of 16 bits.
  private func photo(_ space: ColorSpace) -> Photo {
    var samples: [UInt16] = []
    for y in 0..<96 {
      for x in 0..<128 { samples += [UInt16(x * 380), UInt16(x * 380 - y * x), UInt16(12_000 + y * 300), 65_535] }
    }
    let bytes = samples.withUnsafeBytes { Array($0) }
    return Photo(
      pixels: PixelBuffer(size: PixelSize(width: 128, height: 96), format: .rgba16, colorSpace: space, bytes: bytes))
  }

  private static let spaces: [ColorSpace] = [.pq(.bt2020), .pq(.displayP3), .hlg(.bt2020), .hlg(.bt709)]

  @Test("HEIC and AVIF of 10 bits keep the space, and nearly the samples", arguments: spaces)
  func kept(space: ColorSpace) throws {
    let photo = photo(space)
    for options in [EncodingOptions.heic(quality: 0.95), .avif(quality: 0.95)] {
      let file = try photo.data(as: options)
      #expect(photo.warnings(writingAs: options).isEmpty)
      let back = try Photo(data: file)
      #expect(back.pixels.colorSpace == space && back.pixels.format == .rgba16)
      #expect(mean(back.pixels, photo.pixels) < 0.01 * 65_535)
      #expect(try PhotoSummary(data: file).colorSpaceName == space.name)
    }
  }

  @Test("PNG of 16 bits keeps the samples, and says what they mean", arguments: spaces)
  func png(space: ColorSpace) throws {
    let photo = photo(space)
    let back = try Photo(data: try photo.data(as: .png))
    #expect(back.pixels == photo.pixels)
  }

  @Test(arguments: spaces) func `JPEG XL keeps the space, and the samples exactly or nearly`(space: ColorSpace) throws {
    let photo = photo(space)
    for quality in [1, 0.95] {
      let options = EncodingOptions(format: .jpegXL, quality: quality)
      #expect(photo.warnings(writingAs: options).isEmpty)
      let file = try photo.data(as: options)
      let back = try Photo(data: file)
      #expect(back.pixels.colorSpace == space && back.pixels.format == .rgba16)
      let distance = mean(back.pixels, photo.pixels)
      #expect(quality == 1 ? back.pixels == photo.pixels : distance < 0.01 * 65_535, "\(distance)")
      #expect(try PhotoSummary(data: file).colorSpaceName == space.name)
    }
  }

  @Test("8 bits get mapped tones, with a warning", arguments: spaces)
  func mapped(space: ColorSpace) throws {
    let photo = photo(space)
    let expected: ColorSpace = space == .hlg(.bt709) ? .sRGB : .displayP3
    for options in [EncodingOptions.jpeg(quality: 1), .heic(quality: 0.95, bitDepth: 8)] {
      let name = options.format == .jpeg ? "JPEG" : "HEIC of 8 bits"
      #expect(
        photo.warnings(writingAs: options).map(\.message) == [
          "the high dynamic range of \(space.name) is mapped to \(expected.name): \(name) holds none"
        ])
      let back = try Photo(data: try photo.data(as: options))
      #expect(back.pixels.format == .rgba8 && !back.pixels.colorSpace.isHighDynamicRange)
      // The darkest stays black, and the brightest is white.
      #expect(back.pixels.bytes.max() == 255 && back.pixels.bytes[0] < 8)
    }
  }

  private func mean(_ a: PixelBuffer, _ b: PixelBuffer) -> Double {
    let (a, b) = (samples(a), samples(b))
    return zip(a, b).reduce(0) { $0 + abs(Double($1.0) - Double($1.1)) } / Double(a.count)
  }

  private func samples(_ pixels: PixelBuffer) -> [UInt16] {
    pixels.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 1, by: 2).map { bytes.loadUnaligned(fromByteOffset: $0, as: UInt16.self) }
    }
  }
}
