import Imaging
import Inference

/// The project's own network for how far a head is turned: from what the mesh saw and what it made of it, for the mesh
/// flattens faces, the more the further they are turned. May be shared by threads.
///
/// How it was made and what it is worth is said in `Models/Weights/yaw.md`.
struct YawNetwork: Sendable {
  static let fileName = "yaw.xml"

  private let network: Network
  private static let side = FaceMesh.inputSize
  /// More than this is the back of a head.
  private static let most = 100.0

  init(from store: NetworkStore, streams: Int) throws(InferenceError) {
    network = try Network(Self.fileName, from: store, threads: streams, streams: streams)
    try network.prepare(shapes: [:])
  }

  /// The yaw of a face: positive towards the viewer's left.
  ///
  /// - Parameters:
  ///   - points: at least the 468 of the mesh, x, y and z in one unit.
  ///   - pixels: what the mesh saw: `rgba8`, ``FaceMesh/inputSize`` a side.
  func yaw(points: [SIMD3<Float>], pixels: PixelBuffer) throws(FaceError) -> Angle? {
    guard points.count >= MeshNumbers.count else { return nil }
    var image = Tensor(shape: [1, Self.side, Self.side, 3])
    image.values.withUnsafeMutableBufferPointer { values in
      InputTensor.fill(values, side: Self.side, from: pixels, region: PixelRect(pixels.size), range: 0...1)
    }
    let mesh = Tensor(
      shape: [1, MeshNumbers.count * 3], values: points.prefix(MeshNumbers.count).flatMap { [$0.x, $0.y, $0.z] })
    do {
      guard let degrees = try network.run(["image": image, "points": mesh])["yaw"]?.values.first, degrees.isFinite
      else { return nil }
      return Angle(degrees: min(max(Double(degrees), -Self.most), Self.most)).normalized
    } catch {
      throw .network(error)
    }
  }
}
