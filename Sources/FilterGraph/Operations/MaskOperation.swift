import CPixelKernels

/// The first input, premultiplied, multiplied by the green component of the second.
struct MaskOperation: PixelOperation {
  var name: String { "mask" }
  var changesAlpha: Bool { true }
  func extent(of inputs: [Extent]) -> Extent { inputs[0].intersection(inputs[1]) }

  func inputKeepingBlack(_ inputs: [ImageNode]) -> Int? { 0 }

  func components(of input: Int, for needed: Components) -> Components { input == 0 ? needed : .green }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) { process(row, from: row, with: others) }

  func process(_ row: PixelRow, from first: PixelRow, with others: UnsafePointer<PixelRow>) {
    let mask = others[0].green
    for component in [Components.red, .green, .blue, .alpha] where row.needed.contains(component) {
      pk_product(row.plane(component), first.plane(component), mask, row.count)
    }
  }
}
