import Glibc
import Imaging
import Inference

/// MediaPipe's iris network (Ablavatski et al., "Real-time Pupil Tracking from Monocular Video", 2020): the centre of
/// an iris and four points round it. May be shared by threads.
struct IrisNetwork: Sendable {
  static let fileName = "iris_landmark.tflite"

  private let network: Network
  private static let inputSize = 64
  /// The width of an eye from which its iris is measured, in pixels of the picture.
  private static let smallestEye: Float = 8

  init(from store: NetworkStore, streams: Int) throws(InferenceError) {
    network = try Network(Self.fileName, from: store, threads: streams, streams: streams)
    try network.prepare(shapes: [:])
  }

  /// The corners of an eye; in an upright face the one further left in the picture first.
  private struct Eye {
    let first: SIMD3<Float>
    let second: SIMD3<Float>

    static func right(of mesh: FaceMesh.Prediction) -> Eye {
      Eye(first: mesh.points[MeshTopology.rightEyeOuter], second: mesh.points[MeshTopology.rightEyeInner])
    }

    static func left(of mesh: FaceMesh.Prediction) -> Eye {
      Eye(first: mesh.points[MeshTopology.leftEyeInner], second: mesh.points[MeshTopology.leftEyeOuter])
    }

    /// From the first corner to the second, without depth.
    var across: SIMD2<Float> { SIMD2(second.x - first.x, second.y - first.y) }
    var width: Float { (across * across).sum().squareRoot() }
    var center: SIMD3<Float> { (first + second) / 2 }
  }

  /// Whether both eyes of a mesh are at least 8 pixels wide.
  static func canMeasure(_ mesh: FaceMesh.Prediction) -> Bool {
    [Eye.right(of: mesh), .left(of: mesh)].allSatisfy { $0.width >= smallestEye }
  }

  /// Five points of the subject's right iris, then five of the left, to be appended to the mesh's points; nil if an eye
  /// lies outside the picture.
  ///
  /// - Parameter mesh: a mesh of which ``canMeasure(_:)`` is true.
  func points(for mesh: FaceMesh.Prediction, in picture: UprightPicture) throws(FaceError) -> [SIMD3<Float>]? {
    guard let right = try iris(of: .right(of: mesh), isLeft: false, in: picture),
      let left = try iris(of: .left(of: mesh), isLeft: true, in: picture)
    else { return nil }
    return right + left
  }

  private func iris(
    of eye: Eye, isLeft: Bool, in picture: UprightPicture
  ) throws(FaceError) -> [SIMD3<Float>]? {
    let (center, across) = (eye.center, eye.across)
    let crop = FaceCrop(
      center: SIMD2(center.x, center.y), side: 2.3 * eye.width, roll: atan2f(across.y, across.x))
    guard crop.isUsable(in: picture.size) else { return nil }
    let side = Self.inputSize
    let map = crop.map(pixels: side)
    let pixels: PixelBuffer
    do {
      pixels = try picture.part(map, size: PixelSize(width: side, height: side))
    } catch {
      throw .pixels(error)
    }
    do {
      return try network.run { input in
        // The network is trained on right eyes; left ones are mirrored.
        InputTensor.fill(
          input, side: side, from: pixels, region: PixelRect(pixels.size), range: 0...1, isMirrored: isLeft)
      } reading: { outputs in
        guard let index = outputs.shapes.firstIndex(where: { $0.last == 15 }) else { return nil }
        let values = outputs[index]
        return (0..<5).map { point in
          let x = values[point * 3]
          let place = map.apply(x: Double(isLeft ? Float(side) - x : x), y: Double(values[point * 3 + 1]))
          return SIMD3(Float(place.x), Float(place.y), center.z)
        }
      }
    } catch {
      throw .network(error)
    }
  }
}
