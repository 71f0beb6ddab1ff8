import Testing

@testable import Segmentation

@Suite struct PredictionPlanTests {
  private func plan(_ faces: [Double], scale: Double = 0.25, most: Double = 2) -> PredictionPlan {
    PredictionPlan(faces: faces, scale: scale, mostEnlargement: most)
  }

  @Test(arguments: [[], [8.0], [60]])
  func `a photo of one person is shown as usual to the two photo networks`(_ faces: [Double]) {
    #expect(plan(faces) == PredictionPlan())
  }

  @Test func `a group of small people is enlarged, within limits`() {
    let group = [Double](repeating: 24, count: 9)
    let enlargement = plan(group).enlargement
    #expect(enlargement > 1 && enlargement < 1.5)
    #expect(plan(group.map { $0 / 2 }).enlargement == 2)
    #expect(plan(group.map { $0 / 2 }, most: 1.25).enlargement == 1.25)
    #expect(plan(group.map { $0 * 2 }).enlargement == 1)
  }

  @Test func `a person and passers-by are no group`() {
    #expect(plan([26, 15, 14, 12]) == PredictionPlan())
    #expect(plan([20, 19]) == PredictionPlan())
  }

  @Test func `a small photo is not enlarged beyond its own pixels`() {
    let group = [Double](repeating: 8, count: 9)
    #expect(plan(group, scale: 0.8).enlargement == 1.25)
    #expect(plan(group, scale: 1.5).enlargement == 1)
  }

  @Test func `the more people there are, the more the people network counts`() {
    let weights = [2, 3, 4, 5, 40].map { plan([Double](repeating: 30, count: $0)).peopleWeight }
    #expect(weights == weights.sorted() && weights[0] == 0 && weights[1] > 0)
    #expect(weights[3] == weights[4] && weights[4] <= 0.5)
  }

  @Test(arguments: [[Double.nan, .nan, .nan], [0, 0, 0], [.infinity, .infinity], [-5, -5]])
  func `faces without a size enlarge nothing beyond the limit`(_ faces: [Double]) {
    let plan = plan(faces)
    #expect(plan.enlargement >= 1 && plan.enlargement <= 2)
  }
}
