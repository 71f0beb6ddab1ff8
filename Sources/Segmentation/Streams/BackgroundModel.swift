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
  /// The largest evidence of a cell: that it is the same, and that it is different.
  private static let mostLogOdds: (same: Float, different: Float) = (7, 5)
  /// The share of the people's cells that have a colour. Above the first, a cell that always had this colour is no
  /// evidence against a person; above the second, a changed cell of this colour is full evidence of one.
  private static let commonShare: (same: Float, different: Float) = (0.07, 0.03)
  /// The cells that give the colours of people: with more than this probability of a person, unless the cell agrees
  /// with its background by more than `same` and was empty for more than this share of the time.
  private static let worn: (probability: Float, same: Float, emptiness: Float) = (0.9, 0.3, 0.3)

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
    let comparison = BackgroundComparison(of: now, with: cells, portrait: portrait, grid: grid)
    let evidence =
      comparison.stillness > 0 ? weighed(now, portrait: portrait, comparison, elapsed: elapsed) : nil
    cells.withUnsafeMutableBufferPointer { cells in
      for index in cells.indices {
        let network = portrait[index]
        cells[index].learn(
          now[index], isSame: comparison.same[index] > 0.5, network: network,
          person: evidence.map { BackgroundEvidence.probability(network, with: $0.logOdds[index]) } ?? network,
          elapsed: elapsed)
      }
    }
    return evidence
  }

  /// The evidence for a frame of a static camera.
  private func weighed(
    _ now: [SIMD4<Float>], portrait: [Float], _ comparison: BackgroundComparison, elapsed: Float
  ) -> BackgroundEvidence {
    let (worn, same) = (Self.worn, comparison.same)
    let people = PersonColors(of: now) {
      portrait[$0] > worn.probability && !(same[$0] > worn.same && cells[$0].emptiness > worn.emptiness)
    }
    let patterns = BackgroundPatterns(of: cells, same: same, grid: grid)
    var logOdds = [Float](repeating: 0, count: now.count)
    for index in now.indices where cells[index].isKnown {
      let change = comparison.change(at: index, from: cells[index].color, to: now[index])
      guard change > 0 || same[index] > 0 else { continue }
      let share = people.share(of: now[index])
      var evidence = Self.mostLogOdds.different * change * Self.ramp(share, over: Self.commonShare.different)
      if same[index] > 0 {
        let rarity = 1 - Self.ramp(share, over: Self.commonShare.same)
        // A colour that nobody wears needs no pattern.
        let clarity = rarity < 1 ? max(rarity, patterns.clarity(at: index)) : 1
        evidence -= Self.mostLogOdds.same * same[index] * clarity
      }
      logOdds[index] = comparison.stillness * cells[index].confidence(elapsed: elapsed) * evidence
    }
    return BackgroundEvidence(grid: grid, logOdds: logOdds).supported(by: portrait)
  }

  /// A ramp from 0 at 0 to 1 at `span`.
  static func ramp(_ value: Float, over span: Float) -> Float { min(max(value / span, 0), 1) }
}
