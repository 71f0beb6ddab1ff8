/// The identity, except that transforms of the image sample the nearest pixel.
struct NearestSampling: PixelOperation {
  var name: String { "samplingNearest" }
  func components(of input: Int, for needed: Components) -> Components { needed }
  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {}
}
