import Imaging
import Models
import Testing

@testable import Segmentation

@Suite struct QualitySettingsTests {
  private let size = PixelSize(width: 3000, height: 4000)

  private func face(tall height: Double) -> Face {
    Face(bounds: NormalizedRect(x: 0.4, y: 0.3, width: height * 0.8, height: height))
  }

  @Test(arguments: [(MatteQuality.fast, 384), (.balanced, 512), (.accurate, 512)])
  func `small heads and pictures without heads are shown as large as the quality allows`(
    quality: MatteQuality, longSide: Int
  ) {
    let settings = QualitySettings(quality, weights: .research)
    for faces in [[], [face(tall: 0.1), face(tall: 0.15)]] {
      #expect(settings.input(for: faces, in: size) == NetworkInputSpec(longSide: longSide))
    }
  }

  @Test(arguments: [
    (ModelWeights.research, NetworkInputSpec(longSide: 384)),
    (.permissive, NetworkInputSpec(longSide: 256, detailLongSide: 128)),
  ])
  func `a head that fills the picture is shown smaller`(weights: ModelWeights, input: NetworkInputSpec) {
    for quality in MatteQuality.allCases {
      let settings = QualitySettings(quality, weights: weights)
      #expect(settings.input(for: [face(tall: 0.1), face(tall: 0.4)], in: size) == input)
      #expect(settings.isCloseUp(by: [face(tall: 0.1), face(tall: 0.4)], size))
      #expect(!settings.isCloseUp(by: [face(tall: 0.1)], size) && !settings.isCloseUp(by: [], size))
    }
  }
}
