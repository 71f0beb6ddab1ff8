/// The middles of the places that a single-shot detector reports on, as fractions of its square input (Liu et al.,
/// "SSD: Single Shot MultiBox Detector", 2016, without sizes and aspect ratios, which BlazeFace's anchors all share).
enum Anchors {
  /// - Parameters:
  ///   - inputSize: the side of the detector's input, in pixels.
  ///   - layers: for each layer of the detector the pixels from an anchor to the next, and how many stand at each place.
  static func middles(inputSize: Int, layers: [(stride: Int, count: Int)]) -> [SIMD2<Float>] {
    var middles: [SIMD2<Float>] = []
    for layer in layers {
      let places = (inputSize + layer.stride - 1) / layer.stride
      for y in 0..<places {
        for x in 0..<places {
          let middle = (SIMD2(Float(x), Float(y)) + 0.5) / Float(places)
          middles.append(contentsOf: repeatElement(middle, count: layer.count))
        }
      }
    }
    return middles
  }
}
