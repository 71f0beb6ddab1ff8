import Imaging

/// A picture with a pixel for every cell: the mean of its pixels.
struct CellMeans<Cells: Tessellation>: RegionOperation {
  let tessellation: Cells
  let source: Extent

  var name: String { "cellMeans" }
  func extent(of inputs: [Extent]) -> Extent { source.rect.map { Extent(tessellation.cells(of: $0)) } ?? .infinite }

  /// The number of cells up to which each is measured: a large one has many pixels.
  private static var fewCells: Int { 64 }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    let all = bounds(of: region)
    let part = source.intersection(all)
    return part.isEmpty ? PixelRect(x: all.x, y: all.y, width: 1, height: 1) : part
  }

  /// A rectangle that contains the pixels of all cells of a region.
  private func bounds(of region: PixelRect) -> PixelRect {
    if region.width * region.height <= Self.fewCells {
      return (region.minY..<region.maxY).reduce(PixelRect.empty) { all, line in
        (region.minX..<region.maxX).reduce(all) { $0.union(tessellation.closeBounds(of: SIMD2($1, line))) }
      }
    }
    let corners = [
      SIMD2(region.minX, region.minY), SIMD2(region.maxX - 1, region.minY), SIMD2(region.minX, region.maxY - 1),
      SIMD2(region.maxX - 1, region.maxY - 1), SIMD2(region.minX, min(region.minY + 1, region.maxY - 1)),
      SIMD2(region.maxX - 1, min(region.minY + 1, region.maxY - 1)),
    ]
    return corners.map { tessellation.bounds(of: $0) }.reduce(PixelRect.empty) { $0.union($1) }
  }

  func render(into output: Tile, from inputs: [Tile]) {
    let tile = inputs[0]
    for line in output.rect.minY..<output.rect.maxY {
      for column in output.rect.minX..<output.rect.maxX {
        let cell = SIMD2(column, line)
        let bounds = source.intersection(tessellation.closeBounds(of: cell))
        var sum = SIMD4<Double>()
        var count = 0.0
        for y in bounds.minY..<max(bounds.maxY, bounds.minY) {
          for x in bounds.minX..<max(bounds.maxX, bounds.minX) where tessellation.cell(x: x, y: y) == cell {
            sum += SIMD4<Double>(tile.color(x: x, y: y))
            count += 1
          }
        }
        let mean = count > 0 ? SIMD4<Float>(sum / count) : SIMD4<Float>()
        for plane in 0..<4 { output.pixel(plane, x: column, y: line).pointee = mean[plane] }
      }
    }
  }
}
