/// A constant added to all four components.
struct BiasOperation: PixelOperation {
  let bias: Float
  var name: String { "bias \(bias)" }
  var changesAlpha: Bool { true }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    for plane in row.planes {
      for i in 0..<row.count { plane[i] += bias }
    }
  }
}
