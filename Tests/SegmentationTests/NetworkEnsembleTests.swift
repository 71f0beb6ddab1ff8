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

  @Test func `networks that answer in other sizes are an error that names one of them`() throws {
    let ensemble = NetworkEnsemble([try network("mattes-research.xml"), try network("people-research.xml")])
    let error = try #require(throws: SegmentationError.self) {
      try ensemble.answer(for: try picture(), withFlipAugmentation: false)
    }
    #expect(error.description.contains("people-research"))
  }
}
