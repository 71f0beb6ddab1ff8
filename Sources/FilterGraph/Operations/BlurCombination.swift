import Imaging

/// An image combined with its own blur, component by component, on premultiplied colour; alpha is unchanged.
struct BlurCombination: PixelOperation {
  enum Rule: String, Sendable {
    /// The difference from the blur added.
    case sharpen
    /// The luminance's difference from the blur's added to all components.
    case sharpenLuminance
    /// A fraction of the larger of the two.
    case lighten
    /// A fraction of the smaller of the two.
    case darken
  }

  let rule: Rule
  let amount: Float

  var name: String { "\(rule)(\(amount))" }
  func extent(of inputs: [Extent]) -> Extent { inputs[0] }

  func process(_ row: PixelRow, with others: UnsafePointer<PixelRow>) {
    let blur = others[0]
    if rule == .sharpenLuminance {
      for i in 0..<row.count {
        let dr = row.red[i] - blur.red[i]
        let dg = row.green[i] - blur.green[i]
        let db = row.blue[i] - blur.blue[i]
        let added = amount * (Luminance.of(dr, dg, db))
        row.red[i] += added
        row.green[i] += added
        row.blue[i] += added
      }
      return
    }
    for (plane, other) in [(row.red, blur.red), (row.green, blur.green), (row.blue, blur.blue)] {
      switch rule {
      case .lighten: for i in 0..<row.count { plane[i] += amount * max(other[i] - plane[i], 0) }
      case .darken: for i in 0..<row.count { plane[i] += amount * min(other[i] - plane[i], 0) }
      default: for i in 0..<row.count { plane[i] += amount * (plane[i] - other[i]) }
      }
    }
  }
}

extension Image {
  /// This image combined with its Gaussian blur, with repeated edges.
  func combined(withBlurOf radius: Double, _ rule: BlurCombination.Rule, amount: Double) -> Image {
    if amount == 0 || radius <= 0 { return self }
    let blur = clampedToExtent().applying(.gaussianBlur(radius: radius))
    return Image(BlurCombination(rule: rule, amount: Float(amount)), self, blur)
  }
}
