import Imaging
import Kernels

/// The weight of a new frame for each pixel of a matte, in 1/256, interpolated between the cells of a ``ChangeMap``.
struct BlendWeights: Sendable {
  private let cells: [Float]
  private let grid: PixelSize

  /// - Parameters:
  ///   - changes: the changes of each cell, `0...1`; 1 takes the new frame as it is.
  ///   - grid: the number of cells across and down.
  ///   - rate: the weight of a new frame where nothing changes, `0...1`.
  init(changes: [Float], grid: PixelSize, rate: Float) {
    precondition(changes.count == grid.area)
    cells = changes.map { 256 * (rate + (1 - rate) * $0) }
    self.grid = grid
  }

  /// Blends `fresh` (nil for all 0) into `plane`, whose unit is 1/256 level.
  ///
  /// - Returns: the blended plane, rounded to levels.
  func blend(_ fresh: [UInt8]?, into plane: inout [UInt16], size: PixelSize) -> [UInt8] {
    let fresh = fresh ?? []
    precondition(plane.count == size.area && (fresh.isEmpty || fresh.count == size.area))
    let columns = CellPlace.places(size.width, in: grid.width)
    let rows = CellPlace.places(size.height, in: grid.height)
    return [UInt8](unsafeUninitializedCapacity: size.area) { output, count in
      plane.withUnsafeMutableBufferPointer { plane in
        fresh.withUnsafeBufferPointer { fresh in
          // Each band writes its own rows.
          nonisolated(unsafe) let (output, plane, fresh) = (output, plane, fresh)
          RowBands(height: size.height).concurrentPerform { band in
            withUnsafeTemporaryAllocation(of: Float.self, capacity: grid.width) { line in
              withUnsafeTemporaryAllocation(of: Int32.self, capacity: size.width) { weights in
                for y in band {
                  weigh(y, rows: rows, columns: columns, line: line, weights: weights)
                  let start = y &* size.width
                  for x in 0..<size.width {
                    let target = fresh.isEmpty ? 0 : Int32(fresh[start &+ x]) &<< 8
                    let before = Int32(plane[start &+ x])
                    let after = before &+ ((target &- before) &* weights[x]) &>> 8
                    plane[start &+ x] = UInt16(truncatingIfNeeded: after)
                    output[start &+ x] = UInt8(truncatingIfNeeded: min((after &+ 128) &>> 8, 255))
                  }
                }
              }
            }
          }
        }
      }
      count = size.area
    }
  }

  /// Interpolates the weights of row `y`.
  private func weigh(
    _ y: Int, rows: [CellPlace], columns: [CellPlace], line: UnsafeMutableBufferPointer<Float>,
    weights: UnsafeMutableBufferPointer<Int32>
  ) {
    let row = rows[y]
    cells.withUnsafeBufferPointer { cells in
      for x in 0..<grid.width {
        let above = cells[row.first &* grid.width &+ x]
        line[x] = above + (cells[row.second &* grid.width &+ x] - above) * row.fraction
      }
    }
    columns.withUnsafeBufferPointer { columns in
      for x in 0..<weights.count {
        let place = columns[x]
        let left = line[place.first]
        weights[x] = Int32(left + (line[place.second] - left) * place.fraction + 0.5)
      }
    }
  }
}
