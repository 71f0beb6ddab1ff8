import Imaging

/// The patterns of a stream's background, compared with a frame in a window of three by three cells round each cell; see
/// ``BackgroundModel``. No clothes match leaves cell by cell, whatever their colour.
struct BackgroundPatterns {
  private let grid: PixelSize
  /// The sums of three cells, one above the other, with each cell in the middle; 0 in the first and the last row.
  private let agreements, grays, squares: [Float]

  /// The number of cells in a window.
  private static let count: Float = 9
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
    self.grid = grid
    let gray = cells.map { $0.color.sum() / 3 }
    agreements = Self.columnSums(of: same, in: grid)
    grays = Self.columnSums(of: gray, in: grid)
    squares = Self.columnSums(of: gray.map { $0 * $0 }, in: grid)
  }

  /// The clarity with which a cell's surroundings show the background's own pattern, `0...1`; 0 at the grid's edge.
  func clarity(at index: Int) -> Float {
    let column = index % grid.width
    guard column > 0, column < grid.width - 1 else { return 0 }
    func mean(_ sums: [Float]) -> Float { (sums[index - 1] + sums[index] + sums[index + 1]) / Self.count }
    let agreement = Self.ramp(mean(agreements), Self.agreement)
    guard agreement > 0 else { return 0 }
    let gray = mean(grays)
    return agreement * Self.ramp(max(mean(squares) - gray * gray, 0).squareRoot(), Self.deviation)
  }

  private static func ramp(_ value: Float, _ limits: (low: Float, high: Float)) -> Float {
    BackgroundModel.ramp(value - limits.low, over: limits.high - limits.low)
  }

  private static func columnSums(of values: [Float], in grid: PixelSize) -> [Float] {
    [Float](unsafeUninitializedCapacity: grid.area) { sums, count in
      sums.initialize(repeating: 0)
      values.withUnsafeBufferPointer { values in
        for index in stride(from: grid.width, to: grid.area - grid.width, by: 1) {
          sums[index] = values[index &- grid.width] + values[index] + values[index &+ grid.width]
        }
      }
      count = grid.area
    }
  }
}
