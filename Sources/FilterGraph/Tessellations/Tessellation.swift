import Imaging

/// The plane divided into cells that lie on a lattice.
protocol Tessellation: Sendable {
  /// The cell that a pixel's centre lies in.
  func cell(x: Int, y: Int) -> SIMD2<Int>
  /// Pixels among which all of a cell are.
  func bounds(of cell: SIMD2<Int>) -> PixelRect
  /// Cells among which are all that the pixels of a rectangle lie in.
  func cells(of rect: PixelRect) -> PixelRect
}

extension Image {
  /// This image with each cell in the mean colour of its pixels.
  ///
  /// - Parameter cell: the size of a cell in pixels; at most 1 leaves the image as it is.
  func tessellated(by tessellation: some Tessellation, cell: Double) -> Image {
    guard cell > 1, !extent.isEmpty else { return self }
    let means = Image(CellMeans(tessellation: tessellation, source: extent), self).materialized()
    return Image(CellFill(tessellation: tessellation, extent: extent, isOpaque: isOpaque), means)
  }
}

/// A picture with a pixel for every cell: the mean of its pixels.
struct CellMeans<Cells: Tessellation>: RegionOperation {
  let tessellation: Cells
  let source: Extent

  var name: String { "cellMeans" }
  func extent(of inputs: [Extent]) -> Extent { source.rect.map { Extent(tessellation.cells(of: $0)) } ?? .infinite }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    let corners = [
      SIMD2(region.minX, region.minY), SIMD2(region.maxX - 1, region.minY), SIMD2(region.minX, region.maxY - 1),
      SIMD2(region.maxX - 1, region.maxY - 1), SIMD2(region.minX, min(region.minY + 1, region.maxY - 1)),
      SIMD2(region.maxX - 1, min(region.minY + 1, region.maxY - 1)),
    ]
    let all = corners.map { tessellation.bounds(of: $0) }.reduce(PixelRect.empty) { $0.union($1) }
    let part = source.intersection(all)
    return part.isEmpty ? PixelRect(x: all.x, y: all.y, width: 1, height: 1) : part
  }

  func render(into output: Tile, from inputs: [Tile]) {
    let tile = inputs[0]
    for line in output.rect.minY..<output.rect.maxY {
      for column in output.rect.minX..<output.rect.maxX {
        let cell = SIMD2(column, line)
        let bounds = source.intersection(tessellation.bounds(of: cell))
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

/// Every pixel in the colour of its cell.
struct CellFill<Cells: Tessellation>: RegionOperation {
  let tessellation: Cells
  let extent: Extent
  let isOpaque: Bool

  var name: String { "cells" }
  func extent(of inputs: [Extent]) -> Extent { extent }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { isOpaque }
  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect { tessellation.cells(of: region) }

  func render(into output: Tile, from inputs: [Tile]) {
    for y in output.rect.minY..<output.rect.maxY {
      let row = output.row(y: y, from: output.rect.minX, count: output.rect.width)
      for i in 0..<row.count {
        let cell = tessellation.cell(x: output.rect.minX &+ i, y: y)
        let color = inputs[0].color(x: cell.x, y: cell.y)
        row.red[i] = color.x
        row.green[i] = color.y
        row.blue[i] = color.z
        row.alpha[i] = isOpaque ? 1 : color.w
      }
    }
  }
}
