import Glibc
import Imaging

/// The density of edges in the cells of a luma picture: codes have many edges of high contrast.
///
/// The measure is the structure tensor (Bigün and Granlund 1987), summed over cells of 8 by 8 pixels and then over
/// neighbouring cells.
struct TextureGrid: Sendable {
  /// Sums over a cell and its eight neighbours.
  struct Cell: Sendable {
    /// Sums of squared differences along x and y, of their product, of the samples and of their squares, and the number
    /// of samples: in one vector, so that cells are added as one.
    fileprivate(set) var sums: SIMD8<Float> = .zero

    private var xx: Float { sums[0] }
    private var yy: Float { sums[1] }
    private var xy: Float { sums[2] }
    private var count: Float { sums[5] }

    static func += (a: inout Cell, b: Cell) { a.sums += b.sums }

    /// The variance of the samples.
    var variance: Float {
      let mean = sums[3] / count
      return count > 0 ? max(0, sums[4] / count - mean * mean) : 0
    }
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

  /// - Parameter luma: the luma, of format `l8`. Cells that are cut off by its edge are left out.
  init(_ luma: PixelBuffer) {
    let size = Self.cellSize
    // A difference needs the next sample.
    let (columns, rows) = (max(0, (luma.width - 1) / size), max(0, (luma.height - 1) / size))
    (self.columns, self.rows) = (columns, rows)
    guard columns > 0, rows > 0 else {
      cells = []
      return
    }
    cells = [Cell](unsafeUninitializedCapacity: columns * rows) { cells, count in
      luma.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        // The sums along a row of cells wait for the row below.
        var (above, here) = ([Cell](repeating: Cell(), count: columns), [Cell](repeating: Cell(), count: columns))
        var below = above
        Self.sum(along: &below, from: base, luma.rowBytes)
        for row in 0..<rows {
          swap(&above, &here)
          swap(&here, &below)
          if row + 1 < rows {
            Self.sum(along: &below, from: base + (row &+ 1) &* size &* luma.rowBytes, luma.rowBytes)
          } else {
            for column in 0..<columns { below[column] = Cell() }
          }
          for column in 0..<columns {
            cells.initializeElement(
              at: row &* columns &+ column, to: Cell(sums: above[column].sums + here[column].sums + below[column].sums))
          }
        }
        count = columns * rows
      }
    }
  }

  /// Sets a row of cells to the sums over each and its neighbours to the left and right.
  private static func sum(along row: inout [Cell], from first: UnsafePointer<UInt8>, _ rowBytes: Int) {
    let columns = row.count
    row.withUnsafeMutableBufferPointer { row in
      var (left, own) = (Cell(), cell(first, rowBytes))
      for column in 0..<columns {
        let right = column &+ 1 < columns ? cell(first + (column &+ 1) &* cellSize, rowBytes) : Cell()
        row[column] = Cell(sums: left.sums + own.sums + right.sums)
        (left, own) = (own, right)
      }
    }
  }

  /// A single cell; every second row is sampled.
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
      sums: SIMD8(
        Float(xx.wrappedSum()), Float(yy.wrappedSum()), Float(xy.wrappedSum()), Float(sum.wrappedSum()),
        Float(squares.wrappedSum()), Float(cellSize * cellSize / 2), 0, 0))
  }
}
