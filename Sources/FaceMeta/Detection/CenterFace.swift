import Glibc
import Imaging
import Inference
import Kernels

/// The verification network: CenterFace (Xu, Yan, Sun et al., "CenterFace: Joint Face Detection and Alignment Using
/// Face as Point", 2019). It recognizes masks, profiles and small faces better than BlazeFace, but is slow, and so runs
/// only where a face may be. May be shared by threads.
struct CenterFace: Sendable {
  static let fileName = "centerface.onnx"

  private let network: Network
  private let input: Input
  private var shape: [Int] { [1, 3, input.side, input.side] }
  /// Up to this roll the crop stays upright, in radians.
  private static let maximumTilt: Float = 0.5
  /// Candidates with lower scores are not faces.
  private static let minimumScore: Float = 0.3
  /// The width in the input of a face that is shown smaller, as a fraction of the usual one.
  private static let smallerSize: Float = 2 / 3

  init(from store: NetworkStore, streams: Int, input: Input = .still) throws(InferenceError) {
    self.input = input
    network = try Network(Self.fileName, from: store, threads: streams, streams: streams)
    try network.prepare(shapes: ["": shape])
  }

  /// The best face at the candidate; nil if there is none.
  func detection(for candidate: FaceCandidate, in picture: some CropSource) throws(FaceError) -> Detection? {
    try detection(for: candidate, in: Self.crop(FaceCrop(candidate)), of: picture)
  }

  /// - Parameter crop: the rotation about the candidate that makes it upright.
  private func detection(
    for candidate: FaceCandidate, in crop: FaceCrop, of picture: some CropSource
  ) throws(FaceError) -> Detection? {
    // In a frame a tracked half of a face is shown whole with its mirror image: its score is higher, and its box is the
    // face's.
    if input == .frame, crop.roll == 0, Self.isHalved(candidate, of: picture.size),
      let whole = try reflected(of: candidate.extent, in: crop, of: picture)
    {
      return whole
    }
    let found = try detection(of: candidate.extent, in: crop, around: crop.center, of: picture)
    guard crop.roll == 0, (found?.score ?? 0) < FaceAnalysisSettings.verifiedScore else { return found }
    // A face cut by the picture's edge is detected by its visible part, and often not if the part beyond the edge is
    // synthesized.
    let inside = Self.inside(crop, side: windowSide(for: candidate.extent), of: picture.size)
    if inside == crop.center { return found }
    let shown = try detection(of: candidate.extent, in: crop, around: inside, of: picture) ?? found
    guard (shown?.score ?? 0) < FaceAnalysisSettings.reflectedScore, Self.isAtEdge(candidate, of: picture.size) else {
      return shown
    }
    return try reflected(of: candidate.extent, in: crop, of: picture) ?? shown
  }

  /// The candidates that may be faces: all but those with next to no score in a mosaic of several.
  ///
  /// - Parameter candidates: at most ``CandidateMosaic/capacity``.
  func mayBeFaces(_ candidates: [FaceCandidate], in picture: some CropSource) throws(FaceError) -> [Bool] {
    let mosaic = try CandidateMosaic(of: candidates, inputSide: input.side, from: picture)
    do {
      return try network.run(shape: shape) { values in
        fill(values, from: mosaic.pixels)
      } reading: { outputs in
        guard let maps = CenterFaceMaps(outputs, inputSide: input.side) else { return mosaic.places.map { _ in true } }
        return mosaic.places.map { place in
          guard let place else { return true }
          return maps.best(like: place, minimumScore: FaceAnalysisSettings.screenedScore) != nil
        }
      }
    } catch {
      throw .network(error)
    }
  }

  /// A detection with its points averaged with those in the mirror image, where a perfect network would give the same.
  /// Unchanged if the network detects no face there.
  ///
  /// - Parameter roll: the roll of the crop in which the face was detected, in radians.
  func symmetric(_ detection: Detection, roll: Float, in picture: some CropSource) throws(FaceError) -> Detection {
    let extent = detection.extent
    let crop = Self.crop(FaceCrop(center: detection.center, side: max(extent.x, extent.y), roll: roll))
    guard
      let other = try self.detection(of: extent, in: crop, around: crop.center, of: picture, isMirrored: true),
      other.points.count == detection.points.count
    else { return detection }
    var mean = detection
    mean.points = zip(detection.points, other.points).map { ($0 + $1) / 2 }
    return mean
  }

  /// A crop turned for the network: it accepts heads that are tilted a little, and the eyes of a doubtful face are
  /// inaccurate.
  static func crop(_ crop: FaceCrop) -> FaceCrop {
    var crop = crop
    if abs(crop.roll) < maximumTilt { crop.roll = 0 }
    return crop
  }

  /// The score of the face in a crop, taken as upright there, `0...1`; 0 if there is none.
  func score(of crop: FaceCrop, in picture: some CropSource) throws(FaceError) -> Float {
    try detection(
      of: SIMD2(repeating: crop.side / FaceCrop.margin), in: crop, around: crop.center, of: picture)?.score ?? 0
  }

  /// The best face in the centre of a crop, taken as upright there; nil if there is none. The box of a face in a
  /// rotated crop is rotated with it.
  ///
  /// - Parameter extent: of the face, in pixels of the upright picture.
  func detection(
    of extent: SIMD2<Float>, in crop: FaceCrop, of picture: some CropSource
  ) throws(FaceError) -> Detection? {
    let candidate = FaceCandidate(
      minimum: crop.center - extent / 2, maximum: crop.center + extent / 2, points: [], score: 0)
    return try detection(for: candidate, in: crop, of: picture)
  }

  /// The best face with motion blur in the centre of a crop, taken as upright there; nil if there is none.
  ///
  /// It is shown smaller than others, which reduces the blur, and sharpened along its motion. Of 153 squares with a
  /// face smeared by a quarter to a half of its width the network detects all in this way, and 18 otherwise.
  ///
  /// - Parameters:
  ///   - extent: of the face, in pixels of the upright picture.
  ///   - way: the direction of the face's motion in the upright picture, of length 1.
  func detection(
    of extent: SIMD2<Float>, in crop: FaceCrop, blurredAlong way: SIMD2<Float>, of picture: some CropSource
  ) throws(FaceError) -> Detection? {
    let (c, s) = (cosf(crop.roll), sinf(crop.roll))
    let turned = SIMD2(c * way.x + s * way.y, c * way.y - s * way.x)
    return try detection(of: extent, in: crop, around: crop.center, of: picture, blurredAlong: turned)
  }

  /// The score of the face in the center of a crop, taken as upright there, when it is shown smaller, with more around
  /// it, `0...1`; 0 if there is none. What only resembles a face mostly has it at one size alone.
  func smallerScore(of crop: FaceCrop, in picture: some CropSource) throws(FaceError) -> Float {
    try detection(
      of: SIMD2(repeating: crop.side / FaceCrop.margin), in: crop, around: crop.center, of: picture, isSmaller: true
    )?.score ?? 0
  }

  /// The face of which the picture's edge shows about half, completed with its mirror image; nil if there is none.
  private func reflected(
    of extent: SIMD2<Float>, in crop: FaceCrop, of picture: some CropSource
  ) throws(FaceError) -> Detection? {
    let found = try detection(of: extent, in: crop, around: crop.center, of: picture, isReflected: true)
    return found.flatMap { $0.score >= FaceAnalysisSettings.reflectedScore ? $0 : nil }
  }

  /// The side of the window that shows a face of `extent`, in pixels of the upright picture.
  private func windowSide(for extent: SIMD2<Float>, isSmaller: Bool = false) -> Float {
    max(extent.x, extent.y) * Float(input.side) / (input.faceSize * (isSmaller ? Self.smallerSize : 1))
  }

  /// - Parameters:
  ///   - extent: of the face in the centre of the crop, in pixels of the upright picture.
  ///   - center: the centre of the network's window, in pixels of the upright picture.
  ///   - isMirrored: whether the input is the mirror image of the window.
  ///   - isReflected: whether the input continues beyond the picture's edge with its mirror image.
  ///   - isSmaller: whether the face is shown smaller than usual.
  ///   - way: the direction of motion blur in the crop; nil without. Such a face is shown smaller.
  private func detection(
    of extent: SIMD2<Float>, in crop: FaceCrop, around center: SIMD2<Float>, of picture: some CropSource,
    isMirrored: Bool = false, isReflected: Bool = false, isSmaller: Bool = false, blurredAlong way: SIMD2<Float>? = nil
  ) throws(FaceError) -> Detection? {
    let side = Float(input.side)
    var window = crop
    window.side = windowSide(for: extent, isSmaller: isSmaller || way != nil)
    window.center = center
    guard let shot = try picture.pixels(of: window, side: input.side) else { return nil }
    let scale = window.side / side
    var pixels = isMirrored ? shot.oriented(by: .upMirrored) : shot
    // The extent of a face beyond the picture's edge is a guess.
    let shown =
      center == crop.center && !isReflected ? nil : Self.shown(of: picture.size, in: window, scale: scale)
    if isReflected, let shown { pixels = EdgeReflection.continued(pixels, beyond: shown) }
    if let way { pixels = MotionSharpening.sharpened(pixels, along: way) }
    let half = extent / scale / 2
    let middle = (crop.center - center) / scale + side / 2
    let seen = isMirrored ? SIMD2(side - middle.x, middle.y) : middle
    let wanted = FaceCandidate(minimum: seen - half, maximum: seen + half, points: [], score: 0)
    guard let best = try best(like: wanted, in: pixels, shown: shown) else { return nil }
    return Self.placed(isMirrored ? best.mirrored(in: side) : best, by: window.map(pixels: input.side), scale: scale)
  }

  /// Runs the network.
  ///
  /// - Parameters:
  ///   - wanted: a candidate in the input, which the face must resemble.
  ///   - shown: the part of the input that is inside the picture; nil if all of it counts.
  /// - Returns: the best face, in pixels of the input; nil if there is none.
  private func best(
    like wanted: FaceCandidate, in pixels: PixelBuffer, shown: FaceCandidate?
  ) throws(FaceError) -> Detection? {
    do {
      return try network.run(shape: shape) { values in
        fill(values, from: pixels)
      } reading: { outputs in
        CenterFaceMaps(outputs, inputSide: input.side)?
          .best(like: wanted, shown: shown, minimumScore: Self.minimumScore)
      }
    } catch {
      throw .network(error)
    }
  }

  /// A face in the input, in pixels of the upright picture.
  private static func placed(_ found: Detection, by map: AffineTransform2D, scale: Float) -> Detection {
    func place(_ point: SIMD2<Float>) -> SIMD2<Float> {
      let place = map.apply(x: Double(point.x), y: Double(point.y))
      return SIMD2(Float(place.x), Float(place.y))
    }
    let (center, half) = (place((found.minimum + found.maximum) / 2), (found.maximum - found.minimum) * scale / 2)
    return Detection(
      minimum: center - half, maximum: center + half, score: found.score, points: found.points.map(place))
  }

  /// The centre of a crop, moved so that a window of `side` pixels round it stays inside the picture if the picture is
  /// large enough.
  private static func inside(_ crop: FaceCrop, side: Float, of size: PixelSize) -> SIMD2<Float> {
    let extent = SIMD2(Float(size.width), Float(size.height))
    let half = pointwiseMin(SIMD2(repeating: side / 2), extent / 2)
    return pointwiseMin(pointwiseMax(crop.center, half), extent - half)
  }

  /// Whether a candidate is as near to the picture's edge as a face that the edge cuts.
  private static func isAtEdge(_ candidate: FaceCandidate, of size: PixelSize) -> Bool {
    let (near, far) = (candidate.minimum, SIMD2(Float(size.width), Float(size.height)) - candidate.maximum)
    let distance = pointwiseMin(near, far) / candidate.extent
    return distance.min() < FaceAnalysisSettings.edgeDistance
  }

  /// Whether the picture's left or right edge cuts a candidate about in half.
  private static func isHalved(_ candidate: FaceCandidate, of size: PixelSize) -> Bool {
    let middle = candidate.center.x
    return min(abs(middle), abs(Float(size.width) - middle)) < FaceAnalysisSettings.halvedDistance * candidate.extent.x
  }

  /// The picture in pixels of the input of an upright window.
  private static func shown(of size: PixelSize, in window: FaceCrop, scale: Float) -> FaceCandidate {
    let corner = window.center - window.side / 2
    let start = -corner / scale
    let end = (SIMD2(Float(size.width), Float(size.height)) - corner) / scale
    return FaceCandidate(minimum: start, maximum: end, points: [], score: 0)
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
