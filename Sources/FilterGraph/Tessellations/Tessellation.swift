import Imaging

/// The plane divided into cells that lie on a lattice.
protocol Tessellation: Sendable {
  /// The cell that contains a pixel's centre.
  func cell(x: Int, y: Int) -> SIMD2<Int>
  /// A rectangle that contains all pixels of a cell; it moves with the cell.
  func bounds(of cell: SIMD2<Int>) -> PixelRect
  /// A rectangle about a cell's pixels alone.
  func closeBounds(of cell: SIMD2<Int>) -> PixelRect
  /// A range that contains the cells of all pixels of a rectangle.
  func cells(of rect: PixelRect) -> PixelRect
}

extension Tessellation {
  func closeBounds(of cell: SIMD2<Int>) -> PixelRect { bounds(of: cell) }
}

extension Image {
  /// This image with each cell in the mean colour of its pixels.
  ///
  /// - Parameter cell: the size of a cell in pixels; at most 1 leaves the image as it is.
  func tessellated(by tessellation: some Tessellation, cell: Double) -> Image {
    guard cell > 1, !extent.isEmpty else { return self }
    let means = Image(CellMeans(tessellation: tessellation, source: extent), self).insertingIntermediate()
    return Image(CellFill(tessellation: tessellation, extent: extent, isOpaque: isOpaque), means)
  }
}
