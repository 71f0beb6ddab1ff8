import Imaging
import Testing

@testable import FilterGraph

@Suite struct RenderPlanTests {
  private let photo = Image(PixelBuffer(size: PixelSize(width: 8, height: 6), format: .rgba8))
  private let matte = Matte(
    kind: .skin,
    pixels: PixelBuffer(size: PixelSize(width: 4, height: 3), format: .l8, colorSpace: .linearGray), frame: .upright)

  @Test func `a chain of pixel filters through a matte is one pass`() {
    let clown = photo.applying(.maximumComponent).applying(.gammaAdjust(power: 0.5)).blended(over: photo, mask: matte)
    #expect(
      clown.renderPlan
        == "[0] buffer 8x6 rgba8 -> maximumComponent -> gammaAdjust(0.5) -> matte 4x3 to 8x6 -> blendWithMask"
        + "  (0, 0, 8x6)")
  }

  @Test func `without fusing every operation has a pass of its own`() {
    let image = photo.applying(.maximumComponent).applying(.gammaAdjust(power: 0.5))
    let plan = RenderPlan(image.node, fusing: false)
    #expect(
      plan.text == """
        [0] buffer 8x6 rgba8  (0, 0, 8x6)
        [1] maximumComponent <- [0]  (0, 0, 8x6)
        [2] gammaAdjust(0.5) <- [1]  (0, 0, 8x6)
        """)
  }

  @Test func `a filter that two neighbourhoods share is computed once`() {
    let gray = photo.applying(.maximumComponent)
    let image = gray.applying(.boxBlur(radius: 1)).composited(over: gray.applying(.discBlur(radius: 2)))
    let lines = image.renderPlan.split(separator: "\n")
    #expect(lines.filter { $0.contains("maximumComponent") }.count == 1)
    #expect(lines.count == 5)
  }

  @Test func `a tile asks for its neighbourhood and no more`() {
    let plan = RenderPlan(photo.applying(.boxBlur(radius: 1)).node, fusing: true)
    let regions = plan.regions(for: PixelRect(x: 2, y: 2, width: 3, height: 2), last: plan.stages.count - 1)
    #expect(regions[0] == PixelRect(x: 1, y: 1, width: 5, height: 4))
  }

  @Test func `a large blur keeps its coarse grid for the render`() {
    let plan = RenderPlan(photo.applying(.gaussianBlur(radius: 30)).node, fusing: true)
    let kept = plan.materializations(for: PixelRect(x: 0, y: 0, width: 8, height: 6))
    #expect(kept.count == 2)
    #expect(kept.allSatisfy { $0.region.area < 1000 })
  }
}

extension PixelRect {
  fileprivate var area: Int { width * height }
}
