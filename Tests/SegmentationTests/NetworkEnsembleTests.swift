import Imaging
import Inference
import Kernels
import Models
import Support
import Testing

@testable import Segmentation

@Suite struct NetworkEnsembleTests {
  private func network(_ name: String) throws -> MatteNetwork {
    try MatteNetwork(name, store: .default, precision: .f32)
  }

  private func picture() throws -> PixelBuffer {
    try SamplePortrait.besideAWall().pixels.converted(to8Bit: .rgba8).resized(to: PixelSize(width: 256, height: 192))
  }

  @Test func `the odds are the geometric mean of the networks' odds`() throws {
    let (first, second) = (try network("mattes-research.xml"), try network("photos-research.xml"))
    let picture = try picture()
    let answers = try [first, second].map { try $0.answer(for: picture, withFlipAugmentation: false) }
    let pooled = try NetworkEnsemble(first, with: second).answer(for: picture, withFlipAugmentation: false)
    var decided = 0
    for (index, value) in pooled.planes.samples.enumerated() {
      let (mine, theirs) = (answers[0].planes.samples[index], answers[1].planes.samples[index])
      // Beyond these the doubt that is always left counts.
      guard mine > 0.01, mine < 0.99, theirs > 0.01, theirs < 0.99 else { continue }
      decided += 1
      let expected = ((mine / (1 - mine)) * (theirs / (1 - theirs))).squareRoot()
      guard abs(value - expected / (1 + expected)) > 1e-4 else { continue }
      Issue.record("\(value) in place of \(expected / (1 + expected)) at \(index)")
      break
    }
    #expect(decided > 1000)
    // Only one of the two is informative.
    #expect(pooled.presence == answers[1].presence)
  }

  @Test func `a second network gets a large picture reduced, and its prediction is enlarged`() throws {
    let network = try network("mattes-research.xml")
    let large = try picture().resized(to: PixelSize(width: 512, height: 384))
    let once = try network.answer(for: large, withFlipAugmentation: false)
    let pooled = try NetworkEnsemble(network, with: network).answer(for: large, withFlipAugmentation: false)
    #expect(pooled.planes.size == once.planes.size)
    let smaller = try network.answer(
      for: large.resized(to: PixelSize(width: 384, height: 288)), withFlipAugmentation: false)
    #expect(pooled.planes.samples != once.planes.samples)
    // Enlarging keeps how much of the picture the person covers.
    func covered(_ answer: MatteNetwork.Answer) -> Float {
      let plane = answer.planes[MatteChannel.portrait.rawValue]
      return plane.reduce(0, +) / Float(plane.count)
    }
    #expect(abs(covered(pooled) - (covered(once) + covered(smaller)) / 2) < 0.005)
  }

  @Test func `an enlarged input is enlarged for the second network too`() throws {
    let network = try network("mattes-research.xml")
    let large = try picture().resized(to: PixelSize(width: 512, height: 384))
    let once = try network.answer(for: large, withFlipAugmentation: false)
    let pooled = try NetworkEnsemble(network, with: network).answer(
      for: large, withFlipAugmentation: false, enlargement: 4.0 / 3)
    // Both networks get 512 pixels, so that both say the same.
    let plane = MatteChannel.portrait.rawValue
    #expect(zip(pooled.planes[plane], once.planes[plane]).allSatisfy { abs($0 - min(max($1, 0.002), 0.998)) < 1e-4 })
  }

  @Test func `a third network changes the portrait alone, by its weight`() throws {
    let size = PixelSize(width: 4, height: 4)
    func answer(_ value: Float, _ size: PixelSize) -> MatteNetwork.Answer {
      MatteNetwork.Answer(
        planes: PlanarBuffer(repeating: value, size: size, planeCount: MatteChannel.allCases.count), presence: 0.5)
    }
    var pooled = answer(0.2, size)
    try pooled.poolPortrait(with: answer(0.8, PixelSize(width: 2, height: 2)), weight: 0.25)
    let expected = OpinionPool.pooled(0.2, 0.8, weight: 0.25)
    for channel in MatteChannel.allCases {
      let value = channel == .portrait ? Float(expected) : 0.2
      #expect(pooled.planes[channel.rawValue].allSatisfy { abs($0 - value) < 1e-5 })
    }
    #expect(pooled.presence == 0.5)
  }
}
