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

  @Test func `the answer is the mean of the networks' answers`() throws {
    let (first, second) = (try network("mattes-research.xml"), try network("photos-research.xml"))
    let picture = try picture()
    let answers = try [first, second].map { try $0.answer(for: picture, withFlipAugmentation: false) }
    let mean = try NetworkEnsemble([first, second]).answer(for: picture, withFlipAugmentation: false)
    for (index, value) in mean.planes.samples.enumerated() {
      let expected = (answers[0].planes.samples[index] + answers[1].planes.samples[index]) / 2
      guard abs(value - expected) > 1e-5 else { continue }
      Issue.record("\(value) in place of \(expected) at \(index)")
      break
    }
    // Only one of the two tells.
    #expect(mean.presence == answers[1].presence)
  }

  @Test func `a second network sees a large picture smaller, and its answer is enlarged`() throws {
    let network = try network("mattes-research.xml")
    let large = try picture().resized(to: PixelSize(width: 512, height: 384))
    let once = try network.answer(for: large, withFlipAugmentation: false)
    let mean = try NetworkEnsemble([network, network]).answer(for: large, withFlipAugmentation: false)
    #expect(mean.planes.size == once.planes.size)
    let smaller = try network.answer(
      for: large.resized(to: PixelSize(width: 384, height: 288)), withFlipAugmentation: false)
    #expect(mean.planes.samples != once.planes.samples)
    // Enlarging keeps how much of the picture the person covers.
    func covered(_ answer: MatteNetwork.Answer) -> Float {
      let plane = answer.planes[MatteChannel.portrait.rawValue]
      return plane.reduce(0, +) / Float(plane.count)
    }
    #expect(abs(covered(mean) - (covered(once) + covered(smaller)) / 2) < 0.005)
  }
}
