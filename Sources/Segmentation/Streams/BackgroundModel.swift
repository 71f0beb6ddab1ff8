import Glibc
import Imaging

/// The colour of each cell of a stream's background (background subtraction; Stauffer, Grimson, "Adaptive Background
/// Mixture Models for Real-Time Tracking", 1999, with one colour a cell).
///
/// A wall that the network classifies as a part of a passing person was seen before the person came. A missed arm
/// differs from the background behind it. The evidence needs a static camera; with a moving one there is none.
struct BackgroundModel: Sendable {
  let grid: PixelSize
  private var cells: [BackgroundCell] = []

  /// The long side of the grid in cells, at most: a cell is no smaller than a pixel.
  private static let longSide = 320
  /// Noise in levels: as a multiple of the median difference, with its least and most.
  private static let noise: (factor: Float, least: Float, most: Float) = (3, 2, 8)
  /// The span of levels beyond noise within which a cell stops being the same.
  private static let sameSpan: Float = 12
  /// The number of levels beyond noise from which a cell is different, and the span until it is certainly so.
  private static let different: (from: Float, span: Float) = (10, 20)
  /// A shadow's least light as a fraction, and the levels beyond noise by which its colour may differ (Horprasert,
  /// Harwood, Davis, "A Statistical Approach for Real-time Robust Background Subtraction and Shadow Detection", 1999).
  private static let shadow: (least: Float, span: Float) = (0.4, 8)
  /// The largest evidence of a cell: that it is the same, and that it is different.
  private static let mostLogOdds: (same: Float, different: Float) = (7, 5)
  /// The share of the people's cells that have a colour. Above the first, a cell that always had this colour is no
  /// evidence against a person; above the second, a changed cell of this colour is full evidence of one.
  private static let commonShare: (same: Float, different: Float) = (0.07, 0.03)
  /// The radius of the window in which a pattern is compared, in cells.
  private static let patternRadius = 1
  /// The standard deviation of a window's colours, in levels, from which it has a pattern, and from which it has a
  /// clear one.
  private static let patternDeviation: (low: Float, high: Float) = (5, 10)
  /// The mean agreement of a window's cells from which its pattern is the background's: not one of nine may differ.
  private static let patternAgreement: (low: Float, high: Float) = (0.9, 0.98)
  /// The cells in which camera motion and noise are measured: without a person for more than this share of the time,
  /// and with less than this probability of one now.
  private static let empty: (emptiness: Float, probability: Float) = (0.5, 0.1)
  /// The cells that give the colours of people: with more than this probability of a person, unless the cell agrees
  /// with its background by more than `same` and was empty for more than this share of the time.
  private static let worn: (probability: Float, same: Float, emptiness: Float) = (0.9, 0.3, 0.3)
  /// The side of the blocks in which camera motion is measured, in cells; and the share of blocks that stand still with
  /// a static camera.
  private static let blocks: (side: Int, calm: Double) = (16, 0.75)
  /// The share of a block's changed cells up to which it stands still, and from which the camera moves.
  private static let motion: (least: Float, most: Float) = (0.05, 0.1)

  /// - Parameter size: the size of the frames, in pixels.
  init(size: PixelSize) {
    let scale = min(Double(Self.longSide) / Double(max(size.width, size.height, 1)), 1)
    grid = PixelSize(
      width: max(1, Int((Double(size.width) * scale).rounded())),
      height: max(1, Int((Double(size.height) * scale).rounded())))
  }

  /// Copies the cells that this model does not know from another one.
  mutating func complete(with other: BackgroundModel) {
    guard other.grid == grid, !other.cells.isEmpty else { return }
    guard !cells.isEmpty else {
      cells = other.cells
      return
    }
    for index in cells.indices where !cells[index].isKnown && other.cells[index].isKnown {
      cells[index] = other.cells[index]
    }
  }

  /// The background's evidence for a frame. The model is then updated from the frame.
  ///
  /// - Parameters:
  ///   - frame: the frame, on ``grid``.
  ///   - elapsed: seconds since the last frame.
  /// - Returns: nil for the first frame, and while the camera moves.
  mutating func evidence(of frame: FrameCells, elapsed: Double) -> BackgroundEvidence? {
    let portrait = frame.portrait
    precondition(frame.picture.size == grid && portrait.count == grid.area)
    let now = frame.picture.cellColors
    let elapsed = Float(max(elapsed, 0))
    guard cells.count == now.count else {
      cells = zip(now, portrait).map { BackgroundCell($0, portrait: $1) }
      return nil
    }
    let (differences, unshaded) = compared(with: now)
    let isEmpty = zip(cells, portrait).map { cell, portrait in
      cell.isKnown && cell.emptiness > Self.empty.emptiness && portrait < Self.empty.probability
    }
    let median = ChangeMap.median(of: zip(differences, isEmpty).lazy.filter(\.1).map(\.0))
    let low = min(max(Self.noise.least, median * Self.noise.factor), Self.noise.most)
    let trust = stillness(of: differences, where: isEmpty, limit: low + Self.sameSpan)
    let same = zip(cells, differences).map { cell, difference in
      cell.isKnown ? 1 - Self.ramp(difference - low, over: Self.sameSpan) : 0
    }
    var evidence: BackgroundEvidence?
    if trust > 0 {
      evidence = weighed(
        now, portrait: portrait, same: same, unshaded: unshaded.map { $0 - low }, trust: trust, elapsed: elapsed)
    }
    for index in now.indices {
      let person = evidence.map { BackgroundEvidence.probability(portrait[index], with: $0.logOdds[index]) }
      cells[index].learn(
        now[index], isSame: same[index] > 0.5, network: portrait[index], person: person ?? portrait[index],
        elapsed: elapsed)
    }
    return evidence
  }

  /// The evidence for a frame of a static camera.
  ///
  /// - Parameters:
  ///   - same: the agreement of each cell with its background, `0...1`.
  ///   - unshaded: the distance of its colour from the background's, in levels beyond noise; no more than 0 in a
  ///     shadow.
  ///   - trust: how still the camera stands, `0...1`.
  private func weighed(
    _ now: [SIMD4<Float>], portrait: [Float], same: [Float], unshaded: [Float], trust: Float, elapsed: Float
  ) -> BackgroundEvidence {
    let worn = Self.worn
    let people = PersonColors(of: now) {
      portrait[$0] > worn.probability && !(same[$0] > worn.same && cells[$0].emptiness > worn.emptiness)
    }
    let patterns = patterns(same: same)
    var logOdds = [Float](repeating: 0, count: now.count)
    for index in now.indices where cells[index].isKnown {
      let confidence = trust * cells[index].confidence(elapsed: elapsed)
      guard confidence > 0 else { continue }
      let share = people.share(of: now[index])
      let change = Self.ramp(unshaded[index] - Self.different.from, over: Self.different.span)
      logOdds[index] =
        confidence
        * (Self.mostLogOdds.different * change * Self.ramp(share, over: Self.commonShare.different)
          - Self.mostLogOdds.same * same[index]
          * max(patterns[index], 1 - Self.ramp(share, over: Self.commonShare.same)))
    }
    return BackgroundEvidence(grid: grid, logOdds: logOdds).supported(by: portrait)
  }

  /// The clarity with which each cell's surroundings show the background's own pattern, `0...1`. No clothes match
  /// leaves cell by cell, whatever their colour.
  private func patterns(same: [Float]) -> [Float] {
    let radius = Self.patternRadius
    let (deviations, agreements) = (Self.patternDeviation, Self.patternAgreement)
    let gray = cells.map { $0.color.sum() / 3 }
    let means = BoxMean.values(of: gray, size: grid, radius: radius)
    let squares = BoxMean.values(of: gray.map { $0 * $0 }, size: grid, radius: radius)
    let agreement = BoxMean.values(of: same, size: grid, radius: radius)
    return means.indices.map { index in
      let deviation = max(squares[index] - means[index] * means[index], 0).squareRoot()
      return Self.ramp(deviation - deviations.low, over: deviations.high - deviations.low)
        * Self.ramp(agreement[index] - agreements.low, over: agreements.high - agreements.low)
    }
  }

  /// The distance of each cell from its background colour, in levels of the component that differs most; and the same
  /// with 0 for cells that may be in a person's shadow.
  private func compared(with now: [SIMD4<Float>]) -> (differences: [Float], unshaded: [Float]) {
    var differences = [Float](repeating: 255, count: now.count)
    var unshaded = differences
    for index in now.indices where cells[index].isKnown {
      let (color, known) = (now[index], cells[index].color)
      let difference = Self.largest(of: color - known)
      differences[index] = difference
      let light = (color * known).sum() / max((known * known).sum(), 1)
      let isShadow =
        light < 1 && light > Self.shadow.least
        && Self.largest(of: color - known * light) < Self.noise.least + Self.shadow.span
      unshaded[index] = isShadow ? 0 : difference
    }
    return (differences, unshaded)
  }

  /// 1 for a static camera, down to 0 for a moving one. A moving person changes a part of the frame, a moving camera
  /// all of it.
  private func stillness(of differences: [Float], where isEmpty: [Bool], limit: Float) -> Float {
    let side = Self.blocks.side
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
    let share = shares[min(Int(Double(shares.count) * Self.blocks.calm), shares.count - 1)]
    return 1 - Self.ramp(share - Self.motion.least, over: Self.motion.most - Self.motion.least)
  }

  private static func largest(of difference: SIMD4<Float>) -> Float {
    max(abs(difference.x), abs(difference.y), abs(difference.z))
  }

  /// A ramp from 0 at 0 to 1 at `span`.
  static func ramp(_ value: Float, over span: Float) -> Float { min(max(value / span, 0), 1) }
}
