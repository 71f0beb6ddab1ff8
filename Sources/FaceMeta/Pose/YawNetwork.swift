import Imaging
import Inference

/// The project's own network for how far a head is turned: from what the mesh saw and what it made of it, for the mesh
/// flattens faces, the more the further they are turned. May be shared by threads.
///
/// How it was made and what it is worth is said in `Models/Weights/yaw.md`.
struct YawNetwork: Sendable {
  static let fileName = "yaw.xml"

  private let network: Network
  /// More than this is the back of a head.
  private static let most = 100.0

  init(from store: NetworkStore, streams: Int) throws(InferenceError) {
    network = try Network(Self.fileName, from: store, threads: streams, streams: streams)
    try network.prepare(shapes: [:])
  }

  /// x, y and z of each point of the mesh.
  private static func numbers(of points: [SIMD3<Float>]) -> [Float] {
    [Float](unsafeUninitializedCapacity: MeshNumbers.count * 3) { values, count in
      count = MeshNumbers.count * 3
      for index in 0..<MeshNumbers.count {
        let point = points[index]
        values[3 &* index] = point.x
        values[3 &* index &+ 1] = point.y
        values[3 &* index &+ 2] = point.z
      }
    }
  }

  /// The yaw of a face: positive towards the viewer's left.
  ///
  /// - Parameters:
  ///   - points: at least the 468 of the mesh, x, y and z in one unit.
  ///   - pixels: what the mesh saw: `rgba8`, ``FaceMesh/inputSize`` a side.
  func yaw(points: [SIMD3<Float>], pixels: PixelBuffer) throws(FaceError) -> Angle? {
    guard points.count >= MeshNumbers.count else { return nil }
    let luma = Tensor(shape: [1, SmallLuma.side, SmallLuma.side], values: SmallLuma.values(of: pixels))
    let mesh = Tensor(
      shape: [1, MeshNumbers.count * 3], values: Self.numbers(of: points))
    do {
      guard let degrees = try network.run(["luma": luma, "points": mesh])["yaw"]?.values.first, degrees.isFinite
      else { return nil }
      return Angle(degrees: min(max(Double(degrees), -Self.most), Self.most)).normalized
    } catch {
      throw .network(error)
    }
  }
}
