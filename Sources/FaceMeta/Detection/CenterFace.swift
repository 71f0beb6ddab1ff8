import Glibc
import Imaging
import Inference
import Kernels

/// The verification network: CenterFace (Xu, Yan, Sun et al., "CenterFace: Joint Face Detection and Alignment Using
/// Face as Point", 2019). It knows masks, profiles and small faces better than BlazeFace, but is slow, and so runs only
/// where a face may be. May be shared by threads.
struct CenterFace: Sendable {
  static let fileName = "centerface.onnx"

  /// A face that the network sees.
  struct Detection: Sendable {
    /// Top left and bottom right corner, in pixels of the upright picture.
    var minimum: SIMD2<Float>
    var maximum: SIMD2<Float>
    /// `0...1`.
    var score: Float

    /// The intersection over union with the box round a mesh, `0...1`.
    func overlap(with points: [SIMD3<Float>]) -> Float {
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

  /// How much the network sees.
  struct Input: Sendable, Hashable {
    /// The side of the input, in pixels; a multiple of 32.
    var side: Int
    /// The width of the face in the input, in pixels: the network needs its surroundings.
    var faceSize: Float

    /// For single pictures.
    static let still = Input(side: 192, faceSize: 64)
    /// For frames, in about the time of a mesh, a quarter of that of ``still``. Of 182 heads from profile to profile
    /// before other pictures it saw each; of 700 squares of pictures without people one.
    static let frame = Input(side: 96, faceSize: 48)
  }

  private let network: Network
  private let input: Input
  private var shape: [Int] { [1, 3, input.side, input.side] }
  /// Pixels of the input per cell of the output.
  private static let stride = 4
  /// Up to this roll the crop stays upright, in radians.
  private static let maximumTilt: Float = 0.5
  /// Lower scores are no faces.
  private static let minimumScore: Float = 0.3
  /// The lowest intersection over union of a detection and the candidate that it is of.
  private static let minimumOverlap: Float = 0.3

  init(from store: NetworkStore, streams: Int, input: Input = .still) throws(InferenceError) {
    self.input = input
    network = try Network(Self.fileName, from: store, threads: streams, streams: streams)
    try network.prepare(shapes: ["": shape])
  }

  /// The best face where the candidate is; nil if there is none.
  func detection(for candidate: FaceCandidate, in picture: some CropSource) throws(FaceError) -> Detection? {
    try detection(of: candidate.extent, in: Self.crop(FaceCrop(candidate)), of: picture)
  }

  /// A crop as the network wants it: it knows heads that are tilted a little, and the eyes of a doubtful face are not exact.
  static func crop(_ crop: FaceCrop) -> FaceCrop {
    var crop = crop
    if abs(crop.roll) < maximumTilt { crop.roll = 0 }
    return crop
  }

  /// The score of the face in a crop, taken as upright there, `0...1`; 0 if there is none.
  func score(of crop: FaceCrop, in picture: some CropSource) throws(FaceError) -> Float {
    try detection(of: SIMD2(repeating: crop.side / FaceCrop.margin), in: crop, of: picture)?.score ?? 0
  }

  /// The best face in the center of a crop, taken as upright there; nil if there is none. The box of a face in a crop that
  /// is turned is turned with it.
  ///
  /// - Parameter extent: of the face, in pixels of the upright picture.
  func detection(
    of extent: SIMD2<Float>, in crop: FaceCrop, of picture: some CropSource
  ) throws(FaceError) -> Detection? {
    let side = Float(input.side)
    var window = crop
    window.side = max(extent.x, extent.y) * side / input.faceSize
    guard let pixels = try picture.pixels(of: window, side: input.side) else { return nil }
    let scale = window.side / side
    let map = window.map(pixels: input.side)
    let half = extent / scale / 2
    let wanted = FaceCandidate(minimum: side / 2 - half, maximum: side / 2 + half, points: [], score: 0)
    do {
      return try network.run(shape: shape) { values in
        fill(values, from: pixels)
      } reading: { outputs in
        // By their names in the file: scores, logarithms of extents, offsets of centers within the cell.
        guard let scores = outputs["537"], let extents = outputs["538"], let offsets = outputs["539"] else {
          return nil
        }
        guard let found = best(scores: scores, extents: extents, offsets: offsets, like: wanted) else {
          return nil
        }
        let place = map.apply(x: Double(found.center.x), y: Double(found.center.y))
        let (center, half) = (SIMD2(Float(place.x), Float(place.y)), found.extent * scale / 2)
        return Detection(minimum: center - half, maximum: center + half, score: found.score)
      }
    } catch {
      throw .network(error)
    }
  }

  /// The best face that overlaps the candidate, in pixels of the input.
  private func best(
    scores: UnsafeBufferPointer<Float>, extents: UnsafeBufferPointer<Float>, offsets: UnsafeBufferPointer<Float>,
    like wanted: FaceCandidate
  ) -> FaceCandidate? {
    let side = input.side / Self.stride
    let count = side * side
    guard scores.count == count, extents.count == 2 * count, offsets.count == 2 * count else { return nil }
    var best: FaceCandidate?
    for index in 0..<count where scores[index] > max(Self.minimumScore, best?.score ?? 0) {
      let extent = SIMD2(expf(extents[count + index]), expf(extents[index])) * Float(Self.stride)
      let offset = SIMD2(offsets[count + index], offsets[index]) + 0.5
      let center = (SIMD2(Float(index % side), Float(index / side)) + offset) * Float(Self.stride)
      guard extent.x.isFinite, extent.y.isFinite, center.x.isFinite, center.y.isFinite else { continue }
      let box = FaceCandidate(
        minimum: center - extent / 2, maximum: center + extent / 2, points: [], score: scores[index])
      if box.intersectionOverUnion(wanted) > Self.minimumOverlap { best = box }
    }
    return best
  }

  /// Writes planes of red, green and blue, `0...255`.
  private func fill(_ values: UnsafeMutableBufferPointer<Float>, from pixels: PixelBuffer) {
    let side = input.side
    let count = side * side
    guard values.count >= 3 * count, pixels.format == .rgba8 else { return }
    pixels.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      for y in 0..<side {
        let row = base + y &* pixels.rowBytes
        for x in 0..<side {
          for channel in 0..<3 { values[channel &* count &+ y &* side &+ x] = Float(row[4 &* x &+ channel]) }
        }
      }
    }
  }
}
