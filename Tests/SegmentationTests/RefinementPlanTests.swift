import Imaging
import Models
import Testing

@testable import Segmentation

@Suite struct RefinementPlanTests {
  private let size = PixelSize(width: 3000, height: 4000)

  private func face(tall height: Double) -> Face {
    Face(bounds: NormalizedRect(x: 0.4, y: 0.3, width: height * 0.8, height: height))
  }

  @Test(arguments: [(MatteQuality.fast, 384), (.balanced, 512), (.accurate, 512)])
  func `small heads and none are seen as large as the quality allows`(quality: MatteQuality, longSide: Int) {
    let plan = RefinementPlan(quality, weights: .research)
    for faces in [[], [face(tall: 0.1), face(tall: 0.15)]] {
      #expect(plan.look(for: faces, in: size) == Look(longSide: longSide))
    }
  }

  @Test(arguments: [(ModelWeights.research, Look(longSide: 384)), (.permissive, Look(longSide: 256, detail: 128))])
  func `a head that fills the picture is seen from further away`(weights: ModelWeights, look: Look) {
    for quality in MatteQuality.allCases {
      let plan = RefinementPlan(quality, weights: weights)
      #expect(plan.look(for: [face(tall: 0.1), face(tall: 0.4)], in: size) == look)
      #expect(plan.isFilled(by: [face(tall: 0.1), face(tall: 0.4)], size))
      #expect(!plan.isFilled(by: [face(tall: 0.1)], size) && !plan.isFilled(by: [], size))
    }
  }
}
