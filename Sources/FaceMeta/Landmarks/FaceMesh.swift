import Glibc
import Imaging
import Inference

/// MediaPipe's face mesh: 468 points of a face in three dimensions (Kartynnik et al., "Real-time Facial Surface
/// Geometry from Monocular Video on Mobile GPUs", 2019). May be shared by threads.
struct FaceMesh: Sendable {
  /// The points of a face, and the network's confidence that they are of one.
  struct Prediction: Sendable {
    /// The points in pixels of the upright picture; z has the same unit, and smaller is nearer.
    var points: [SIMD3<Float>]
    /// `0...1`.
    var presence: Float

    /// Whether a picture of `size` shows all points.
    func isInside(_ size: PixelSize) -> Bool { Self.isInside(points, size) }

    /// Whether a picture of `size` shows all of some points.
    static func isInside(_ points: [SIMD3<Float>], _ size: PixelSize) -> Bool {
      let (width, height) = (Float(size.width), Float(size.height))
      return points.allSatisfy { $0.x >= 0 && $0.y >= 0 && $0.x <= width && $0.y <= height }
    }

    /// The crop for another pass, given by these points.
    var crop: FaceCrop {
      var minimum = SIMD2<Float>(repeating: .infinity)
      var maximum = SIMD2<Float>(repeating: -.infinity)
      for point in points {
        minimum = pointwiseMin(minimum, SIMD2(point.x, point.y))
        maximum = pointwiseMax(maximum, SIMD2(point.x, point.y))
      }
      func place(_ index: Int) -> SIMD2<Float> { SIMD2(points[index].x, points[index].y) }
      let eyes = place(MeshTopology.leftEyeOuter) - place(MeshTopology.rightEyeOuter)
      return FaceCrop(
        center: (minimum + maximum) / 2, extent: maximum - minimum, roll: atan2f(eyes.y, eyes.x))
    }
  }

  static let fileName = "face_landmark.tflite"

  private let network: Network
  /// The side of the input, in pixels.
  static let inputSize = 192

  init(from store: NetworkStore, streams: Int) throws(InferenceError) {
    network = try Network(Self.fileName, from: store, threads: streams, streams: streams)
    try network.prepare(shapes: [:])
  }

  /// The mesh of the face in `crop`, whose pixels at ``inputSize`` a side are given; nil if the output is unusable.
  func prediction(for crop: FaceCrop, pixels: PixelBuffer) throws(FaceError) -> Prediction? {
    let side = Self.inputSize
    let map = crop.map(pixels: side)
    do {
      return try network.run { input in
        InputTensor.fill(input, side: side, from: pixels, region: PixelRect(pixels.size), range: 0...1)
      } reading: { outputs in
        guard let mesh = outputs.shapes.firstIndex(where: { $0.last == MeshTopology.count * 3 }),
          let presence = outputs.shapes.firstIndex(where: { $0.last == 1 })
        else { return nil }
        let values = outputs[mesh]
        let depth = crop.side / Float(side)
        let points = (0..<MeshTopology.count).map { index in
          let place = map.apply(x: Double(values[index * 3]), y: Double(values[index * 3 + 1]))
          return SIMD3(Float(place.x), Float(place.y), values[index * 3 + 2] * depth)
        }
        guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }) else { return nil }
        return Prediction(points: points, presence: Sigmoid.value(outputs[presence][0]))
      }
    } catch {
      throw .network(error)
    }
  }
}
