/// Centres of a single-shot detector's anchors, as fractions of its square input (Liu et al., "SSD: Single Shot
/// MultiBox Detector", 2016). Sizes and aspect ratios are omitted, because all of BlazeFace's anchors share them.
enum Anchors {
  /// - Parameters:
  ///   - inputSize: the side of the detector's input, in pixels.
  ///   - layers: the detector's layers: pixels from one anchor to the next, and the number of anchors at each place.
  static func centers(inputSize: Int, layers: [(stride: Int, count: Int)]) -> [SIMD2<Float>] {
    var centers: [SIMD2<Float>] = []
    for layer in layers {
      let places = (inputSize + layer.stride - 1) / layer.stride
      for y in 0..<places {
        for x in 0..<places {
          let center = (SIMD2(Float(x), Float(y)) + 0.5) / Float(places)
          centers.append(contentsOf: repeatElement(center, count: layer.count))
        }
      }
    }
    return centers
  }
}
