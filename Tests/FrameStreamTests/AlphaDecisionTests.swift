import Testing

@testable import FrameStream

@Suite struct AlphaDecisionTests {
  /// Whether frames are flattened that are opaque, or not, one after the other.
  private func flattened(_ decision: inout AlphaDecision, _ frames: [Bool]) -> [Bool] {
    frames.map { decision.flattens(frameThatIsOpaque: $0) }
  }

  @Test func `the first frame decides for a movie that states no alpha`() {
    var translucent = AlphaDecision(holdingAlpha: true, statedBySource: false)
    #expect(translucent.content == nil)
    #expect(flattened(&translucent, [false, true, false]) == [false, false, false])
    #expect(translucent.content == .colorWithAlpha && translucent.warning(of: "it", keptBy: ".mov") == nil)

    var opaque = AlphaDecision(holdingAlpha: true, statedBySource: false)
    #expect(flattened(&opaque, [true, true]) == [true, true])
    #expect(opaque.content == .color && !opaque.hasFlattened && opaque.warning(of: "it", keptBy: ".mov") == nil)
    #expect(flattened(&opaque, [false]) == [true])
    #expect(opaque.hasFlattened && opaque.warning(of: "it", keptBy: ".mov")?.contains("first frame is opaque") == true)
  }

  @Test func `a movie that states alpha has it also after an opaque first frame`() {
    var decision = AlphaDecision(holdingAlpha: true, statedBySource: true)
    #expect(flattened(&decision, [true, false]) == [false, false])
    #expect(decision.content == .colorWithAlpha && !decision.hasFlattened)
  }

  @Test func `if no alpha can be written, translucent frames become opaque, and the loss is reported`() {
    var decision = AlphaDecision(holdingAlpha: false, statedBySource: true)
    #expect(flattened(&decision, [true]) == [true] && !decision.hasFlattened)
    #expect(flattened(&decision, [false]) == [true] && decision.content == .color)
    #expect(
      decision.warning(of: "a.mp4", keptBy: ".mov")
        == "a.mp4 has no transparency: what is transparent is black; write .mov to keep it")
  }
}
