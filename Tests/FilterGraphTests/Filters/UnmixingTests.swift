import Imaging
import Testing

@testable import FilterGraph

/// The person's share of mixed pixels, against the formula in double precision.
@Suite struct UnmixingTests {
  /// Longer than a block of the kernel, and with a rest.
  private let size = PixelSize(width: 301, height: 3)

  /// Where the matte is 0, where it is 1, and between.
  private var matte: [Float] {
    TestPicture(size: size, content: .opaque).samples(seed: 4).enumerated().map { index, value in
      index % 4 == 3 ? 1 : index / 4 % 7 == 0 ? 0 : index / 4 % 7 == 1 ? 1 : value
    }
  }

  private func formula(
    seen: SIMD3<Double>, own: SIMD3<Double>, behind: SIMD3<Double>, matte: Double
  ) -> SIMD4<Double> {
    guard matte > 0 else { return SIMD4(own, 1) }
    let unexplained = seen - (own * matte + behind * (1 - matte))
    let across = behind - own
    let excess = max(0, (unexplained * across).sum() / ((across * across).sum() + 0.02))
    let square = matte * matte
    let color = own + (unexplained - across * excess) * square + across * (excess * square * square)
    let held = pointwiseMax(pointwiseMin(color, pointwiseMax(own, seen)), pointwiseMin(own, seen))
    let sure = min(max((matte - 0.5) / 0.45, 0), 1)
    let believed = (1 - square) * (1 - sure * sure * (3 - 2 * sure))
    let kept = min(max(1 - excess * believed / matte, 0), 1)
    return SIMD4(held * kept, kept)
  }

  @Test func `excess of the matte is corrected`() throws {
    let picture = TestPicture(size: size, content: .opaque)
    func image(_ samples: [Float]) -> Image { Image(.floats(samples, size, .opaque)) }
    let mattes = matte
    let result = try Renderer().floats(
      picture.image(seed: 1).unmixed(own: picture.image(seed: 2), behind: picture.image(seed: 3), matte: image(mattes)))
    let samples = (1...3).map { picture.samples(seed: $0) }
    func color(_ picture: Int, _ index: Int) -> SIMD3<Double> {
      SIMD3((0..<3).map { Double(samples[picture][4 * index + $0]) })
    }
    var translucent = 0
    for index in 0..<size.area {
      let expected = formula(
        seen: color(0, index), own: color(1, index), behind: color(2, index), matte: Double(mattes[4 * index + 1]))
      for component in 0..<4 {
        #expect(abs(Double(result[4 * index + component]) - expected[component]) < 1e-5)
      }
      if expected.w < 0.9 { translucent += 1 }
    }
    #expect(translucent > size.area / 20)
  }
}
