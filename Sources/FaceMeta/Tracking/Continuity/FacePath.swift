import Glibc
import Imaging

/// One face in the frames round one of them.
struct FacePath {
  private let faces: [Face]
  /// From the frame in question, in seconds.
  private let offsets: [Double]
  /// Of the frame in question among ``faces``.
  private let center: Int
  private let size: PixelSize

  /// Widths of the Gaussian, in seconds.
  private static let widths = [0.02, 0.04, 0.08, 0.15, 0.25]
  /// Standard deviations of the confidence intervals.
  private static let confidence = 2.0
  /// Points whose motion decides: the corners of the eyes, the tip of the nose, the mouth and the chin.
  private static let probes = [33, 263, 4, 61, 291, 152]
  /// The least and the most noise that is believed, in sides of the face, and what small faces have on top, in pixels: what
  /// trembles more is a camera that shakes.
  private static let (leastNoise, mostNoise, pixelNoise) = (3e-4, 3e-3, 0.2)

  /// The face in the frames that follow each other without a cut and without missing it.
  init(of id: Int, round index: Int, in frames: [TrackedFrame], reach: Double) {
    func face(_ index: Int) -> Face? { frames[index].faces.first { $0.id == id } }
    var (first, last) = (index, index)
    let hasPoints = face(index)?.landmarks != nil
    func continues(_ next: Int, isCut: Bool) -> Bool {
      guard frames.indices.contains(next), !isCut, abs(frames[next].time - frames[index].time) <= reach,
        let found = face(next)
      else { return false }
      return (found.landmarks != nil) == hasPoints
    }
    while continues(first - 1, isCut: frames[first].isCut) { first -= 1 }
    while continues(last + 1, isCut: frames.indices.contains(last + 1) && frames[last + 1].isCut) { last += 1 }
    faces = (first...last).compactMap { face($0) }
    offsets = (first...last).map { frames[$0].time - frames[index].time }
    center = index - first
    size = frames[index].size
  }

  /// The face of the frame in question, with all its values smoothed.
  func smoothed(_ face: Face) -> Face {
    guard faces.count >= 3, faces.indices.contains(center) else { return face }
    let weights = Self.weights(offsets, width: width)
    func mean(_ value: (Face) -> Double) -> Double { zip(faces, weights).reduce(0) { $0 + value($1.0) * $1.1 } }
    var result = face
    result.bounds = NormalizedRect(
      x: mean(\.bounds.x), y: mean(\.bounds.y), width: mean(\.bounds.width), height: mean(\.bounds.height))
    result.roll = angle(face.roll, weights) { $0.roll }
    result.yaw = angle(face.yaw, weights) { $0.yaw }
    result.pitch = angle(face.pitch, weights) { $0.pitch }
    if let own = face.landmarks {
      var sums = [SIMD3<Float>](repeating: .zero, count: own.points.count)
      for (other, weight) in zip(faces, weights) {
        guard let points = other.landmarks?.points, points.count == sums.count else { return face }
        for index in sums.indices { sums[index] += points[index] * Float(weight) }
      }
      result.landmarks = FaceLandmarks(points: sums)
    }
    return result
  }

  /// An angle smoothed the short way round; nil where one of the frames has none.
  private func angle(_ own: Angle?, _ weights: [Double], _ value: (Face) -> Angle?) -> Angle? {
    guard let own else { return nil }
    var sum = 0.0
    for (face, weight) in zip(faces, weights) {
      guard let other = value(face) else { return own }
      sum += (other - own).signed.degrees * weight
    }
    return Angle(degrees: own.degrees + sum).normalized
  }

  /// The widest Gaussian that agrees with all narrower ones about every probe.
  private var width: Double {
    let candidates = Self.widths.map { (width: $0, weights: Self.weights(offsets, width: $0)) }
    let mostNoise = Self.mostNoise + Self.pixelNoise / max(side * Double(size.width), 1)
    var best = candidates.count - 1
    for path in probePaths {
      let noise = min(max(Self.noise(of: path), Self.leastNoise), mostNoise)
      var (low, high) = (-Double.infinity, Double.infinity)
      for (index, candidate) in candidates.enumerated() {
        let estimate = zip(path, candidate.weights).reduce(0) { $0 + $1.0 * $1.1 }
        let spread = Self.confidence * noise * candidate.weights.reduce(0) { $0 + $1 * $1 }.squareRoot()
        low = max(low, estimate - spread)
        high = min(high, estimate + spread)
        if low > high {
          best = min(best, max(index - 1, 0))
          break
        }
      }
    }
    return candidates[best].width
  }

  private var aspect: Double { Double(size.height) / Double(max(size.width, 1)) }

  /// The side of the face, in widths of the picture.
  private var side: Double {
    let bounds = faces[center].bounds
    return max((bounds.width * bounds.height * aspect).squareRoot(), 1e-6)
  }

  /// The paths of the probes' coordinates, in sides of the face.
  private var probePaths: [[Double]] {
    let side = side
    var paths = [
      faces.map { $0.bounds.midX / side }, faces.map { $0.bounds.midY * aspect / side },
      faces.map { $0.bounds.width / side },
    ]
    let points = faces.map { $0.landmarks?.points ?? [] }
    for probe in Self.probes where points.allSatisfy({ $0.indices.contains(probe) }) {
      paths.append(points.map { Double($0[probe].x) / side })
      paths.append(points.map { Double($0[probe].y) * aspect / side })
    }
    return paths
  }

  /// The standard deviation of what trembles: from fourth differences, which a smooth motion hardly has.
  private static func noise(of path: [Double]) -> Double {
    var differences = path
    var norm = 1.0
    for order in 1...4 where differences.count > 1 {
      for index in 0..<differences.count - 1 { differences[index] = differences[index + 1] - differences[index] }
      differences.removeLast()
      // The squares of the binomial coefficients sum to those of twice the order.
      norm *= Double(2 * (2 * order - 1)) / Double(order)
    }
    let sizes = differences.map { abs($0) }.sorted()
    return sizes[sizes.count / 2] / (0.6745 * norm.squareRoot())
  }

  /// The weights of a local linear regression at 0.
  private static func weights(_ offsets: [Double], width: Double) -> [Double] {
    let kernel = offsets.map { exp(-0.5 * ($0 / width) * ($0 / width)) }
    let zeroth = kernel.reduce(0, +)
    let first = zip(kernel, offsets).reduce(0) { $0 + $1.0 * $1.1 }
    let second = zip(kernel, offsets).reduce(0) { $0 + $1.0 * $1.1 * $1.1 }
    let determinant = zeroth * second - first * first
    guard determinant > 1e-12 * zeroth * zeroth else { return kernel.map { $0 / zeroth } }
    return zip(kernel, offsets).map { $0 * (second - first * $1) / determinant }
  }
}
