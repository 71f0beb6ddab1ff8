import CPixelKernels

/// The first input multiplied, colour and alpha, by the green component of the second.
struct MaskOperation: PixelOperation {
  var name: String { "mask" }
  var changesAlpha: Bool { true }
  func extent(of inputs: [Extent]) -> Extent { inputs[0].intersection(inputs[1]) }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    let mask = others[0].green
    pk_multiply(row.red, mask, row.count)
    pk_multiply(row.green, mask, row.count)
    pk_multiply(row.blue, mask, row.count)
    pk_multiply(row.alpha, mask, row.count)
  }
}
