import Glibc
import Imaging

/// A part of a picture that may contain a code, by its density of edges.
struct CodeCandidate: Sendable {
  /// The place of the candidate in pixels of the level, with a margin for a quiet zone.
  let rect: OrientedRect
  /// The index of the level in the pyramid, from 0.
  let level: Int
  /// Whether its edges have one direction.
  let isBars: Bool
  /// The likeness to a code. Candidates with greater scores are examined first.
  let score: Double
  /// Whether its edges have one direction so clearly that it is not a matrix code: one in a hundred of those has 0.57.
  let isNothingButBars: Bool

  /// The ratio of edges to variance in codes; for a single edge it is below half of that.
  private static let leastDensity: Float = 0.22
  /// The least standard deviation, in levels of 255.
  private static let leastContrast: Float = 14
  /// The share of its rectangle that a code fills, even in perspective.
  private static let leastFill = 0.5
  /// Above this, edges are bars.
  private static let barCoherence: Float = 0.45

  /// The least values of a candidate.
  struct Minimum: Sendable {
    /// The cells that it is made of.
    var cellCount = 4
    /// The weights that distinguish codes from textures of photos: exponents of density, contrast and size by logistic
    /// regression.
    var texture = 0.0
    /// See ``CodeCandidate/score``.
    var score: Double
  }

  /// The candidates of a level of a pyramid that exceed all minimums of `least`.
  static func all(in luma: PixelBuffer, level: Int, least: Minimum) -> [CodeCandidate] {
    let grid = TextureGrid(luma)
    var isOpen = grid.cells.map { $0.density > leastDensity && $0.variance > leastContrast * leastContrast }
    var result: [CodeCandidate] = []
    for first in isOpen.indices where isOpen[first] {
      let part = connected(first, in: grid, &isOpen)
      if part.count >= least.cellCount, let candidate = CodeCandidate(part, of: grid, level: level, least: least) {
        result.append(candidate)
      }
    }
    return result
  }

  /// The open cells connected to one, which are closed by the search.
  private static func connected(_ first: Int, in grid: TextureGrid, _ isOpen: inout [Bool]) -> [Int] {
    var (part, next) = ([first], 0)
    isOpen[first] = false
    while next < part.count {
      let (row, column) = (part[next] / grid.columns, part[next] % grid.columns)
      next += 1
      for y in max(0, row - 1)...min(grid.rows - 1, row + 1) {
        for x in max(0, column - 1)...min(grid.columns - 1, column + 1) where isOpen[y * grid.columns + x] {
          isOpen[y * grid.columns + x] = false
          part.append(y * grid.columns + x)
        }
      }
    }
    return part
  }

  private init?(_ part: [Int], of grid: TextureGrid, level: Int, least: Minimum) {
    let size = Double(TextureGrid.cellSize)
    var total = TextureGrid.Cell()
    for index in part { total += grid.cells[index] }
    let deviation = Double(total.variance.squareRoot())
    let texture = Double(total.density) * deviation.squareRoot() * pow(Double(part.count), 0.25)
    guard texture >= least.texture else { return nil }
    let centers = part.map { index in
      SIMD2(Double(index % grid.columns) + 0.5, Double(index / grid.columns) + 0.5) * size
    }
    isBars = total.coherence > Self.barCoherence
    let rect =
      isBars
      ? OrientedRect(round: centers, side: size, angle: total.direction) : OrientedRect(round: centers, side: size)
    let fill = Double(part.count) * size * size / rect.area
    let score = deviation * Double(total.density.squareRoot()) * fill * min(1, Double(part.count) / 16)
    guard fill >= Self.leastFill, score >= least.score else { return nil }
    // A cell counts if its neighbours have edges, so that the part already extends beyond the code.
    self.rect = rect.outset(by: size)
    self.level = level
    isNothingButBars = total.coherence > 0.6
    self.score = score
  }
}
