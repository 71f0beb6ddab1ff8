/// A kernel of weights, row by row from the top, centred on the pixel.
struct Convolution {
  let weights: [Double]
  let columns: Int
  let rows: Int
  let bias: Double

  private var isIdentity: Bool {
    bias == 0 && weights.indices.allSatisfy { weights[$0] == ($0 == weights.count / 2 ? 1 : 0) }
  }

  private func sum(_ name: String, _ image: Image) -> Image {
    let taps = weights.indices.map { index in
      ConvolveOperation.Tap(
        dx: index % columns - columns / 2, dy: index / columns - rows / 2, weight: Float(weights[index]))
    }
    return Image(ConvolveOperation(name, taps: taps, keepsOpaque: false), image)
  }

  /// All four premultiplied components; the extent grows by the kernel.
  func apply(_ name: String, to image: Image) -> Image {
    if isIdentity { return image }
    let result = sum(name, image)
    guard bias != 0 else { return result }
    return Image(BiasOperation(bias: Float(bias)), result)
  }

  /// The premultiplied colour alone; alpha and extent stay.
  func applyToColor(_ name: String, to image: Image) -> Image {
    isIdentity ? image : Image(AlphaFrom(bias: Float(bias)), sum(name, image), image)
  }
}
