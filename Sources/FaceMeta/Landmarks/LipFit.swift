import Glibc
import Imaging

/// Moves the lips of a mesh to where the picture shows them.
///
/// The mesh network places lips to about a twentieth of the mouth's width, mostly too high, whatever crop it sees. Here the
/// outlines of the upper and the lower lip are moved along the face to where the colour changes most from that of the
/// lips to that of the skin beside them. The less the two differ, the less is moved.
struct LipFit {
  /// The side of the square that is looked at, and the mouth's width in it, in pixels.
  private static let side = 80
  private static let mouth: Float = 48
  /// Mouths narrower than this many pixels of the picture show too little.
  private static let smallestMouth: Float = 12
  /// How far lips are moved at most, and the steps of the search, in widths of the mouth.
  private static let range: Float = 0.14
  private static let step: Float = 0.02
  /// How wide a band is compared on either side of an outline, in pixels.
  private static let band: Float = 3.4
  /// What a shift of a tenth of the mouth's width costs, over the separation of the colours, and within which limits. An
  /// outline where lips and skin meet gains 1 over one in the middle of either.
  private static let cost: (perSeparation: Float, range: ClosedRange<Float>) = (4, 0.25...1)
  /// How much better one shift has to be than another to count e times as much, in the same unit.
  private static let softness: Float = 0.02

  /// The mesh's points in pixels of the picture, those of the lips moved.
  static func fitted(_ points: [SIMD3<Float>], in picture: some CropSource) throws(FaceError) -> [SIMD3<Float>] {
    guard let crop = crop(of: points) else { return points }
    guard let pixels = try picture.pixels(of: crop, side: side) else { return points }
    return LipFit(points, crop, pixels)?.moved(points) ?? points
  }

  /// The square round the mouth, as level as the eyes are; nil where the mouth is too small or seen from the side.
  private static func crop(of points: [SIMD3<Float>]) -> FaceCrop? {
    let across = points[MeshTopology.mouthLeft] - points[MeshTopology.mouthRight]
    let eyes = points[MeshTopology.leftEyeOuter] - points[MeshTopology.rightEyeOuter]
    let width = (across * across).sum().squareRoot()
    let seen = (across.x * across.x + across.y * across.y).squareRoot()
    guard width >= smallestMouth, seen >= 0.5 * width else { return nil }
    let outline = FacePart.outerLips.meshIndices
    let sum = outline.reduce(SIMD2<Float>.zero) { $0 + SIMD2(points[$1].x, points[$1].y) }
    return FaceCrop(
      center: sum / Float(outline.count), side: width * Float(side) / mouth, roll: atan2f(eyes.y, eyes.x))
  }

  /// The height of a lip in each column.
  private struct Lip {
    let outer, inner: [Float]
    /// From the outline into the lip: 1 down, -1 up.
    let inward: Float
  }

  /// How far corners, the middle of the upper and of the lower lip are moved down, in pixels of the square.
  private struct Shift {
    var corners: Float = 0
    var upper: Float = 0
    var lower: Float = 0
  }

  private let down: SIMD2<Float>
  /// The middle of the mouth and half of its width, in pixels of the square.
  private let middle, half: Float
  private let toSquare: AffineTransform
  private let columns: [Int]
  private let upper, lower: Lip
  private let colors: [SIMD3<Float>]
  private var shift = Shift()

  private init?(_ points: [SIMD3<Float>], _ crop: FaceCrop, _ pixels: PixelBuffer) {
    let map = crop.map(pixels: Self.side)
    guard let inverse = map.inverse else { return nil }
    func places(_ indices: [Int]) -> [SIMD2<Float>] {
      indices.map { Self.place(points[$0], inverse) }.sorted { $0.x < $1.x }
    }
    let outline = places(MeshTopology.upperLip[0])
    guard let left = outline.first?.x, let right = outline.last?.x, right - left >= 0.5 * Self.mouth else { return nil }
    let (middle, half) = ((left + right) / 2, (right - left) / 2)
    let (first, last) = (Int(middle - 0.84 * half), Int(middle + 0.84 * half))
    guard first >= 0, last < Self.side else { return nil }
    let columns = Array(first...last)
    func heights(_ indices: [Int]) -> [Float] {
      let line = places(indices)
      return columns.map { Self.height(of: line, at: Float($0) + 0.5) }
    }
    upper = Lip(outer: heights(MeshTopology.upperLip[0]), inner: heights(MeshTopology.upperLip[3]), inward: 1)
    lower = Lip(outer: heights(MeshTopology.lowerLip[0]), inner: heights(MeshTopology.lowerLip[3]), inward: -1)
    (self.middle, self.half, self.columns, toSquare) = (middle, half, columns, inverse)
    down = SIMD2(Float(map.c), Float(map.d))
    colors = MouthColors.values(of: pixels)
    // The colours of lips are better known once they are found.
    for _ in 0..<2 {
      guard let found = search() else { return nil }
      shift = found
    }
  }

  private static func place(_ point: SIMD3<Float>, _ map: AffineTransform) -> SIMD2<Float> {
    let place = map.apply(x: Double(point.x), y: Double(point.y))
    return SIMD2(Float(place.x), Float(place.y))
  }

  /// The height of a line of points from left to right.
  private static func height(of line: [SIMD2<Float>], at x: Float) -> Float {
    guard let next = line.firstIndex(where: { $0.x > x }) else { return line.last?.y ?? 0 }
    guard next > 0 else { return line[0].y }
    let (a, b) = (line[next - 1], line[next])
    return a.y + (b.y - a.y) * (x - a.x) / max(b.x - a.x, 1e-3)
  }

  /// How much of a shift of the corners there is at a place, `0...1`; the rest is the middle's.
  private func cornerShare(at x: Float) -> Float {
    let u = min(max((x - middle) / half, -1), 1)
    return u * u
  }

  /// The points moved.
  private func moved(_ points: [SIMD3<Float>]) -> [SIMD3<Float>] {
    var points = points
    // The corners are in both, and moved once.
    let lower = MeshTopology.lowerLip.flatMap { $0.dropFirst().dropLast() }
    for (indices, center) in [(MeshTopology.upperLip.flatMap { $0 }, shift.upper), (lower, shift.lower)] {
      for index in indices {
        let share = cornerShare(at: Self.place(points[index], toSquare).x)
        let step = down * (share * shift.corners + (1 - share) * center)
        points[index] += SIMD3(step.x, step.y, 0)
      }
    }
    return points
  }

  /// The shift by which both outlines lie best, as a mean over all, the better the more; nil where lips and skin are the
  /// same.
  private func search() -> Shift? {
    let shares = columns.map { cornerShare(at: Float($0) + 0.5) }
    let lips = inside(upper, shift.upper, shares) + inside(lower, shift.lower, shares)
    guard let above = ColorDiscriminant(lips, against: outside(upper, shift.upper, shares)),
      let below = ColorDiscriminant(lips, against: outside(lower, shift.lower, shares))
    else { return nil }
    let costs = [above, below].map { (Self.cost.perSeparation / $0.separation).clamped(to: Self.cost.range) }
    let steps = stride(from: -Self.range, through: Self.range + 1e-4, by: Self.step).map { $0 }
    let edges = [above, below].map { LipEdge(colors, columns, $0, side: Self.side) }
    var (weights, sum) = (Float(0), Shift())
    for corners in steps {
      var weight = expf(-Self.square(corners) * (costs[0] + costs[1]) / 2 / Self.softness)
      var means: [Float] = []
      for (index, lip) in [upper, lower].enumerated() {
        var (total, mean) = (Float(0), Float(0))
        for center in steps {
          let heights = zip(lip.outer, shares).map { $0 + Self.mouth * (center + (corners - center) * $1) }
          let bend = (costs[0] + costs[1]) / 2 * Self.square(1.25 * (corners - center))
          let score = edges[index].contrast(at: heights, inward: lip.inward, band: Self.band, shares)
          let own = expf((score - costs[index] * Self.square(center) - bend) / Self.softness)
          total += own
          mean += own * center
        }
        weight *= total
        means.append(mean / total)
      }
      weights += weight
      sum.corners += weight * corners
      sum.upper += weight * means[0]
      sum.lower += weight * means[1]
    }
    guard weights > 0, weights.isFinite else { return nil }
    let scale = Self.mouth / weights
    return Shift(corners: sum.corners * scale, upper: sum.upper * scale, lower: sum.lower * scale)
  }

  /// The colours of a lip, without its edges.
  private func inside(_ lip: Lip, _ center: Float, _ shares: [Float]) -> [SIMD3<Float>] {
    samples(lip, center, shares) { column in (1, max((lip.inner[column] - lip.outer[column]) * lip.inward, 2)) }
  }

  /// The colours beside a lip.
  private func outside(_ lip: Lip, _ center: Float, _ shares: [Float]) -> [SIMD3<Float>] {
    samples(lip, center, shares) { _ in (-2 - 2 * Self.band, -2) }
  }

  /// The colours of pixels between two distances inwards from a lip's outline.
  private func samples(
    _ lip: Lip, _ center: Float, _ shares: [Float], _ range: (Int) -> (from: Float, to: Float)
  ) -> [SIMD3<Float>] {
    columns.indices.flatMap { column in
      let (from, to) = range(column)
      let outline = lip.outer[column] + center + (shift.corners - center) * shares[column]
      let ends = [outline + from * lip.inward, outline + to * lip.inward].sorted()
      let first = Int(min(max((ends[0] - 0.5).rounded(.up), 0), Float(Self.side)))
      let last = Int(min(max((ends[1] - 0.5).rounded(.up), Float(first)), Float(Self.side)))
      return (first..<last).map { colors[$0 * Self.side + columns[column]] }
    }
  }

  private static func square(_ shift: Float) -> Float { shift * shift * 100 }
}
