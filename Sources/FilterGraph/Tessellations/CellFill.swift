import Imaging

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
