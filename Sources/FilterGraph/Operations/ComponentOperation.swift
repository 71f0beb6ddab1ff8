/// The product, larger or smaller of the premultiplied components of two images, alpha too.
enum ComponentOperation: String, PixelOperation {
  case multiply, maximum, minimum

  var name: String { "\(rawValue)Compositing" }
  var changesAlpha: Bool { true }

  func extent(of inputs: [Extent]) -> Extent {
    // Beside transparent black the product is nothing; the larger and the smaller may be either image.
    self == .multiply ? inputs[0].intersection(inputs[1]) : inputs[0].union(inputs[1])
  }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    for (top, bottom) in zip(row.planes, others[0].planes) {
      switch self {
      case .multiply: for i in 0..<row.count { top[i] *= bottom[i] }
      case .maximum: for i in 0..<row.count { top[i] = top[i] > bottom[i] ? top[i] : bottom[i] }
      case .minimum: for i in 0..<row.count { top[i] = top[i] < bottom[i] ? top[i] : bottom[i] }
      }
    }
  }
}
