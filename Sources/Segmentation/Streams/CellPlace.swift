/// The two cells of a row or column of a grid that a sample lies between, for linear interpolation.
struct CellPlace: Sendable {
  let first: Int
  let second: Int
  /// The sample's position from the first cell (0) to the second (1).
  let fraction: Float

  /// The places of samples spread evenly over a part of the grid. Outside the outermost cells' middles the outermost
  /// cell counts alone.
  ///
  /// - Parameters:
  ///   - count: how many samples there are.
  ///   - start: where the part begins, as a fraction of the grid.
  ///   - length: the length of the part, as a fraction of the grid.
  ///   - cells: how many the grid has; at least one.
  static func places(_ count: Int, from start: Double = 0, length: Double = 1, in cells: Int) -> [CellPlace] {
    (0..<count).map { index in
      let position = (start + (Double(index) + 0.5) / Double(count) * length) * Double(cells) - 0.5
      let inside = min(max(position, 0), Double(cells - 1))
      let first = Int(inside)
      return CellPlace(first: first, second: min(first + 1, cells - 1), fraction: Float(inside - Double(first)))
    }
  }
}
