import CPixelKernels
import Support
import Testing

/// The conversion between planes of Y'CbCr and RGBA, of 8 bits and more, compared with exact arithmetic; decoding and
/// encoding again changes no sample by more than 1.
@Suite struct YCbCrPlanesTests {
  /// BT.601, BT.709, BT.2020, SMPTE 240M and FCC.
  static let matrices = [(0.299, 0.114), (0.2126, 0.0722), (0.2627, 0.0593), (0.212, 0.087), (0.30, 0.11)]

  private static func pictures(width: Int, height: Int, depths: [Int]) -> [PlanarYCbCr] {
    depths.flatMap { depth in
      matrices.flatMap { matrix in
        [false, true].map { isFullRange in
          PlanarYCbCr(
            width: width, height: height, depth: depth, isFullRange: isFullRange, kr: matrix.0, kb: matrix.1)
        }
      }
    }
  }

  @Test(arguments: [8, 16])
  func `samples become RGB as H 273 has it`(bits: Int) {
    var random = RepeatableRandomNumberGenerator(seed: 71)
    let maximum = Double(1 << bits - 1)
    for var picture in Self.pictures(width: 61, height: 7, depths: [8, 9, 10, 12, 16]) {
      picture.planes = (0..<3).map { _ in
        (0..<61 * 7).map { _ in UInt16.random(in: 0...UInt16(1 << picture.depth - 1), using: &random) }
      }
      let rgba = picture.decoded(bits: bits)
      // Of 8 bits to 8 bits the arithmetic is in fixed point, of 20 fractional bits.
      let tolerance = bits == 16 ? 0.52 : 0.501
      for pixel in 0..<61 * 7 {
        let samples = picture.planes.map { Double($0[pixel]) }
        let color = picture.color(samples[0], samples[1], samples[2])
        for c in 0..<3 {
          let difference = abs(Double(rgba[4 * pixel + c]) - min(max(color[c], 0), 1) * maximum)
          #expect(difference <= tolerance, "\(picture.depth) bits, \(picture.kr), full \(picture.isFullRange)")
        }
        #expect(rgba[4 * pixel + 3] == UInt16(maximum))
      }
    }
  }

  @Test(arguments: [8, 16])
  func `RGB becomes samples as H 273 has it`(bits: Int) {
    var random = RepeatableRandomNumberGenerator(seed: 72)
    let maximum = UInt16(1 << bits - 1)
    for picture in Self.pictures(width: 37, height: 6, depths: [8, 10, 12]) {
      // Corners of the cube among them, which are the extremes of chroma.
      let rgba = (0..<4 * 37 * 6).map { index in
        index < 320 ? (index >> (index % 4 + 2)) % 2 == 0 ? 0 : maximum : UInt16.random(in: 0...maximum, using: &random)
      }
      let (encoded, alpha) = picture.encoded(from: rgba, bits: bits)
      let largest = Double(1 << picture.depth - 1)
      for pixel in 0..<37 * 6 {
        let color = (0..<3).map { Double(rgba[4 * pixel + $0]) / Double(maximum) }
        let expected = picture.components(color)
        for c in 0..<3 {
          let difference = abs(Double(encoded.planes[c][pixel]) - min(expected[c], largest))
          // In fixed point with 15 fractional bits if both sides have 8 bits.
          #expect(difference <= 0.52, "\(picture.depth) bits, \(picture.kr), full \(picture.isFullRange)")
        }
        #expect(abs(Double(alpha[pixel]) - Double(rgba[4 * pixel + 3]) / Double(maximum) * largest) <= 0.501)
      }
    }
  }

  /// Whether RGB holds a colour.
  private static func isColor(_ color: [Double]) -> Bool { color.allSatisfy { (0...1).contains($0) } }

  @Test(arguments: [(8, 8), (8, 16), (10, 16), (12, 16)])
  func `all colours survive decoding and encoding`(depth: Int, bits: Int) {
    // Of all triples every 7th or so of each component; of those of 10 bits every 29th.
    let step = depth == 8 ? 7 : 29 << (depth - 10)
    for var picture in Self.pictures(width: 0, height: 1, depths: [depth]) {
      let samples = Array(stride(from: 0, to: 1 << depth, by: step))
      var planes: [[UInt16]] = [[], [], []]
      for y in samples {
        for cb in samples {
          for cr in samples where Self.isColor(picture.color(Double(y), Double(cb), Double(cr))) {
            planes[0].append(UInt16(y))
            planes[1].append(UInt16(cb))
            planes[2].append(UInt16(cr))
          }
        }
      }
      #expect(planes[0].count > 5000)
      picture.width = planes[0].count
      picture.planes = planes
      let again = picture.encoded(from: picture.decoded(bits: bits), bits: bits).picture
      let worst = (0..<3).map { Self.worstDifference(again.planes[$0], planes[$0]) }
      #expect(worst.allSatisfy { $0 <= 1 }, "off by \(worst): \(picture.kr), full \(picture.isFullRange)")
    }
  }

  private static func worstDifference(_ a: [UInt16], _ b: [UInt16]) -> Int {
    zip(a, b).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test(arguments: TestScale.some(2, of: [(8, 8), (8, 16), (10, 16), (12, 16)]))
  func `reduced chroma of any detail survives, for both places of its samples`(depth: Int, bits: Int) {
    var random = RepeatableRandomNumberGenerator(seed: 73)
    for var picture in Self.pictures(width: 1204, height: 22, depths: [depth]) {
      picture.isWhole = false
      let one = UInt16(1 << (depth - 8))
      // So little colour that every interpolated one is in RGB.
      for (isCenteredX, isCenteredY, hasAllRows) in [
        (false, true, false), (true, true, false), (false, false, false), (false, true, true), (true, true, true),
      ] {
        (picture.isCenteredX, picture.isCenteredY, picture.hasAllRows) = (isCenteredX, isCenteredY, hasAllRows)
        let count = picture.chromaWidth * picture.chromaHeight
        picture.planes = [1204 * 22, count, count].map { count in
          (0..<count).map { _ in UInt16.random(in: 103 * one...153 * one, using: &random) }
        }
        let (again, _) = picture.encoded(from: picture.decoded(bits: bits), bits: bits)
        let worst = (0..<3).map { Self.worstDifference(again.planes[$0], picture.planes[$0]) }
        #expect(
          worst.allSatisfy { $0 <= 1 },
          "off by \(worst): \(picture.kr), \(isCenteredX), \(isCenteredY), 4:2:2 \(hasAllRows)")
      }
    }
  }

  @Test func `gray becomes luma and comes back`() {
    let gray = (0...255).map { UInt8($0) }
    for isFullRange in [false, true] {
      var luma = [UInt8](repeating: 0, count: 256)
      pk_gray_to_luma(gray, 256, isFullRange ? 1 : 0, &luma)
      for value in 0...255 {
        let expected = isFullRange ? Double(value) : 16 + Double(value) * 219 / 255
        #expect(abs(Double(luma[value]) - expected) <= 0.5)
      }
    }
  }

  @Test func `all instruction sets give the same bits`() {
    var random = RepeatableRandomNumberGenerator(seed: 74)
    let rgba = (0..<4 * 1035 * 8).map { _ in UInt16.random(in: 0...65535, using: &random) }
    for (depth, hasAllRows) in [(8, false), (8, true), (10, false), (10, true)] {
      var picture = PlanarYCbCr(width: 1035, height: 8, depth: depth, isWhole: false, hasAllRows: hasAllRows)
      let encodings = InstructionLevels.map { _ in picture.encoded(from: rgba, bits: 16).picture }
      picture = encodings[0]
      #expect(encodings.allSatisfy { $0 == picture })
      let decodings = InstructionLevels.map { _ in picture.decoded(bits: 16) }
      #expect(decodings.allSatisfy { $0 == decodings[0] })
    }
  }
}
