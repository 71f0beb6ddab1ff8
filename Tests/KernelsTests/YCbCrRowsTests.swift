import CPixelKernels
import Support
import Testing

/// With every instruction set, the conversion between rows of RGBA and of Y'CbCr gives the bits of plain single
/// precision: each product and each sum is rounded.
@Suite struct YCbCrRowsTests {
  private func words(_ count: Int, below limit: Int = 65_536, seed: UInt64) -> [UInt16] {
    var random = RepeatableRandomNumberGenerator(seed: seed)
    return (0..<count).map { _ in UInt16(Int.random(in: 0..<limit, using: &random)) }
  }

  @Test(arguments: [10, 12, 16])
  func `rows of 16 bits to Y'CbCr`(depth: Int) {
    let width = 20_006
    let upper = words(4 * width, seed: 1)
    let lower = words(4 * width, seed: 2)
    let maximum = Float((1 << depth) - 1)
    let scale = maximum / 65_535
    let (red, green, blue) = (0.299 * scale, 0.587 * scale, 0.114 * scale)
    func light(_ row: [UInt16], _ x: Int) -> UInt16 {
      let r = red * Float(row[4 * x])
      let g = green * Float(row[4 * x + 1])
      let b = blue * Float(row[4 * x + 2])
      return UInt16(r + g + b + 0.5)
    }
    var cb: [UInt16] = []
    var cr: [UInt16] = []
    let half = 0.125 * scale
    let middle = Float(1 << (depth - 1)) + 0.5
    for x in 0..<width / 2 {
      let sums = (0..<3).map { c -> Float in
        let here = 8 * x + c
        return Float(Int(upper[here]) + Int(upper[here + 4]) + Int(lower[here]) + Int(lower[here + 4]))
      }
      let (r, g, b) = (sums[0], sums[1], sums[2])
      let redAndGreen: Float = (0.299 * r + 0.587 * g) / 0.886
      let greenAndBlue: Float = (0.587 * g + 0.114 * b) / 0.701
      cb.append(UInt16(min(middle + half * (b - redAndGreen), maximum)))
      cr.append(UInt16(min(middle + half * (r - greenAndBlue), maximum)))
    }
    let luma = [upper, lower].map { row in (0..<width).map { light(row, $0) } }
    _ = InstructionLevels.map { level in
      var result = [[UInt16]](repeating: [UInt16](repeating: 0, count: width), count: 2)
      var (upperLuma, lowerLuma) = (result[0], result[1])
      var (foundCb, foundCr) = ([UInt16](repeating: 0, count: width / 2), [UInt16](repeating: 0, count: width / 2))
      pk_ycbcr_encode_pair16(
        upper, lower, width, Int32(depth), &upperLuma, &lowerLuma, &foundCb, &foundCr)
      result = [upperLuma, lowerLuma]
      #expect((result == luma) as Bool, "luma at level \(level)")
      #expect((foundCb == cb && foundCr == cr) as Bool, "chroma at level \(level)")
    }
  }

  @Test func `rows of 10-bit Y'CbCr to RGBA`() {
    let width = 20_003
    let luma = words(width, below: 1024, seed: 3)
    var random = RepeatableRandomNumberGenerator(seed: 4)
    let chroma = (0..<2).map { _ in (0..<width).map { _ in Float(Int.random(in: 0..<16_384, using: &random)) / 16 } }
    for maximum: Float in [255, 65_535] {
      let scale = maximum / 876
      // BT.709, 64...940.
      var matrix = PKYCbCrMatrix(
        red: (scale, 0, scale * 1.5748), green: (scale, scale * -0.1873, scale * -0.4681),
        blue: (scale, scale * 1.8556, 0), lumaOffset: 64, chromaOffset: 512)
      let expected = (0..<width).flatMap { x -> [UInt16] in
        let y = Float(luma[x]) - 64
        let (b, r) = (chroma[0][x] - 512, chroma[1][x] - 512)
        let rgb = [matrix.red, matrix.green, matrix.blue].map { row in row.0 * y + row.1 * b + row.2 * r + 0.5 }
        return rgb.map { UInt16(min(max($0, 0), maximum)) } + [UInt16(maximum)]
      }
      _ = InstructionLevels.map { level in
        var bytes = [UInt8](repeating: 0, count: 4 * width)
        var words = [UInt16](repeating: 0, count: 4 * width)
        if maximum == 255 {
          pk_ycbcr_decode8(luma, 2, chroma[0], chroma[1], width, &matrix, &bytes)
          words = bytes.map(UInt16.init)
        } else {
          pk_ycbcr_decode16(luma, 2, chroma[0], chroma[1], width, &matrix, &words)
        }
        #expect((words == expected) as Bool, "level \(level), up to \(maximum)")
      }
    }
  }
}
