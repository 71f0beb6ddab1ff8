import Imaging

/// The comparison of a frame with a stream's background, cell by cell; see ``BackgroundModel``.
struct BackgroundComparison: Sendable {
  /// The distance of each cell from its background's colour, in levels of the component that differs most; 255 for
  /// cells whose background is not known.
  let differences: [Float]
  /// Up to this difference, in levels, a cell shows its background with noise.
  let noise: Float
  /// The agreement of each cell with its background, `0...1`.
  let same: [Float]
  /// How still the camera stands, `0...1`. A moving person changes a part of the frame, a moving camera all of it.
  let stillness: Float

  /// Noise in levels: as a multiple of the median difference, with its least and most.
  private static let noise: (factor: Float, least: Float, most: Float) = (3, 2, 8)
  /// The span of levels beyond noise within which a cell stops being the same.
  private static let sameSpan: Float = 12
  /// The number of levels beyond noise from which a cell is different, and the span until it is certainly so.
  private static let different: (from: Float, span: Float) = (10, 20)
  /// A shadow's least light as a fraction, and the levels beyond noise by which its colour may differ (Horprasert,
  /// Harwood, Davis, "A Statistical Approach for Real-time Robust Background Subtraction and Shadow Detection", 1999).
  private static let shadow: (least: Float, span: Float) = (0.4, 8)
  /// The cells in which camera motion and noise are measured: without a person for more than this share of the time,
  /// and with less than this probability of one now.
  private static let empty: (emptiness: Float, probability: Float) = (0.5, 0.1)
  /// The side of the blocks in which camera motion is measured, in cells; and the share of blocks that stand still with
  /// a static camera.
  private static let blocks: (side: Int, calm: Double) = (16, 0.75)
  /// The share of a block's changed cells up to which it stands still, and from which the camera moves.
  private static let motion: (least: Float, most: Float) = (0.05, 0.1)

  /// - Parameters:
  ///   - now: the colours of the frame, one for each of `cells`.
  ///   - portrait: the network's probability of a person for each cell.
  ///   - grid: the cells across and down.
  init(of now: [SIMD4<Float>], with cells: [BackgroundCell], portrait: [Float], grid: PixelSize) {
    precondition(now.count == grid.area && cells.count == grid.area && portrait.count == grid.area)
    var isEmpty = [Bool](repeating: false, count: grid.area)
    let differences = [Float](unsafeUninitializedCapacity: grid.area) { differences, count in
      cells.withUnsafeBufferPointer { cells in
        for index in cells.indices {
          let cell = cells[index]
          differences[index] = cell.isKnown ? now[index].largestDifference(from: cell.color) : 255
          isEmpty[index] =
            cell.isKnown && cell.emptiness > Self.empty.emptiness && portrait[index] < Self.empty.probability
        }
      }
      count = grid.area
    }
    let median = ChangeMap.median(of: zip(differences, isEmpty).lazy.filter(\.1).map(\.0))
    let noise = min(max(Self.noise.least, median * Self.noise.factor), Self.noise.most)
    // A difference of 255 for unknown cells is beyond the span of any noise.
    same = differences.map { 1 - BackgroundModel.ramp($0 - noise, over: Self.sameSpan) }
    stillness = Self.stillness(of: differences, where: isEmpty, limit: noise + Self.sameSpan, in: grid)
    (self.differences, self.noise) = (differences, noise)
  }

  /// How certainly a cell differs from its background, `0...1`; 0 if it may be the background in a person's shadow.
  ///
  /// - Parameters:
  ///   - index: the cell's, whose background is known.
  ///   - color: its colour in the frame.
  ///   - known: its background's colour.
  func change(at index: Int, from known: SIMD4<Float>, to color: SIMD4<Float>) -> Float {
    let change = BackgroundModel.ramp(
      differences[index] - noise - Self.different.from, over: Self.different.span)
    return change > 0 && Self.isShadow(color, of: known) ? 0 : change
  }

  /// Whether a colour may be a known one with less light.
  private static func isShadow(_ color: SIMD4<Float>, of known: SIMD4<Float>) -> Bool {
    let light = (color * known).sum() / max((known * known).sum(), 1)
    return light < 1 && light > shadow.least
      && color.largestDifference(from: known * light) < noise.least + shadow.span
  }

  private static func stillness(
    of differences: [Float], where isEmpty: [Bool], limit: Float, in grid: PixelSize
  ) -> Float {
    let side = blocks.side
    let (across, down) = ((grid.width + side - 1) / side, (grid.height + side - 1) / side)
    var (empty, changed) = ([Int](repeating: 0, count: across * down), [Int](repeating: 0, count: across * down))
    for y in 0..<grid.height {
      for x in 0..<grid.width where isEmpty[y &* grid.width &+ x] {
        let block = y / side &* across &+ x / side
        empty[block] &+= 1
        if differences[y &* grid.width &+ x] > limit { changed[block] &+= 1 }
      }
    }
    let shares = empty.indices.filter { empty[$0] >= side * side / 4 }.map { Float(changed[$0]) / Float(empty[$0]) }
      .sorted()
    guard shares.count >= 4 else { return 0 }
    let share = shares[min(Int(Double(shares.count) * blocks.calm), shares.count - 1)]
    return 1 - BackgroundModel.ramp(share - motion.least, over: motion.most - motion.least)
  }
}
