import Imaging
import Inference

/// The project's own network that locates regions with small faces, so that ``BlazeFace``, which takes seven times as
/// long for the same pixels, runs only there. Training and quality: `Models/Weights/face-regions.md`. May be shared by
/// threads.
struct FaceRegionNetwork: Sendable {
  /// A place where a face may be.
  struct Place: Sendable, Hashable {
    /// The middle of a cell of the output, in the picture's pixels.
    var point: SIMD2<Float>
    /// `0...1`.
    var score: Float
  }

  static let fileName = "face-regions.xml"
  /// The side of the square input, in pixels. It is larger than in the file, because fewer and larger squares overlap
  /// less: a photo of 12 megapixels in which faces of 24 pixels are searched has 16 of them.
  static let inputSize = 544
  private static let shape = [1, inputSize, inputSize, 3]
  /// Pixels of the input per cell of the output, along each side.
  private static let stride = 8
  /// Cells of the output, along each side.
  private static let cells = inputSize / stride

  private let network: Network

  init(from store: NetworkStore, streams: Int) throws(InferenceError) {
    network = try Network(Self.fileName, from: store, threads: streams, streams: streams)
    try network.prepare(shapes: ["": Self.shape])
  }

  /// The places at which there may be a face of 10 to 30 pixels.
  ///
  /// - Parameters:
  ///   - region: of the picture, at most ``inputSize`` a side.
  ///   - minimumScore: above 0 and below 1.
  func places(
    in picture: PixelBuffer, region: PixelRect, minimumScore: Float
  ) throws(InferenceError) -> [Place] {
    let least = Sigmoid.inverse(minimumScore)
    return try network.run(shape: Self.shape) { input in
      InputTensor.fill(input, side: Self.inputSize, from: picture, region: region, range: 0...1)
    } reading: { outputs in
      let logits = outputs[0]
      guard logits.count == Self.cells * Self.cells else { return [] }
      let origin = SIMD2(Float(region.x), Float(region.y))
      let extent = SIMD2(Float(region.width), Float(region.height))
      var places: [Place] = []
      for index in logits.indices where logits[index] >= least {
        let corner = SIMD2(Float(index % Self.cells), Float(index / Self.cells)) * Float(Self.stride)
        // The input is black beyond the region, but the last cells may reach over its edge.
        guard all(corner .< extent) else { continue }
        let point = pointwiseMin(corner + Float(Self.stride) / 2, extent - 1) + origin
        places.append(Place(point: point, score: Sigmoid.value(logits[index])))
      }
      return places
    }
  }
}
