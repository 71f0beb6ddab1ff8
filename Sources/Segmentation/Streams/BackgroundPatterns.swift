import Imaging

/// The patterns of a stream's background, compared with a frame in a window of three by three cells round each cell; see
/// ``BackgroundModel``. No clothes match leaves cell by cell, whatever their colour.
struct BackgroundPatterns {
  /// Means over each cell's window. What lies outside the grid counts as 0, so that cells at its edge do not agree.
  private let agreements, grays, squares: [Float]

  private static let radius = 1
  /// The standard deviation of a window's colours, in levels, from which it has a pattern, and from which it has a
  /// clear one.
  private static let deviation: (low: Float, high: Float) = (5, 10)
  /// The mean agreement of a window's cells from which its pattern is the background's: not one of nine may differ.
  private static let agreement: (low: Float, high: Float) = (0.9, 0.98)

  /// - Parameters:
  ///   - cells: the background.
  ///   - same: the agreement of each cell with a frame, `0...1`.
  ///   - grid: the cells across and down.
  init(of cells: [BackgroundCell], same: [Float], grid: PixelSize) {
    let gray = cells.map { $0.color.sum() / 3 }
    agreements = BoxMean.values(of: same, size: grid, radius: Self.radius)
    grays = BoxMean.values(of: gray, size: grid, radius: Self.radius)
    squares = BoxMean.values(of: gray.map { $0 * $0 }, size: grid, radius: Self.radius)
  }

  /// The clarity with which a cell's surroundings show the background's own pattern, `0...1`; 0 at the grid's edge.
  func clarity(at index: Int) -> Float {
    let agreement = Self.ramp(agreements[index], Self.agreement)
    guard agreement > 0 else { return 0 }
    let variance = max(squares[index] - grays[index] * grays[index], 0)
    return agreement * Self.ramp(variance.squareRoot(), Self.deviation)
  }

  private static func ramp(_ value: Float, _ limits: (low: Float, high: Float)) -> Float {
    BackgroundModel.ramp(value - limits.low, over: limits.high - limits.low)
  }
}
