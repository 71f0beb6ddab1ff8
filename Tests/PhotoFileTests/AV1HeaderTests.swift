import Imaging
import Support
import Testing

@testable import PhotoFile

@Suite struct AV1HeaderTests {
  /// A sequence header as libaom wrote it for libavif and libheif, and what it says.
  struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let size: PixelSize
    let chromaFormat: Int
    let depth: Int
    let matrix: Int
    let isFullRange: Bool
    /// The second and third byte of the `av1C` beside it.
    let configuration: [UInt8]
    var testDescription: String { name }
  }

  private static let odd = PixelSize(width: 511, height: 513)
  static let samples = [
    Sample(
      name: "4:2:0", bytes: [0x18, 0x62, 0x7F, 0xD0, 0x03, 0x44, 0x08, 0x08, 0x1A, 0x10], size: odd, chromaFormat: 1,
      depth: 8, matrix: 6, isFullRange: true, configuration: [0x01, 0x0C]),
    Sample(
      name: "4:2:2, limited", bytes: [0x58, 0x62, 0x7F, 0xD0, 0x03, 0x44, 0x08, 0x08, 0x18, 0x40], size: odd,
      chromaFormat: 2, depth: 8, matrix: 6, isFullRange: false, configuration: [0x41, 0x08]),
    Sample(
      name: "4:4:4", bytes: [0x38, 0x62, 0x7F, 0xD0, 0x03, 0x48, 0x10, 0x10, 0x34, 0x80], size: odd, chromaFormat: 3,
      depth: 8, matrix: 6, isFullRange: true, configuration: [0x21, 0x00]),
    Sample(
      name: "gray", bytes: [0x18, 0x62, 0x7F, 0xD0, 0x03, 0x4C, 0x08, 0x08, 0x1A, 0x80], size: odd, chromaFormat: 0,
      depth: 8, matrix: 6, isFullRange: true, configuration: [0x01, 0x1C]),
    Sample(
      name: "gray, no colours", bytes: [0x18, 0x62, 0x7F, 0xD0, 0x07, 0x0A, 0x80], size: odd, chromaFormat: 0,
      depth: 8, matrix: 2, isFullRange: true, configuration: [0x01, 0x1C]),
    Sample(
      name: "12 bits", bytes: [0x58, 0x62, 0x3F, 0xFF, 0xFE, 0x34, 0x08, 0x08, 0x1B, 0x84],
      size: PixelSize(width: 512, height: 512), chromaFormat: 1, depth: 12, matrix: 6, isFullRange: true,
      configuration: [0x41, 0x6C]),
  ]

  /// A unit with its header and size before it.
  private static func unit(_ kind: Int, _ payload: [UInt8]) -> [UInt8] {
    [UInt8(kind << 3 | 2), UInt8(payload.count)] + payload
  }

  @Test(arguments: samples) func `headers of other writers`(sample: Sample) throws {
    let header = try AV1SequenceHeader(sample.bytes)
    let points = ColorCodePoints(primaries: 2, transfer: 2, matrix: sample.matrix, isFullRange: sample.isFullRange)
    var expected = PictureParameters(
      size: sample.size, codedSize: sample.size, chromaFormat: sample.chromaFormat, depth: sample.depth,
      codePoints: points)
    if header.picture.codePoints.primaries != 2 {
      // libavif says what sRGB is where there is no profile.
      expected = PictureParameters(
        size: sample.size, codedSize: sample.size, chromaFormat: sample.chromaFormat, depth: sample.depth,
        codePoints: ColorCodePoints(
          primaries: 1, transfer: 13, matrix: sample.matrix, isFullRange: sample.isFullRange))
    }
    #expect(header.picture == expected)
    // The same header in av1C, or in the data only.
    let picture = Self.unit(1, sample.bytes) + Self.unit(6, [0])
    for units in [[], Self.unit(1, sample.bytes)] {
      let box = [0x81] + sample.configuration + [0] + units
      let configuration = try AV1Configuration(box[...]) { picture }
      #expect(configuration.header == header)
      #expect(Array(configuration.bytes.prefix(3)) == Array(box.prefix(3)))
      try configuration.verify(picture)
    }
  }

  @Test func `a header with all features of video`() throws {
    var writer = BitWriter()
    func bits(_ value: Int, _ count: Int) { writer.bits(value, count: count) }
    // Profile 0, neither still nor reduced; timing with ticks of a picture; a decoder model.
    bits(0, 3)
    bits(0, 2)
    bits(1, 1)
    bits(1, 32)
    bits(30, 32)
    bits(1, 1)
    writer.unsignedExpGolomb(5)
    bits(1, 1)
    bits(9, 5)
    bits(1, 32)
    bits(7, 5)
    bits(7, 5)
    // Two operating points: one of a level above 3 and the high tier, with parameters; one without.
    bits(1, 1)
    bits(1, 5)
    bits(0x103, 12)
    bits(13, 5)
    bits(1, 1)
    bits(1, 1)
    bits(0x155, 10)
    bits(0x2AA, 10)
    bits(1, 1)
    bits(1, 1)
    bits(3, 4)
    bits(0x101, 12)
    bits(4, 5)
    bits(0, 1)
    bits(0, 1)
    // 1920 by 1080, frame numbers, tools.
    bits(10, 4)
    bits(10, 4)
    bits(1919, 11)
    bits(1079, 11)
    bits(1, 1)
    bits(5, 4)
    bits(2, 3)
    bits(0b101, 3)
    bits(0b1010, 4)
    bits(1, 1)
    bits(0b01, 2)
    bits(0, 1)
    bits(1, 1)
    bits(0, 1)
    bits(1, 1)
    bits(6, 3)
    bits(0b010, 3)
    // 10 bits, colours of BT.2020 PQ, limited, chroma on a pixel.
    bits(1, 1)
    bits(0, 1)
    bits(1, 1)
    for point in [9, 16, 9] { bits(point, 8) }
    bits(0, 1)
    bits(2, 2)
    bits(0, 2)
    let header = try AV1SequenceHeader(writer.bytes)
    #expect(header.level == 13 && header.isHighTier && header.chromaPosition == 2)
    #expect(header.picture.size == PixelSize(width: 1920, height: 1080))
    #expect(header.picture.depth == 10 && header.picture.chromaFormat == 1)
    #expect(
      header.picture.codePoints == ColorCodePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: false))
  }

  @Test func `truncated and invalid headers are refused`() {
    for sample in Self.samples {
      for length in 0..<6 {
        #expect(throws: HEIFError.self) { try AV1SequenceHeader(Array(sample.bytes.prefix(length))) }
      }
    }
    var random = RepeatableRandomNumberGenerator(seed: 5)
    for _ in 0..<2000 {
      var bytes = Self.samples[0].bytes + [UInt8](repeating: 0x55, count: 20)
      for _ in 0..<4 { bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random) }
      if let picture = try? AV1SequenceHeader(bytes).picture {
        #expect((1...65_536).contains(picture.size.width) && (1...65_536).contains(picture.size.height))
        #expect([8, 10, 12].contains(picture.depth) && (0...3).contains(picture.chromaFormat))
      }
    }
  }

  @Test func `units are parsed and must lie within their data`() throws {
    let data =
      Self.unit(2, []) + Self.unit(1, [1, 2, 3]) + [6 << 3 | 4 | 2, 0x40, 0x82, 0x00, 9, 8] + [15 << 3, 7, 7]
    let units = try AV1Unit.units(in: data)
    #expect(units.map(\.kind) == [2, 1, 6, 15])
    #expect(units.map { Array(data[$0.payload]) } == [[], [1, 2, 3], [9, 8], [7, 7]])
    // The first bit forbidden, a size beyond the end, a size of too many bytes, no size at all.
    let broken: [[UInt8]] = [
      [0x8A, 0], [0x0A, 3, 1, 2], [0x0A] + [UInt8](repeating: 0xFF, count: 9), [0x0A], [0x0E],
      [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
    ]
    for data in broken { #expect(throws: HEIFError.self) { try AV1Unit.units(in: data) } }
    // The start of a picture's data may end anywhere.
    #expect(try AV1Unit.units(in: Array(data.prefix(9)), isStart: true).map(\.kind) == [2, 1])
  }

  @Test func `a configuration that contradicts its header is refused`() throws {
    let sample = Self.samples[0]
    let data = Self.unit(1, sample.bytes) + Self.unit(6, [0])
    func configuration(_ box: [UInt8]) throws(HEIFError) -> AV1Configuration {
      try AV1Configuration(box[...]) { data }
    }
    let good = [0x81] + sample.configuration + [0]
    _ = try configuration(good)
    for bit in [8, 9, 17, 18, 19, 20, 21] {
      var box = good
      box[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      #expect(throws: HEIFError.self, "bit \(bit)") { try configuration(box) }
    }
    // Another version, too short, a frame inside, two headers, none anywhere.
    let broken = [
      [0x82] + good.dropFirst(), Array(good.prefix(3)), good + Self.unit(6, [0]),
      good + Self.unit(1, sample.bytes) + Self.unit(1, sample.bytes),
    ]
    for box in broken { #expect(throws: HEIFError.self) { try configuration(box) } }
    #expect(throws: HEIFError.self) { try AV1Configuration(good[..<4]) { Self.unit(6, [0]) } }
  }

  @Test func `data with another header, or with many frames, are refused`() throws {
    let sample = Self.samples[0]
    let header = Self.unit(1, sample.bytes)
    let frame = Self.unit(6, [0])
    let configuration = try AV1Configuration(data: header + frame)
    try configuration.verify(header + frame)
    try configuration.verify(header + Self.unit(5, [1]) + header + frame)
    var larger = sample.bytes
    larger[2] ^= 0x40
    for data in [
      header + Self.unit(1, larger) + frame, header, header + frame + frame + frame + frame + frame,
      header + frame.dropLast(),
    ] { #expect(throws: HEIFError.self) { try configuration.verify(data) } }
  }
}
