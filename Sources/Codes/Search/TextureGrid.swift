import Glibc
import Imaging

/// How dense the edges are in the cells of a picture of luma: codes are where there are many of high contrast.
///
/// The measure is the structure tensor (Bigün and Granlund 1987), summed over cells of 8 by 8 pixels and then over
/// neighbouring cells.
struct TextureGrid: Sendable {
  /// Sums over a cell and its eight neighbours.
  struct Cell: Sendable {
    /// Of squared differences along x and y, and of their product.
    var xx: Float = 0, yy: Float = 0, xy: Float = 0
    /// Of the samples and of their squares.
    var sum: Float = 0, squares: Float = 0
    /// Of samples.
    var count: Float = 0

    static func += (a: inout Cell, b: Cell) {
      a.xx += b.xx
      a.yy += b.yy
      a.xy += b.xy
      a.sum += b.sum
      a.squares += b.squares
      a.count += b.count
    }

    /// The variance of the samples.
    var variance: Float { count > 0 ? max(0, squares / count - (sum / count) * (sum / count)) : 0 }
    /// Squared differences to the variance: the number of edges a pixel, whatever their contrast.
    var density: Float { count > 0 && variance > 0 ? (xx + yy) / count / variance : 0 }
    /// 1 where all edges have one direction, 0 where they have all.
    var coherence: Float {
      let total = xx + yy
      return total > 0 ? ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot() / total : 0
    }
    /// The direction across the edges, in radians, `-π/2...π/2`.
    var direction: Double { 0.5 * Double(atan2(2 * xy, xx - yy)) }
  }

  static let cellSize = 8

  let columns, rows: Int
  let cells: [Cell]

  /// - Parameter luma: of format `l8`. Cells that are cut off by its edge are left out.
  init(_ luma: PixelBuffer) {
    let size = Self.cellSize
    // A difference needs the next sample.
    let (columns, rows) = (max(0, (luma.width - 1) / size), max(0, (luma.height - 1) / size))
    (self.columns, self.rows) = (columns, rows)
    guard columns > 0, rows > 0 else {
      cells = []
      return
    }
    var own = [Cell](repeating: Cell(), count: columns * rows)
    luma.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      for row in 0..<rows {
        for column in 0..<columns {
          own[row &* columns &+ column] = Self.cell(
            base + (row &* size &* luma.rowBytes &+ column &* size), luma.rowBytes)
        }
      }
    }
    cells = Self.summed(own, columns: columns, rows: rows)
  }

  /// A cell by itself, of every second row.
  private static func cell(_ first: UnsafePointer<UInt8>, _ rowBytes: Int) -> Cell {
    var (xx, yy, xy) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    var (sum, squares) = (SIMD8<Int32>.zero, SIMD8<Int32>.zero)
    for y in stride(from: 0, to: cellSize, by: 2) {
      let here = UnsafeRawPointer(first + y &* rowBytes)
      let samples = SIMD8<Int32>(truncatingIfNeeded: here.loadUnaligned(as: SIMD8<UInt8>.self))
      let right = SIMD8<Int32>(truncatingIfNeeded: (here + 1).loadUnaligned(as: SIMD8<UInt8>.self))
      let below = SIMD8<Int32>(truncatingIfNeeded: (here + rowBytes).loadUnaligned(as: SIMD8<UInt8>.self))
      let (dx, dy) = (right &- samples, below &- samples)
      xx &+= dx &* dx
      yy &+= dy &* dy
      xy &+= dx &* dy
      sum &+= samples
      squares &+= samples &* samples
    }
    return Cell(
      xx: Float(xx.wrappedSum()), yy: Float(yy.wrappedSum()), xy: Float(xy.wrappedSum()),
      sum: Float(sum.wrappedSum()), squares: Float(squares.wrappedSum()), count: Float(cellSize * cellSize / 2))
  }

  /// The sums over each cell and its neighbours.
  private static func summed(_ own: [Cell], columns: Int, rows: Int) -> [Cell] {
    var across = own
    for row in 0..<rows {
      for column in 0..<columns {
        let index = row * columns + column
        if column > 0 { across[index] += own[index - 1] }
        if column + 1 < columns { across[index] += own[index + 1] }
      }
    }
    var all = across
    for row in 0..<rows {
      for column in 0..<columns {
        let index = row * columns + column
        if row > 0 { all[index] += across[index - columns] }
        if row + 1 < rows { all[index] += across[index + columns] }
      }
    }
    return all
  }
}
