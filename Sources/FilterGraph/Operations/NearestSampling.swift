/// Changes nothing, but that transforms of the image take the pixel that a place lies in.
struct NearestSampling: PixelOperation {
  var name: String { "samplingNearest" }
  func components(of input: Int, for needed: Components) -> Components { needed }
  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {}
}
