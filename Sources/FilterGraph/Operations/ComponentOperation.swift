import CPixelKernels

/// The product, larger or smaller of the premultiplied components of two images, alpha too.
enum ComponentOperation: String, PixelOperation {
  case multiply, maximum, minimum

  var name: String { "\(rawValue)Compositing" }
  var changesAlpha: Bool { true }

  func extent(of inputs: [Extent]) -> Extent {
    // Outside an image, its transparent black makes the product 0; the maximum and the minimum may be either image.
    self == .multiply ? inputs[0].intersection(inputs[1]) : inputs[0].union(inputs[1])
  }

  func inputKeepingBlack(_ inputs: [ImageNode]) -> Int? { self == .multiply ? 0 : nil }

  func components(of input: Int, for needed: Components) -> Components { needed }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    for component in [Components.red, .green, .blue, .alpha] where row.needed.contains(component) {
      let (top, bottom) = (row.plane(component), others[0].plane(component))
      switch self {
      case .multiply: pk_multiply(top, bottom, row.count)
      case .maximum: pk_choose_of(top, bottom, row.count, 1)
      case .minimum: pk_choose_of(top, bottom, row.count, 0)
      }
    }
  }
}
