import Segmentation
import Testing

@testable import Scenes

@Suite struct SharedMatteGeneratorTests {
  @Test func `stages share one generator, which is released with the last of them`() throws {
    let shared = SharedMatteGenerator(
      SceneAnalysis(mattes: [.portrait], quality: .fast), besideOtherStages: true)
    var first: MatteGenerator? = try shared.loaded()
    var second: MatteGenerator? = try shared.loaded()
    #expect(first === second)
    weak let released = first
    first = nil
    #expect(released != nil)
    second = nil
    #expect(released == nil)
  }
}
