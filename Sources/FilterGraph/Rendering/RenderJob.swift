import Imaging

/// The render of a region, planned and checked: only a cancellation can make it fail.
struct RenderJob {
  let plan: RenderPlan
  let region: PixelRect
  let samples: RenderedSamples
  /// The picture from which the unchanged parts of the result are copied; nil if there is none.
  let unchanged: UnchangedPicture?

  /// - Throws: ``RenderError`` if the render needs too much memory.
  init(_ renderer: Renderer, _ image: Image, _ region: PixelRect, _ samples: RenderedSamples) throws(RenderError) {
    let image = Image(image.node.pruned(to: region))
    plan = RenderPlan(image.node, fusing: renderer.fusing, needed: samples.components)
    unchanged = UnchangedPicture(
      under: image, in: region, as: samples.format, colorSpace: samples.colorSpace, alphaType: samples.alphaType)
    self.region = region
    self.samples = samples
    try renderer.tiling(of: plan).check(region)
  }
}
