/// The colour of the first input and a constant, with the alpha of the second, in the extent of the second.
struct AlphaFrom: PixelOperation {
  let bias: Float
  var name: String { "alphaFrom" }
  var changesAlpha: Bool { true }
  func extent(of inputs: [Extent]) -> Extent { inputs[1] }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { inputs[1].isOpaque }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    let alpha = others[0].alpha
    for plane in [row.red, row.green, row.blue] {
      for i in 0..<row.count { plane[i] += bias * alpha[i] }
    }
    row.alpha.update(from: alpha, count: row.count)
  }
}
