import Testing

@testable import FrameStream

@Suite struct AlphaDecisionTests {
  @Test func `the first frame decides for all of a movie that states no alpha`() {
    var translucent = AlphaDecision(holdingAlpha: true, statedBySource: false)
    #expect(translucent.content == nil)
    for isOpaque in [false, true, false] { #expect(!translucent.flattens(frameThatIsOpaque: isOpaque)) }
    #expect(translucent.content == .colorWithAlpha && translucent.warning(of: "it", keptBy: ".mov") == nil)

    var opaque = AlphaDecision(holdingAlpha: true, statedBySource: false)
    for isOpaque in [true, true] { #expect(opaque.flattens(frameThatIsOpaque: isOpaque)) }
    #expect(opaque.content == .color && !opaque.hasFlattened && opaque.warning(of: "it", keptBy: ".mov") == nil)
    #expect(opaque.flattens(frameThatIsOpaque: false))
    #expect(opaque.hasFlattened && opaque.warning(of: "it", keptBy: ".mov")?.contains("first frame is opaque") == true)
  }

  @Test func `a movie that states alpha has it from an opaque first frame on`() {
    var decision = AlphaDecision(holdingAlpha: true, statedBySource: true)
    for isOpaque in [true, false] { #expect(!decision.flattens(frameThatIsOpaque: isOpaque)) }
    #expect(decision.content == .colorWithAlpha && !decision.hasFlattened)
  }

  @Test func `where no alpha can be written, translucent frames become opaque, and the loss is told`() {
    var decision = AlphaDecision(holdingAlpha: false, statedBySource: true)
    #expect(decision.flattens(frameThatIsOpaque: true) && !decision.hasFlattened)
    #expect(decision.flattens(frameThatIsOpaque: false) && decision.content == .color)
    #expect(
      decision.warning(of: "a.mp4", keptBy: ".mov")
        == "a.mp4 has no transparency: what is transparent is black; write .mov to keep it")
  }
}
