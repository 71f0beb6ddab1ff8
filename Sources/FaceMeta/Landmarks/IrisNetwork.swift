import Glibc
import Imaging
import Inference

/// MediaPipe's iris network (Ablavatski et al., "Real-time Pupil Tracking from Monocular Video", 2020): the center of
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

  /// Whether the eyes of a mesh are wide enough.
  static func canMeasure(_ mesh: FaceMesh.Prediction) -> Bool {
    [(MeshTopology.rightEyeOuter, MeshTopology.rightEyeInner), (MeshTopology.leftEyeInner, MeshTopology.leftEyeOuter)]
      .allSatisfy { width(mesh.points[$0], mesh.points[$1]) >= smallestEye }
  }

  /// The distance of two points, without their depth.
  private static func width(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float {
    let across = SIMD2(b.x - a.x, b.y - a.y)
    return (across * across).sum().squareRoot()
  }

  /// Five points of the subject's right iris, then five of the left, to be appended to the mesh's points; nil if the
  /// eyes are less than 8 pixels wide.
  func points(for mesh: FaceMesh.Prediction, in picture: UprightPicture) throws(FaceError) -> [SIMD3<Float>]? {
    let right = (mesh.points[MeshTopology.rightEyeOuter], mesh.points[MeshTopology.rightEyeInner])
    let left = (mesh.points[MeshTopology.leftEyeInner], mesh.points[MeshTopology.leftEyeOuter])
    guard let first = try iris(right, isLeft: false, in: picture),
      let second = try iris(left, isLeft: true, in: picture)
    else { return nil }
    return first + second
  }

  /// - Parameter corners: the corners of the eye; in an upright face the left one in the picture first.
  private func iris(
    _ corners: (SIMD3<Float>, SIMD3<Float>), isLeft: Bool, in picture: UprightPicture
  ) throws(FaceError) -> [SIMD3<Float>]? {
    let a = SIMD2(corners.0.x, corners.0.y)
    let b = SIMD2(corners.1.x, corners.1.y)
    let across = b - a
    let length = Self.width(corners.0, corners.1)
    let crop = FaceCrop(center: (a + b) / 2, side: 2.3 * length, roll: atan2f(across.y, across.x))
    guard length >= Self.smallestEye, crop.isUsable(in: picture.size) else { return nil }
    let side = Self.inputSize
    let map = crop.map(pixels: side)
    let depth = (corners.0.z + corners.1.z) / 2
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
          return SIMD3(Float(place.x), Float(place.y), depth)
        }
      }
    } catch {
      throw .network(error)
    }
  }
}
