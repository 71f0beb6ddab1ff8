import Imaging
import Support
import Testing

@testable import PhotoFile

/// PNG files of every colour type and depth, interlaced or not, put together by hand from ISO/IEC 15948.
@Suite struct PNGVariantsTests {
  /// The columns and rows of each pass (8.2): where they begin, and how far they lie apart.
  private static let passes = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
  ]
  private static let size = PixelSize(width: 13, height: 11)
  private static let channels: [UInt8: Int] = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4]

  struct Kind: Sendable, CustomTestStringConvertible {
    let colorType: UInt8
    let depth: Int
    var isInterlaced = false
    var isTransparent = false

    var testDescription: String {
      "type \(colorType) of \(depth) bits\(isInterlaced ? " interlaced" : "")\(isTransparent ? " tRNS" : "")"
    }
  }

  /// Table 11.1, each with and without interlacing and, where there is one, tRNS.
  private static let kinds: [Kind] = [
    (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]),
  ]
  .flatMap { (type: UInt8, depths: [Int]) in
    depths.flatMap { depth in
      [false, true].flatMap { isInterlaced in
        (type < 4 ? [false, true] : [false]).map {
          Kind(colorType: type, depth: depth, isInterlaced: isInterlaced, isTransparent: $0)
        }
      }
    }
  }

  /// Samples at random, a list for each pixel.
  private func samples(_ kind: Kind) -> [[Int]] {
    var random = RepeatableRandomNumberGenerator(seed: UInt64(kind.depth) * 8 + UInt64(kind.colorType))
    let count = Self.channels[kind.colorType] ?? 0
    return (0..<Self.size.area).map { _ in
      (0..<count).map { _ in Int.random(in: 0..<(1 << kind.depth), using: &random) }
    }
  }

  private static let palette: [[UInt8]] = (0..<256).map { (index: Int) -> [UInt8] in
    [UInt8(index), UInt8(index * 7 & 255), UInt8(255 - index)]
  }

  private func file(_ kind: Kind, _ samples: [[Int]], further: [UInt8] = []) throws -> [UInt8] {
    let size = Self.size
    var scanlines: [UInt8] = []
    for (x0, y0, stepX, stepY) in kind.isInterlaced ? Self.passes : [(0, 0, 1, 1)] {
      let columns = Array(stride(from: x0, to: size.width, by: stepX))
      guard !columns.isEmpty else { continue }
      for y in stride(from: y0, to: size.height, by: stepY) {
        // Filter 0: none.
        scanlines.append(0)
        var bits: [UInt8] = []
        for sample in columns.flatMap({ samples[y * size.width + $0] }) {
          bits += (0..<kind.depth).reversed().map { UInt8(sample >> $0 & 1) }
        }
        while !bits.count.isMultiple(of: 8) { bits.append(0) }
        scanlines += stride(from: 0, to: bits.count, by: 8).map { bits[$0..<$0 + 8].reduce(0) { $0 << 1 | $1 } }
      }
    }
    let header = [0, 0, 0, UInt8(size.width), 0, 0, 0, UInt8(size.height), UInt8(kind.depth), kind.colorType, 0, 0]
    var bytes = PNGChunks.signature + PNGPieces.chunk("IHDR", header + [kind.isInterlaced ? 1 : 0]) + further
    if kind.colorType == 3 {
      bytes += PNGPieces.chunk("PLTE", Array(Self.palette.prefix(1 << kind.depth).joined()))
      if kind.isTransparent { bytes += PNGPieces.chunk("tRNS", [0, 128]) }
    } else if kind.isTransparent {
      bytes += PNGPieces.chunk("tRNS", samples[5].flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    }
    bytes += PNGPieces.chunk("IDAT", try PNGCodec.deflate(scanlines))
    return bytes + PNGPieces.chunk("IEND", [])
  }

  /// What a pixel shows, in 8 or, of files of 16 bits, 16 bits.
  private func expected(_ kind: Kind, _ pixel: [Int], transparent: [Int]) -> [Int] {
    let top = kind.depth == 16 ? 65535 : 255
    let scale = kind.colorType == 3 ? 1 : top / ((1 << kind.depth) - 1)
    let isKey = kind.isTransparent && kind.colorType != 3 && pixel == transparent
    switch kind.colorType {
    case 0: return [pixel[0], pixel[0], pixel[0]].map { $0 * scale } + [isKey ? 0 : top]
    case 2: return pixel.map { $0 * scale } + [isKey ? 0 : top]
    case 3:
      let alpha = kind.isTransparent ? [0: 0, 1: 128][pixel[0]] ?? 255 : 255
      return Self.palette[pixel[0]].map { Int($0) } + [alpha]
    case 4: return [pixel[0], pixel[0], pixel[0], pixel[1]].map { $0 * scale }
    default: return pixel.map { $0 * scale }
    }
  }

  private func values(_ pixels: PixelBuffer) -> [Int] {
    guard pixels.format == .rgba16 else { return pixels.bytes.map { Int($0) } }
    return pixels.bytes.withUnsafeBytes { $0.bindMemory(to: UInt16.self).map { Int($0) } }
  }

  @Test(arguments: kinds)
  func `every kind of pixel is read`(kind: Kind) throws {
    let samples = samples(kind)
    let photo = try Photo(data: try file(kind, samples))
    #expect(photo.pixels.format == (kind.depth == 16 ? .rgba16 : .rgba8))
    #expect(photo.pixels.alphaType == (kind.colorType >= 4 || kind.isTransparent ? .straight : .opaque))
    let wanted = samples.flatMap { expected(kind, $0, transparent: samples[5]) }
    #expect(values(photo.pixels) == wanted)
    // And parts of it.
    for rect in [PixelRect(x: 3, y: 2, width: 7, height: 8), PixelRect(x: 12, y: 10, width: 1, height: 1)] {
      let part = try Photo(data: try file(kind, samples), options: ReadingOptions(region: rect))
      #expect(part.pixels == crop(photo.pixels, rect))
    }
  }

  @Test func `a truncated interlaced file is shown coarsely`() throws {
    let kind = Kind(colorType: 2, depth: 8, isInterlaced: true)
    let flat = Array(repeating: [200, 100, 50], count: Self.size.area)
    // Stored without compression, so that a part of the data is a part of the picture.
    var bytes = try file(kind, flat)
    let start = try #require(PNGPieces.range(of: "IDAT", in: bytes))
    let scanlines = try PNGCodec.inflate(bytes[start], limit: 10_000, "xmpBytes", what: "test", file: "test")
    let stored = PNGPieces.stored(try #require(scanlines))
    bytes = Array(bytes[..<(start.lowerBound - 8)]) + PNGPieces.chunk("IDAT", stored)
    // Six of the seven passes, and half of the last.
    let cut = Array(bytes.dropLast(100))
    let photo = try Photo(data: cut, options: ReadingOptions(allowsIncomplete: true))
    #expect(photo.warnings.count == 1)
    #expect(photo.pixels.bytes.enumerated().allSatisfy { $1 == [200, 100, 50, 255][$0 % 4] })
    #expect(throws: PhotoFileError.self) { try Photo(data: cut) }
  }

  private func space(_ chunks: [(String, [UInt8])]) throws -> ColorSpace {
    let kind = Kind(colorType: 2, depth: 8)
    let further = chunks.flatMap { PNGPieces.chunk($0.0, $0.1) }
    return try Photo(data: try file(kind, samples(kind), further: further)).pixels.colorSpace
  }

  private func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }

  @Test func `gamma and primaries define the space`() throws {
    let srgb = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].flatMap(number)
    let p3 = [31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000].flatMap(number)
    let adobe = [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000].flatMap(number)
    #expect(try space([]) == .sRGB)
    #expect(try space([("gAMA", number(45455))]) == .sRGB)
    #expect(try space([("gAMA", number(45455)), ("cHRM", srgb)]) == .sRGB)
    #expect(try space([("gAMA", number(100_000))]) == .extendedLinearSRGB)
    #expect(try space([("gAMA", number(100_000)), ("cHRM", srgb)]) == .extendedLinearSRGB)
    // sRGB goes before both, a profile before all.
    #expect(try space([("sRGB", [0]), ("gAMA", number(100_000)), ("cHRM", p3)]) == .sRGB)
    let profile = SyntheticProfile.bytes(count: 1_000)
    let packed = Array("a\0\0".utf8) + (try PNGCodec.deflate(profile))
    #expect(try space([("iCCP", packed), ("gAMA", number(100_000))]) == .icc(profile))
    #expect(try space([("gAMA", number(45455)), ("cHRM", p3)]) == .displayP3)
    #expect(try space([("cHRM", p3)]) == .displayP3)
    #expect(try space([("gAMA", number(45455)), ("cHRM", adobe)]) == .adobeRGB)
    // Others become profiles: an old Macintosh's gamma, and primaries of no named space.
    let wide = [34567, 35850, 73470, 26530, 11520, 82640, 15660, 1770].flatMap(number)
    for chunks in [[("gAMA", number(55556))], [("gAMA", number(55556)), ("cHRM", wide)], [("cHRM", wide)]] {
      guard case .icc(let profile) = try space(chunks) else {
        Issue.record("no profile")
        continue
      }
      #expect(profile[36..<40].elementsEqual("acsp".utf8) && profile[16..<20].elementsEqual("RGB ".utf8))
    }
    // Nonsense counts as nothing.
    for chunks in [[("gAMA", number(0))], [("gAMA", [1])], [("cHRM", [UInt8](repeating: 0, count: 32))]] {
      #expect(try space(chunks) == .sRGB)
    }
  }
}
