import Imaging
import Inference

/// MediaPipe's face detector (Bazarevsky et al., "BlazeFace: Sub-millisecond Neural Face Detection on Mobile GPUs",
/// 2019). May be shared by threads.
struct BlazeFace: Sendable {
  enum Kind: Sendable, CaseIterable {
    /// For faces that fill a large part of the input: up to about two meters from a phone's front camera.
    case shortRange
    /// For smaller faces, up to about five meters away.
    case fullRange

    var fileName: String {
      switch self {
      case .shortRange: "face_detection_short_range.tflite"
      case .fullRange: "face_detection_full_range_sparse.tflite"
      }
    }

    /// The side of the square input, in pixels.
    var inputSize: Int { self == .shortRange ? 128 : 192 }

    var anchors: [SIMD2<Float>] {
      switch self {
      case .shortRange: Anchors.centers(inputSize: 128, layers: [(8, 2), (16, 6)])
      case .fullRange: Anchors.centers(inputSize: 192, layers: [(4, 1)])
      }
    }
  }

  let kind: Kind
  private let network: Network
  private let anchors: [SIMD2<Float>]

  init(_ kind: Kind, from store: NetworkStore, streams: Int) throws(InferenceError) {
    self.kind = kind
    anchors = kind.anchors
    network = try Network(kind.fileName, from: store, threads: streams, streams: streams)
    try network.prepare(shapes: [:])
  }

  /// The candidates in a region of a picture, in the picture's pixels, overlapping ones merged.
  ///
  /// - Parameters:
  ///   - region: at most ``Kind/inputSize`` a side; the rest of the input is black.
  ///   - minimumScore: above 0 and below 1.
  func candidates(
    in picture: PixelBuffer, region: PixelRect, minimumScore: Float
  ) throws(InferenceError) -> [FaceCandidate] {
    let side = kind.inputSize
    let found = try network.run { input in
      InputTensor.fill(input, side: side, from: picture, region: region, range: -1...1)
    } reading: { outputs in
      decode(outputs, minimumScore: minimumScore)
    }
    let origin = SIMD2(Float(region.x), Float(region.y))
    return NonMaximumSuppression.weighted(found, overlap: FaceAnalysisSettings.mergedOverlap).map { candidate in
      candidate.mapped { $0 * Float(side) + origin }
    }
  }

  private func decode(_ outputs: NetworkOutputs, minimumScore: Float) -> [FaceCandidate] {
    // The networks name their outputs differently, but each has one with 16 values and one with 1 value an anchor.
    guard let boxIndex = outputs.shapes.firstIndex(where: { $0.last == 16 }),
      let scoreIndex = outputs.shapes.firstIndex(where: { $0.last == 1 })
    else { return [] }
    return Self.decode(
      boxes: outputs[boxIndex], logits: outputs[scoreIndex], anchors: anchors, inputSize: Float(kind.inputSize),
      minimumScore: minimumScore)
  }

  /// Decodes the network's output: for each anchor the logit of the score, the box's centre and extent, and six points.
  /// All but the extent are relative to the anchor, in pixels of the input.
  ///
  /// - Returns: candidates in fractions of the input.
  static func decode(
    boxes: UnsafeBufferPointer<Float>, logits: UnsafeBufferPointer<Float>, anchors: [SIMD2<Float>], inputSize: Float,
    minimumScore: Float
  ) -> [FaceCandidate] {
    guard logits.count == anchors.count, boxes.count == anchors.count * 16 else { return [] }
    let minimumLogit = Sigmoid.inverse(minimumScore)
    var found: [FaceCandidate] = []
    for index in anchors.indices where logits[index] >= minimumLogit {
      let values = UnsafeBufferPointer(rebasing: boxes[index * 16..<index * 16 + 16])
      func pair(_ number: Int) -> SIMD2<Float> { SIMD2(values[number * 2], values[number * 2 + 1]) / inputSize }
      let anchor = anchors[index]
      let center = anchor + pair(0)
      let half = pair(1) / 2
      guard half.x > 0, half.y > 0 else { continue }
      found.append(
        FaceCandidate(
          minimum: center - half, maximum: center + half, points: (2..<8).map { anchor + pair($0) },
          score: Sigmoid.value(logits[index])))
    }
    return found
  }
}
