import Glibc
import Imaging
import Inference
import Kernels

/// A second opinion on whether there is a face, of one who knows masks, profiles and small faces better, but is dear:
/// CenterFace (Xu, Yan, Sun et al., "CenterFace: Joint Face Detection and Alignment Using Face as Point", 2019). It looks
/// only where a face may be. May be shared by threads.
struct CenterFace: Sendable {
  static let fileName = "centerface.onnx"

  /// Where it sees a face, in pixels of the upright picture, and how sure it is, `0...1`.
  struct Answer: Sendable {
    var minimum: SIMD2<Float>
    var maximum: SIMD2<Float>
    var score: Float

    /// The area shared with the box round a mesh, over that of both together.
    func share(with points: [SIMD3<Float>]) -> Float {
      var mesh = FaceCandidate(
        minimum: SIMD2(repeating: .infinity), maximum: SIMD2(repeating: -.infinity), points: [], score: 1)
      for point in points {
        mesh.minimum = pointwiseMin(mesh.minimum, SIMD2(point.x, point.y))
        mesh.maximum = pointwiseMax(mesh.maximum, SIMD2(point.x, point.y))
      }
      return mesh.intersectionOverUnion(
        FaceCandidate(minimum: minimum, maximum: maximum, points: [], score: score))
    }
  }

  private let network: Network
  /// Pixels a side.
  private static let inputSize = 192
  private static let shape = [1, 3, inputSize, inputSize]
  /// As wide as this the face is to be in the input: it needs to see what is round it.
  private static let faceSize: Float = 64
  /// Pixels of the input to a place of the answer.
  private static let stride = 4
  /// In radians.
  private static let mostTilt: Float = 0.5
  /// Less than this is not a face.
  private static let leastScore: Float = 0.3
  /// Of the area of both, what a face and the candidate share.
  private static let leastOverlap: Float = 0.3

  init(from store: NetworkStore, streams: Int) throws(InferenceError) {
    network = try Network(Self.fileName, from: store, threads: streams, streams: streams)
    try network.prepare(shapes: ["": Self.shape])
  }

  /// The surest face where the candidate is; nil if there is none.
  func answer(for candidate: FaceCandidate, in picture: some CropSource) throws(FaceError) -> Answer? {
    var crop = FaceCrop(candidate)
    // It knows heads that are tilted a little; where the eyes of a doubtful candidate are nobody knows well.
    if abs(crop.roll) < Self.mostTilt { crop.roll = 0 }
    return try answer(of: candidate.extent, in: crop, of: picture)
  }

  /// How sure it is of the face of a crop, standing upright in it; 0 if it sees none.
  func score(of crop: FaceCrop, in picture: some CropSource) throws(FaceError) -> Float {
    try answer(of: SIMD2(repeating: crop.side / FaceCrop.margin), in: crop, of: picture)?.score ?? 0
  }

  /// - Parameter extent: of the face in the middle of the crop, in pixels of the upright picture.
  private func answer(
    of extent: SIMD2<Float>, in crop: FaceCrop, of picture: some CropSource
  ) throws(FaceError) -> Answer? {
    let side = Float(Self.inputSize)
    var window = crop
    window.side = max(extent.x, extent.y) * side / Self.faceSize
    guard let pixels = try picture.pixels(of: window, side: Self.inputSize) else { return nil }
    let scale = window.side / side
    let map = window.map(pixels: Self.inputSize)
    let half = extent / scale / 2
    let wanted = FaceCandidate(minimum: side / 2 - half, maximum: side / 2 + half, points: [], score: 0)
    do {
      return try network.run(shape: Self.shape) { input in
        Self.fill(input, from: pixels)
      } reading: { outputs in
        // By their names in the file: how sure, the logarithm of the extent, where in the place the middle is.
        guard let scores = outputs["537"], let extents = outputs["538"], let offsets = outputs["539"] else {
          return nil
        }
        guard let found = Self.best(scores: scores, extents: extents, offsets: offsets, like: wanted) else {
          return nil
        }
        let place = map.apply(x: Double(found.middle.x), y: Double(found.middle.y))
        let (middle, half) = (SIMD2(Float(place.x), Float(place.y)), found.extent * scale / 2)
        return Answer(minimum: middle - half, maximum: middle + half, score: found.score)
      }
    } catch {
      throw .network(error)
    }
  }

  /// The surest face that is the candidate's, in pixels of the input.
  private static func best(
    scores: UnsafeBufferPointer<Float>, extents: UnsafeBufferPointer<Float>, offsets: UnsafeBufferPointer<Float>,
    like wanted: FaceCandidate
  ) -> FaceCandidate? {
    let side = inputSize / stride
    let count = side * side
    guard scores.count == count, extents.count == 2 * count, offsets.count == 2 * count else { return nil }
    var best: FaceCandidate?
    for index in 0..<count where scores[index] > max(leastScore, best?.score ?? 0) {
      let extent = SIMD2(expf(extents[count + index]), expf(extents[index])) * Float(stride)
      let offset = SIMD2(offsets[count + index], offsets[index]) + 0.5
      let middle = (SIMD2(Float(index % side), Float(index / side)) + offset) * Float(stride)
      guard extent.x.isFinite, extent.y.isFinite, middle.x.isFinite, middle.y.isFinite else { continue }
      let box = FaceCandidate(
        minimum: middle - extent / 2, maximum: middle + extent / 2, points: [], score: scores[index])
      if box.intersectionOverUnion(wanted) > leastOverlap { best = box }
    }
    return best
  }

  /// Red, green and blue one after the other, 0 to 255.
  private static func fill(_ input: UnsafeMutableBufferPointer<Float>, from pixels: PixelBuffer) {
    let count = inputSize * inputSize
    guard input.count >= 3 * count, pixels.format == .rgba8 else { return }
    pixels.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      for y in 0..<inputSize {
        let row = base + y &* pixels.rowBytes
        for x in 0..<inputSize {
          for channel in 0..<3 { input[channel &* count &+ y &* inputSize &+ x] = Float(row[4 &* x &+ channel]) }
        }
      }
    }
  }
}
