import Glibc
import Imaging

/// One face in a window of frames, registered to one of them by the motion of its picture.
struct FacePath {
  /// The faces registered to that frame: only the motion of the picture is compensated.
  private let faces: [Face]
  /// The times of the frames relative to that frame; a face with more motion blur than others is less reliable.
  private let regression: LocalRegression
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
  /// The maximum time to a frame whose landmarks are used, in seconds; and where they are missing because of motion
  /// blur, which is below a reliability, rather than because the head turned away.
  private static let (lendingTime, blurredLendingTime, blurred) = (0.25, 0.6, 0.5)
  /// The relative sharpness from which a face is as reliable as others; below it reliability falls with a power of it.
  private static let (sharp, blurPower) = (0.9, 16.0)
  private static let leastReliability = 1e-6
  /// The number of reliable faces from which an estimate counts. Faces with motion blur are off to the same side for as
  /// long as they move one way, which their own spread does not show.
  private static let leastSupport = 1.0

  /// The face in consecutive frames, without a cut and without gaps.
  init(of id: Int, round index: Int, in frames: [RegisteredFrame], reach: Double, earlierReach: Double) {
    let before = Self.neighbors(of: id, at: index, in: frames, step: -1, reach: earlierReach)
    let after = Self.neighbors(of: id, at: index, in: frames, step: 1, reach: reach)
    let own = frames[index].face(id).map { [$0] } ?? []
    self.faces = before.reversed().map(\.face) + own + after.map(\.face)
    let reliabilities = Self.reliabilities(
      before.reversed().map(\.sharpness) + own.map { _ in frames[index].sharpness[id] } + after.map(\.sharpness),
      own: before.count
    ) { number in
      let place = index - before.count + number
      return frames[place].mayBeBlurred(id, before: frames.indices.contains(place + 1) ? frames[place + 1] : nil)
    }
    regression = LocalRegression(
      times: before.reversed().map(\.offset) + own.map { _ in 0 } + after.map(\.offset), reliabilities: reliabilities,
      ownReliability: own.isEmpty ? 0 : reliabilities[before.count], meanWidth: Self.longestWidth)
    center = before.count
    size = frames[index].tracked.size
    isRegistered =
      !(before.isEmpty && after.isEmpty) && (before.isEmpty || frames[index].motions[id] != nil)
      && (after.isEmpty || frames[index + 1].motions[id] != nil)
  }

  /// The faces in one direction from a frame, nearest first, with their times, and with their sharpness as far as they
  /// show the same picture.
  ///
  /// - Parameters:
  ///   - step: 1 for later frames, -1 for earlier ones.
  ///   - reach: the maximum time from the frame, in seconds.
  private static func neighbors(
    of id: Int, at index: Int, in frames: [RegisteredFrame], step: Int, reach: Double
  ) -> [(face: Face, offset: Double, sharpness: FaceSharpness?)] {
    let time = frames[index].tracked.time
    var result: [(Face, Double, FaceSharpness?)] = []
    var motion = SimilarityTransform.identity
    var isSame = true
    var next = index + step
    while frames.indices.contains(next), !frames[max(next, next - step)].tracked.isCut,
      abs(frames[next].tracked.time - time) <= reach, let seen = frames[next].face(id)
    {
      // From the later of two frames next to each other to the earlier, or back.
      let found = frames[max(next, next - step)].motions[id]
      isSame = isSame && found != nil
      let between = found ?? .identity
      motion = (step > 0 ? between.inverse : between).followed(by: motion)
      result.append(
        (
          seen.moved(by: motion, in: frames[index].size), frames[next].tracked.time - time,
          isSame ? frames[next].sharpness[id] : nil
        ))
      next += step
    }
    return result
  }

  /// The reliability of each face by its sharpness, if motion may blur it; of one without, that of the face at index
  /// `own`.
  private static func reliabilities(
    _ sharpness: [FaceSharpness?], own: Int, mayBeBlurred: (Int) -> Bool
  ) -> [Double] {
    guard let sharpest = FaceSharpness.sharpest(of: sharpness.compactMap(\.self)) else {
      return sharpness.map { _ in 1 }
    }
    let known = sharpness.enumerated().map { number, sharpness in
      sharpness.map {
        mayBeBlurred(number) ? max(leastReliability, pow(min($0.relative(to: sharpest) / sharp, 1), blurPower)) : 1
      }
    }
    let other = known.indices.contains(own) ? known[own] ?? 1 : 1
    return known.map { $0 ?? other }
  }

  /// The face of the frame with all its values smoothed.
  func smoothed(_ face: Face) -> Face {
    guard faces.count >= 3, faces.indices.contains(center) else { return face }
    let width = width(
      for: boxPaths + paths(of: Self.probes), noise: isRegistered ? Self.registeredNoiseRange : Self.noiseRange)
    let weights = regression.weights(width: width)
    // A head turns by some degrees before its landmarks move.
    let turnWeights = regression.weights(width: min(width, ownWidth(for: turnPaths)))
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
    let known = faces.indices.filter { faces[$0].landmarks != nil }
    guard let count = known.first.flatMap({ faces[$0].landmarks?.points.count }) else { return nil }
    let isOwn = faces[center].landmarks != nil
    let regression = LocalRegression(
      times: known.map { self.regression.times[$0] }, reliabilities: known.map { self.regression.reliabilities[$0] },
      ownReliability: isOwn ? self.regression.ownReliability : 0, meanWidth: Self.longestWidth)
    let isBlurred = self.regression.ownReliability < Self.blurred
    let lendingTime = isBlurred ? Self.blurredLendingTime : Self.lendingTime
    guard isOwn || regression.times.contains(where: { abs($0) <= lendingTime }) else { return nil }
    // A line fitted to frames of one side extrapolates badly.
    let weights = isOwn || isBlurred ? regression.weights(width: width) : regression.kernel(width: Self.lendingTime / 2)
    var weightsOfPoints = [[Double]](repeating: weights, count: count)
    if isOwn {
      for part in MovingFacePart.all {
        let weights = regression.weights(width: min(width, ownWidth(for: paths(of: part.probes))))
        for point in part.points where point < count { weightsOfPoints[point] = weights }
      }
    }
    var sums = [SIMD3<Float>](repeating: .zero, count: count)
    for (number, face) in known.enumerated() {
      guard let points = faces[face].landmarks?.points, points.count == count else { return nil }
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
    let widths = Self.widths.filter { regression.support(width: $0) >= Self.leastSupport }
    guard !widths.isEmpty else { return Self.longestWidth }
    let candidates = widths.map { (width: $0, weights: regression.weights(width: $0)) }
    let most = range.upperBound + Self.pixelNoise / max(side * Double(size.width), 1)
    var best = candidates.count - 1
    for path in paths {
      let noise = min(max(Self.noise(of: path), range.lowerBound), most)
      var (low, high) = (-Double.infinity, Double.infinity)
      for (index, candidate) in candidates.enumerated() {
        let estimate = zip(path, candidate.weights).reduce(0) { $0 + $1.0 * $1.1 }
        let spread = Self.confidence * noise * regression.deviation(of: candidate.weights)
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
}
