import Glibc
import Imaging
import Kernels
import Testing

@testable import PhotoFile

/// Profiles of samples that are not red, green and blue, and profiles that cannot be read.
@Suite struct StatedColorsTests {
  /// A JPEG with a profile in front of its other segments.
  private func jpeg(_ kind: JPEGFixtures.Kind, _ profile: [UInt8]) -> [UInt8] {
    let data = JPEGIdentifier.profile + [1, 1] + profile
    let bytes = JPEGFixtures.bytes(kind)
    return Array(bytes.prefix(2)) + [0xFF, 0xE2, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 0xFF)] + data
      + bytes.dropFirst(2)
  }

  /// 2 by 1 pixels of gray.
  private func png(_ profile: [UInt8], _ samples: [UInt8]) throws -> [UInt8] {
    let packed = Array("a\0\0".utf8) + (try PNGCodec.deflate(profile))
    return PNGChunks.signature + PNGPieces.chunk("IHDR", [0, 0, 0, 2, 0, 0, 0, 1, 8, 0, 0, 0, 0])
      + PNGPieces.chunk("iCCP", packed) + PNGPieces.chunk("IDAT", try PNGCodec.deflate([0] + samples))
      + PNGPieces.chunk("IEND", [])
  }

  /// The light of a gray sample in a space.
  private func light(_ value: UInt8, in space: ColorSpace) throws -> Double {
    guard case .rgb(let red, let green, let blue, let matrix) = try ColorProfile(space).model else {
      Issue.record("no space of red, green and blue")
      return 0
    }
    let components = [red, green, blue].map { $0.linear(of: Double(value) / 255) }
    return matrix.apply((components[0], components[1], components[2])).1
  }

  @Test(arguments: [1.0, 1.45, 1.8, 2.4]) func `gray samples have the light of their profile`(gamma: Double) throws {
    let profile = SyntheticProfile.gray(gamma: gamma)
    for bytes in [try png(profile, [100, 200]), jpeg(.gray, profile)] {
      let photo = try Photo(data: bytes)
      #expect(photo.warnings.isEmpty)
      for value in [20, 100, 200, 255] as [UInt8] {
        let expected = pow(Double(value) / 255, (gamma * 256).rounded() / 256)
        #expect(abs(try light(value, in: photo.pixels.colorSpace) - expected) < 0.0005)
      }
      #expect(try PhotoSummary(data: bytes).colorSpaceName == "Test")
      // No gray profile is written beside red, green and blue, and the light stays.
      for options in [EncodingOptions.png, .jpeg(), .tiff] {
        let back = try Photo(data: try photo.with(mattes: []).data(as: options)).pixels
        #expect(abs(try light(100, in: back.colorSpace) - (try light(100, in: photo.pixels.colorSpace))) < 0.0005)
      }
    }
    #expect(try Photo(data: try png(profile, [100, 200])).pixels.bytes == [100, 100, 100, 255, 200, 200, 200, 255])
  }

  @Test func `gray with a lightness profile is converted by it`() throws {
    let space = try Photo(data: png(SyntheticProfile.gray(gamma: 1, connection: "Lab "), [100, 200])).pixels.colorSpace
    for value in [60, 100, 200, 255] as [UInt8] {
      // Of CIE 1976 L*, above 8.
      let expected = pow((100 * Double(value) / 255 + 16) / 116, 3)
      #expect(abs(try light(value, in: space) - expected) < 0.002)
    }
  }

  @Test func `gray with a decreasing curve is read without it, which is reported`() throws {
    let photo = try Photo(data: png(SyntheticProfile.gray(curve: [65535, 0]), [100, 200]))
    #expect(photo.warnings.count == 1 && photo.pixels.colorSpace == .sRGB, "\(photo.warnings)")
  }

  @Test func `a PNG of linear gray has a profile, as many readers ignore its gamma`() throws {
    let photo = try Photo(data: png(SyntheticProfile.gray(gamma: 1), [100, 200]))
    let bytes = try photo.data(as: .png)
    #expect(bytes.indices.contains { bytes[$0...].starts(with: Array("iCCP".utf8)) })
  }

  @Test func `gray with a colour profile is converted by it`() throws {
    let profile = try #require(ICCProfile.bytes(for: .adobeRGB))
    #expect(try Photo(data: jpeg(.gray, profile)).pixels.colorSpace == .icc(profile))
  }

  @Test(arguments: [JPEGFixtures.Kind.cmyk, .cmykWithoutAdobe, .ycck])
  func `CMYK is converted by its profile`(kind: JPEGFixtures.Kind) throws {
    let bytes = jpeg(kind, SyntheticProfile.inks())
    let photo = try Photo(data: bytes)
    #expect(photo.warnings.isEmpty && photo.pixels.colorSpace == .sRGB)
    #expect(try PhotoSummary(data: bytes).colorSpaceName == "Test")
    let plain = try Photo(data: JPEGFixtures.bytes(kind))
    #expect(photo.pixels.size == plain.pixels.size && photo.pixels.bytes != plain.pixels.bytes)
    #expect(stride(from: 3, to: photo.pixels.bytes.count, by: 4).allSatisfy { photo.pixels.bytes[$0] == 255 })
    // Parts and smaller pictures as without a profile.
    let rect = PixelRect(x: 5, y: 3, width: 20, height: 9)
    #expect(try Photo(data: bytes, options: ReadingOptions(region: rect)).pixels == photo.pixels.cropped(to: rect))
    #expect(try Photo(data: bytes, options: ReadingOptions(maximumPixelSize: 16)).pixels.alphaType == .opaque)
  }

  @Test func `CMYK has the colours of its profile`() throws {
    for is16Bit in [false, true] {
      let inks = try CMYKProfile(SyntheticProfile.inks(), is16Bit: is16Bit)
      let samples: [[UInt8]] = [[0, 0, 0, 0], [255, 0, 0, 0], [0, 255, 0, 0], [0, 0, 255, 0], [0, 0, 0, 255]]
      var bytes = samples.flatMap { $0 }.flatMap { is16Bit ? [$0, $0] : [$0] }
      bytes.withUnsafeMutableBytes { inks.convert($0, pixelsPerRow: samples.count) }
      let colors = stride(from: is16Bit ? 1 : 0, to: bytes.count, by: is16Bit ? 2 : 1).map { Int(bytes[$0]) }
      let expected = [255, 255, 255, 0, 151, 218, 216, 10, 122, 248, 224, 0, 0, 0, 0]
      for (index, value) in expected.enumerated() {
        #expect(abs(colors[index / 3 * 4 + index % 3] - value) <= 1, "\(colors)")
      }
    }
  }

  @Test func `an unreadable or unsuitable profile is reported, and sRGB is used`() throws {
    let unread = "its colour profile cannot be read; its colours are taken as sRGB"
    let broken = SyntheticProfile.broken(count: 500)
    for (bytes, message) in [
      (jpeg(.yCbCr420, broken), unread), (jpeg(.gray, broken), unread), (jpeg(.yCbCr420, [1, 2, 3]), unread),
      (try png(broken, [1, 2]), unread), (try png([], [1, 2]), unread),
      (
        jpeg(.yCbCr420, SyntheticProfile.inks()),
        "its colour profile is one of CMYK and its samples are colour; its colours are taken as sRGB"
      ),
      (
        jpeg(.cmyk, SyntheticProfile.gray(gamma: 2)),
        "its colour profile is one of GRAY and its samples are CMYK; its colours are taken as sRGB"
      ),
    ] {
      let photo = try Photo(data: bytes)
      #expect(photo.warnings.map(\.message) == [message])
      #expect(photo.pixels.colorSpace == .sRGB)
      #expect(try Photo(data: try photo.data(as: .jpeg())).warnings.isEmpty)
    }
  }
}
