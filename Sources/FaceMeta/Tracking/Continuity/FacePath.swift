import Glibc
import Imaging

/// One face in a window of frames, registered to one of them by the motion of its picture.
struct FacePath {
  /// The faces registered to that frame: only the motion of the picture is compensated.
  private let faces: [Face]
  /// The times of the frames relative to that frame, in seconds.
  private let offsets: [Double]
  /// The index in ``faces`` of that frame's face.
  private let center: Int
  private let size: PixelSize
  /// Whether the motion of the picture is known from that frame to its neighbors.
  private let isRegistered: Bool

  /// Widths of the Gaussian, in seconds.
  private static let widths = [0.02, 0.04, 0.08, 0.15, 0.25, 0.5, 0.9, longestWidth]
  /// At this width a face does not change, and its values are averaged; at the others they are fitted by a line.
  private static let longestWidth = 3.0
  /// Standard deviations of the confidence intervals.
  private static let confidence = 2.0
  /// Points whose motion decides for the head: the corners of the eyes and the tip of the nose.
  private static let probes = [33, 263, 4]
  /// The assumed noise, in sides of the face, and an additional amount for small faces, in pixels. If the motion of the
  /// picture is not known, larger jitter is a shaking camera. If it is, the landmarks' own error drifts by half a
  /// percent, too slowly to be separated from motion; for parts that move by themselves less is assumed.
  private static let (noiseRange, registeredNoiseRange, pixelNoise) = (3e-4...3e-3, 1e-2...3e-2, 0.2)
  /// The distance from the axis that a head turns about to the tip of the nose, in sides of the face.
  private static let noseLength = 0.5
  /// The maximum time to a frame whose landmarks are used, in seconds.
  private static let lendingTime = 0.25

  /// The face in consecutive frames, without a cut and without gaps.
  init(of id: Int, round index: Int, in frames: [RegisteredFrame], reach: Double, earlierReach: Double) {
    func face(_ index: Int) -> Face? { frames[index].tracked.faces.first { $0.id == id } }
    let time = frames[index].tracked.time
    /// The faces in one direction from the frame, nearest first, with their times.
    func faces(_ step: Int) -> [(face: Face, offset: Double)] {
      var result: [(Face, Double)] = []
      var motion = SimilarityTransform.identity
      var next = index + step
      while frames.indices.contains(next), !frames[max(next, next - step)].tracked.isCut,
        abs(frames[next].tracked.time - time) <= (step > 0 ? reach : earlierReach), let found = face(next)
      {
        // From the later of two frames next to each other to the earlier, or back.
        let between = frames[max(next, next - step)].motions[id] ?? .identity
        motion = (step > 0 ? between.inverse : between).followed(by: motion)
        result.append((found.moved(by: motion, in: frames[index].size), frames[next].tracked.time - time))
        next += step
      }
      return result
    }
    let (before, after) = (faces(-1), faces(1))
    let own = face(index).map { [$0] } ?? []
    self.faces = before.reversed().map(\.face) + own + after.map(\.face)
    offsets = before.reversed().map(\.offset) + own.map { _ in 0 } + after.map(\.offset)
    center = before.count
    size = frames[index].tracked.size
    isRegistered =
      !(before.isEmpty && after.isEmpty) && (before.isEmpty || frames[index].motions[id] != nil)
      && (after.isEmpty || frames[index + 1].motions[id] != nil)
  }

  /// The face of the frame with all its values smoothed.
  func smoothed(_ face: Face) -> Face {
    guard faces.count >= 3, faces.indices.contains(center) else { return face }
    let width = width(
      for: boxPaths + paths(of: Self.probes), noise: isRegistered ? Self.registeredNoiseRange : Self.noiseRange)
    let weights = Self.weights(offsets, width: width)
    // A head turns by some degrees before its landmarks move.
    let turnWeights = Self.weights(offsets, width: min(width, ownWidth(for: turnPaths)))
    func mean(_ value: (Face) -> Double) -> Double { zip(faces, weights).reduce(0) { $0 + value($1.0) * $1.1 } }
    var result = face
    result.bounds = NormalizedRect(
      x: mean(\.bounds.x), y: mean(\.bounds.y), width: mean(\.bounds.width), height: mean(\.bounds.height))
    result.roll = angle(face.roll, weights) { $0.roll }
    result.yaw = angle(face.yaw, turnWeights) { $0.yaw }
    result.pitch = angle(face.pitch, turnWeights) { $0.pitch }
    if let landmarks = landmarks(width: width) { result.landmarks = landmarks }
    return result
  }

  /// The mean of the landmarks of the faces that have some; nil if there are none nearby.
  ///
  /// - Parameter width: of the Gaussian for the head; parts that move by themselves have narrower ones.
  private func landmarks(width: Double) -> FaceLandmarks? {
    let known = zip(faces, offsets).filter { $0.0.landmarks != nil }
    guard let count = known.first?.0.landmarks?.points.count else { return nil }
    let isOwn = faces[center].landmarks != nil
    guard isOwn || known.contains(where: { abs($0.1) <= Self.lendingTime }) else { return nil }
    let times = known.map(\.1)
    // A line fitted to frames of one side extrapolates badly.
    let weights = isOwn ? Self.weights(times, width: width) : Self.kernel(times, width: Self.lendingTime / 2)
    var weightsOfPoints = [[Double]](repeating: weights, count: count)
    if isOwn {
      for part in MovingFacePart.all {
        let weights = Self.weights(times, width: min(width, ownWidth(for: paths(of: part.probes))))
        for point in part.points where point < count { weightsOfPoints[point] = weights }
      }
    }
    var sums = [SIMD3<Float>](repeating: .zero, count: count)
    for (number, (face, _)) in known.enumerated() {
      guard let points = face.landmarks?.points, points.count == count else { return nil }
      for index in sums.indices { sums[index] += points[index] * Float(weightsOfPoints[index][number]) }
    }
    return FaceLandmarks(points: sums)
  }

  /// An angle smoothed the short way round; nil if a frame has none.
  private func angle(_ own: Angle?, _ weights: [Double], _ value: (Face) -> Angle?) -> Angle? {
    guard let own else { return nil }
    var sum = 0.0
    for (face, weight) in zip(faces, weights) {
      guard let other = value(face) else { return own }
      sum += (other - own).signed.degrees * weight
    }
    return Angle(degrees: own.degrees + sum).normalized
  }

  /// The width for parts that move by themselves: hardly any noise is assumed.
  private func ownWidth(for paths: [[Double]]) -> Double {
    let most = isRegistered ? Self.registeredNoiseRange.upperBound : Self.noiseRange.upperBound
    return width(for: paths, noise: Self.noiseRange.lowerBound...most)
  }

  /// The widest Gaussian that agrees with all narrower ones for all paths.
  ///
  /// - Parameter range: the assumed noise, in sides of the face.
  private func width(for paths: [[Double]], noise range: ClosedRange<Double>) -> Double {
    let candidates = Self.widths.map { (width: $0, weights: Self.weights(offsets, width: $0)) }
    let most = range.upperBound + Self.pixelNoise / max(side * Double(size.width), 1)
    var best = candidates.count - 1
    for path in paths {
      let noise = min(max(Self.noise(of: path), range.lowerBound), most)
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

  /// The paths of the bounds' middle and width, in sides of the face.
  private var boxPaths: [[Double]] {
    let side = side
    return [
      faces.map { $0.bounds.midX / side }, faces.map { $0.bounds.midY * aspect / side },
      faces.map { $0.bounds.width / side },
    ]
  }

  /// The paths of yaw and pitch as motions of the tip of the nose, in sides of the face; none if a frame has no angles.
  private var turnPaths: [[Double]] {
    [\Face.yaw, \Face.pitch].compactMap { angle in
      guard let own = faces[center][keyPath: angle] else { return nil }
      let turns = faces.compactMap { face in
        face[keyPath: angle].map { Self.noseLength * ($0 - own).signed.radians }
      }
      return turns.count == faces.count ? turns : nil
    }
  }

  /// The paths of landmarks' coordinates, in sides of the face; none if a frame has no landmarks.
  private func paths(of probes: [Int]) -> [[Double]] {
    let side = side
    let points = faces.compactMap { $0.landmarks?.points }
    guard points.count == faces.count else { return [] }
    return probes.filter { probe in points.allSatisfy { $0.indices.contains(probe) } }.flatMap { probe in
      [points.map { Double($0[probe].x) / side }, points.map { Double($0[probe].y) * aspect / side }]
    }
  }

  /// The standard deviation of the jitter: from fourth differences, which are small for smooth motion.
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

  /// The weights of a Gaussian round 0, with a sum of 1.
  private static func kernel(_ offsets: [Double], width: Double) -> [Double] {
    let kernel = offsets.map { exp(-0.5 * ($0 / width) * ($0 / width)) }
    let sum = kernel.reduce(0, +)
    return kernel.map { $0 / sum }
  }

  /// The weights of a local linear regression at 0, or at the longest width of a mean.
  private static func weights(_ offsets: [Double], width: Double) -> [Double] {
    guard width < longestWidth else { return kernel(offsets, width: width) }
    let kernel = offsets.map { exp(-0.5 * ($0 / width) * ($0 / width)) }
    let zeroth = kernel.reduce(0, +)
    let first = zip(kernel, offsets).reduce(0) { $0 + $1.0 * $1.1 }
    let second = zip(kernel, offsets).reduce(0) { $0 + $1.0 * $1.1 * $1.1 }
    let determinant = zeroth * second - first * first
    guard determinant > 1e-12 * zeroth * zeroth else { return kernel.map { $0 / zeroth } }
    return zip(kernel, offsets).map { $0 * (second - first * $1) / determinant }
  }
}
