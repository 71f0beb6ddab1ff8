import Imaging
import Testing

@testable import FilterGraph

@Suite struct RenderPlanTests {
  private let photo = Image(PixelBuffer(size: PixelSize(width: 8, height: 6), format: .rgba8))
  private let matte = Matte(
    kind: .skin,
    pixels: PixelBuffer(size: PixelSize(width: 4, height: 3), format: .l8, colorSpace: .linearGray),
    coordinateSpace: .upright)

  @Test func `a chain of pixel filters through a matte is one pass`() {
    let clown = photo.applying(.maximumComponent).applying(.gammaAdjust(power: 0.5)).blended(over: photo, mask: matte)
    #expect(
      clown.renderPlan
        == "[0] matte 4x3 to 8x6 -> buffer 8x6 rgba8 -> maximumComponent -> gammaAdjust(0.5) -> blendWithMask"
        + "  (0, 0, 8x6)")
  }

  @Test func `passes do not grow with the length of a chain`() {
    var chain = photo
    for index in 0..<40 {
      chain = chain.applying(.gammaAdjust(power: 0.9 + 0.01 * Double(index))).applying(.colorInvert)
    }
    let soft = chain.clampedToExtent().applying(.gaussianBlur(radius: 2)).applying(.exposureAdjust(ev: 1))
    let image = soft.applying(.colorInvert).blended(over: chain, mask: matte).applying(.sepiaTone(intensity: 0.5))
    let plan = RenderPlan(image.node, fusing: true)
    // The chain, its clamped edge, the blur, and all that comes after it.
    #expect(plan.stages.count == 4, "\(plan.text)")
    let kept = plan.stages.filter { $0.work.isKept }
    #expect(kept.isEmpty)
    let registers = plan.stages.map { stage in
      if case .pixels(let program) = stage.work { program.registerCount } else { 0 }
    }
    #expect(registers.max() ?? 0 <= 4, "\(registers)")
    // What a tile keeps of all that is little more than the tile, whatever the picture's size.
    let regions = plan.regions(for: PixelRect(x: 0, y: 0, width: 512, height: 32), last: plan.stages.count - 1)
    let largest = regions.map(\.area).max() ?? 0
    #expect(largest < 600 * 60)
  }

  @Test func `matrices in a row are one`() {
    let image = photo.applying(.colorControls(saturation: 1.5)).applying(.colorInvert)
      .applying(.colorControls(brightness: 0.1)).applying(.gammaAdjust(power: 2)).applying(.colorInvert)
    guard case .pixels(let program) = RenderPlan(image.node, fusing: true).stages.last?.work else {
      Issue.record("not one pass")
      return
    }
    let steps = program.instructions.filter { if case .process = $0.action { true } else { false } }
    #expect(steps.count == 3)
    #expect(program.names.count == 6)
  }

  @Test func `a blended gray picture is computed as one plane`() {
    let gray = photo.applying(.maximumComponent).applying(.gammaAdjust(power: 0.5))
    let image = gray.blended(over: photo, mask: photo.applying(.colorInvert))
    guard case .pixels(let program) = RenderPlan(image.node, fusing: true).stages.last?.work else {
      Issue.record("not one pass")
      return
    }
    let made = program.instructions.filter {
      if case .process(let operation, _, _) = $0.action { operation.isGray } else { false }
    }
    #expect(made.map { $0.needed.intersection(.color) } == [.green])
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

  @Test func `a tile requests only its neighbourhood`() {
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
