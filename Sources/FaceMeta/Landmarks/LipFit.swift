import Glibc
import Imaging

/// Fits the lips of a mesh to the picture.
///
/// The mesh network places lips to about a twentieth of the mouth's width, mostly too high, whatever its crop. Here the
/// outlines of the upper and the lower lip are moved along the face to the strongest change from the lips' colour to
/// that of the skin beside them. The less the two differ, the smaller the shift.
struct LipFit {
  /// The greatest shift of the lips and the step of the search, in widths of the mouth.
  private static let range: Float = 0.14
  private static let step: Float = 0.02
  /// The width of the band that is compared on either side of an outline, in pixels.
  private static let band: Float = 3.4
  /// The cost of a shift by a tenth of the mouth's width, divided by the separation of the colours, and its limits. An
  /// outline where lips and skin meet gains 1 over one in the middle of either.
  private static let cost: (perSeparation: Float, range: ClosedRange<Float>) = (4, 0.25...1)
  /// The difference of scores by which one shift counts e times as much as another, in the same unit (softmax).
  private static let softness: Float = 0.02

  /// The height of a lip in each column.
  private struct Lip {
    let outer, inner: [Float]
    /// From the outline into the lip: 1 down, -1 up.
    let inward: Float
  }

  private let columns: [Int]
  /// The share of a shift of the corners in each column.
  private let shares: [Float]
  private let upper, lower: Lip
  private let colors: [SIMD3<Float>]

  /// The shift for the lips of a mesh in pixels of the picture; nil if too little of them is visible.
  static func shift(of points: [SIMD3<Float>], in picture: some CropSource) throws(FaceError) -> LipShift? {
    guard let square = MouthSquare(points) else { return nil }
    guard let pixels = try picture.pixels(of: square.crop, side: MouthSquare.side) else { return nil }
    guard let fit = LipFit(points, square, pixels) else { return nil }
    // The second pass has better colours of the lips.
    return fit.search(from: LipShift()).flatMap { fit.search(from: $0) }
  }

  private init?(_ points: [SIMD3<Float>], _ square: MouthSquare, _ pixels: PixelBuffer) {
    let (first, last) = (Int(square.middle - 0.84 * square.half), Int(square.middle + 0.84 * square.half))
    guard first >= 0, last < MouthSquare.side, first < last else { return nil }
    let columns = Array(first...last)
    func heights(_ indices: [Int]) -> [Float] {
      let line = indices.map { square.place(points[$0]) }.sorted { $0.x < $1.x }
      return columns.map { Self.height(of: line, at: Float($0) + 0.5) }
    }
    upper = Lip(outer: heights(MeshTopology.upperLip[0]), inner: heights(MeshTopology.upperLip[3]), inward: 1)
    lower = Lip(outer: heights(MeshTopology.lowerLip[0]), inner: heights(MeshTopology.lowerLip[3]), inward: -1)
    shares = columns.map { square.cornerShare(at: Float($0) + 0.5) }
    self.columns = columns
    colors = MouthColors.values(of: pixels)
  }

  /// The height of a line of points from left to right.
  private static func height(of line: [SIMD2<Float>], at x: Float) -> Float {
    guard let next = line.firstIndex(where: { $0.x > x }) else { return line.last?.y ?? 0 }
    guard next > 0 else { return line[0].y }
    let (a, b) = (line[next - 1], line[next])
    return a.y + (b.y - a.y) * (x - a.x) / max(b.x - a.x, 1e-3)
  }

  /// The shift that fits both outlines best, as a mean over all shifts weighted by their quality; nil if lips and skin
  /// have the same colour.
  ///
  /// - Parameter known: the assumed place of the lips, for their colours.
  private func search(from known: LipShift) -> LipShift? {
    let lips = inside(upper, known.upper, known) + inside(lower, known.lower, known)
    guard let above = ColorDiscriminant(lips, against: outside(upper, known.upper, known)),
      let below = ColorDiscriminant(lips, against: outside(lower, known.lower, known))
    else { return nil }
    let costs = [above, below].map { (Self.cost.perSeparation / $0.separation).clamped(to: Self.cost.range) }
    let steps = stride(from: -Self.range, through: Self.range + 1e-4, by: Self.step).map { $0 }
    let edges = zip([upper, lower], [above, below]).map { lip, discriminant in
      LipEdge(colors, columns, discriminant, side: MouthSquare.side, outline: lip.outer, inward: lip.inward, shares)
    }
    var (weights, sum) = (Float(0), LipShift())
    for corners in steps {
      var weight = expf(-Self.square(corners) * (costs[0] + costs[1]) / 2 / Self.softness)
      var means: [Float] = []
      for (edge, cost) in zip(edges, costs) {
        var (total, mean) = (Float(0), Float(0))
        for center in steps {
          let bend = (costs[0] + costs[1]) / 2 * Self.square(1.25 * (corners - center))
          let score = edge.contrast(
            corners: MouthSquare.mouth * corners, center: MouthSquare.mouth * center, band: Self.band)
          let own = expf((score - cost * Self.square(center) - bend) / Self.softness)
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
    return LipShift(corners: sum.corners / weights, upper: sum.upper / weights, lower: sum.lower / weights)
  }

  /// The colours of a lip, without its edges.
  private func inside(_ lip: Lip, _ center: Float, _ shift: LipShift) -> [SIMD3<Float>] {
    samples(lip, center, shift) { column in (1, max((lip.inner[column] - lip.outer[column]) * lip.inward, 2)) }
  }

  /// The colours beside a lip.
  private func outside(_ lip: Lip, _ center: Float, _ shift: LipShift) -> [SIMD3<Float>] {
    samples(lip, center, shift) { _ in (-2 - 2 * Self.band, -2) }
  }

  /// The colours of pixels between two distances inwards from a lip's outline.
  private func samples(
    _ lip: Lip, _ center: Float, _ shift: LipShift, _ range: (Int) -> (from: Float, to: Float)
  ) -> [SIMD3<Float>] {
    let side = MouthSquare.side
    return columns.indices.flatMap { column in
      let (from, to) = range(column)
      let outline = lip.outer[column] + MouthSquare.mouth * (center + (shift.corners - center) * shares[column])
      let ends = [outline + from * lip.inward, outline + to * lip.inward].sorted()
      let first = Int((ends[0] - 0.5).rounded(.up).clamped(to: 0...Float(side)))
      let last = Int((ends[1] - 0.5).rounded(.up).clamped(to: Float(first)...Float(side)))
      return (first..<last).map { colors[$0 * side + columns[column]] }
    }
  }

  private static func square(_ shift: Float) -> Float { shift * shift * 100 }
}
