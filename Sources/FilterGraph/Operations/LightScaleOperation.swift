import CPixelKernels

/// The colour, premultiplied or not, multiplied by a factor.
struct LightScaleOperation: PixelOperation {
  let factor: Float

  var name: String { "exposureAdjust(x\(factor))" }

  func inputKeepingBlack(_ inputs: [ImageNode]) -> Int? { factor.isFinite ? 0 : nil }

  func components(of input: Int, for needed: Components) -> Components { needed }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    pk_scale(row.red, row.count, factor)
    pk_scale(row.green, row.count, factor)
    pk_scale(row.blue, row.count, factor)
  }
}
