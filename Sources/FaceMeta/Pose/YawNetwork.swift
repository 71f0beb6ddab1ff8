import Imaging
import Inference

/// The project's own network for yaw, from the mesh's pixels and points: the mesh alone flattens faces, increasingly
/// with the angle. Training and quality: `Models/Weights/yaw.md`. May be shared by threads.
struct YawNetwork: Sendable {
  static let fileName = "yaw.xml"

  private let network: Network
  /// Limit of the prediction in degrees; more than this is the back of a head.
  private static let most = 100.0

  init(from store: NetworkStore, streams: Int) throws(InferenceError) {
    network = try Network(Self.fileName, from: store, threads: streams, streams: streams, fusesElementwise: false)
    try network.prepare(shapes: [:])
  }

  /// x, y and z of each point of the mesh.
  private static func numbers(of points: [SIMD3<Float>]) -> [Float] {
    [Float](unsafeUninitializedCapacity: MeshTopology.count * 3) { values, count in
      count = MeshTopology.count * 3
      for index in 0..<MeshTopology.count {
        let point = points[index]
        values[3 &* index] = point.x
        values[3 &* index &+ 1] = point.y
        values[3 &* index &+ 2] = point.z
      }
    }
  }

  /// The yaw of a face, positive towards the viewer's left; nil if the network gives none.
  ///
  /// - Parameters:
  ///   - points: at least the 468 points of the mesh, x, y and z in one unit.
  ///   - pixels: the pixels that the mesh was measured in: `rgba8`, ``FaceMesh/inputSize`` a side.
  func yaw(points: [SIMD3<Float>], pixels: PixelBuffer) throws(FaceError) -> Angle? {
    guard points.count >= MeshTopology.count else { return nil }
    let luma = Tensor(
      shape: [1, DownsampledLuma.side, DownsampledLuma.side], values: DownsampledLuma.values(of: pixels))
    let mesh = Tensor(
      shape: [1, MeshTopology.count * 3], values: Self.numbers(of: points))
    do {
      guard let degrees = try network.run(["luma": luma, "points": mesh])["yaw"]?.values.first, degrees.isFinite
      else { return nil }
      return Angle(degrees: min(max(Double(degrees), -Self.most), Self.most)).normalized
    } catch {
      throw .network(error)
    }
  }
}
