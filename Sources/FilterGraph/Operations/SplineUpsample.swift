import CPixelKernels
import Imaging

/// A coarse grid back to pixels by the cubic B-spline: smooth, never beyond the values of the grid.
struct SplineUpsample: RegionOperation {
  private let side: Int
  private let keepsOpaque: Bool
  /// For tap `j` and pixel `p` of a cell the weight of the cell `j - 2` further on, at `j * side + p`.
  private let weights: [Float]

  init(side: Int, keepsOpaque: Bool) {
    self.side = side
    self.keepsOpaque = keepsOpaque
    var weights = [Float](repeating: 0, count: 5 * side)
    for pixel in 0..<side {
      let place = (Double(pixel) + 0.5) / Double(side) - 0.5
      for tap in 0..<5 { weights[tap * side + pixel] = Float(SplineUpsample.basis(place - Double(tap - 2))) }
    }
    self.weights = weights
  }

  private static func basis(_ x: Double) -> Double {
    let size = abs(x)
    if size < 1 { return (4 - 6 * size * size + 3 * size * size * size) / 6 }
    if size < 2 { return (2 - size) * (2 - size) * (2 - size) / 6 }
    return 0
  }

  var name: String { "spline x\(side)" }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { keepsOpaque }

  func extent(of inputs: [Extent]) -> Extent {
    guard let rect = inputs[0].rect, !rect.isEmpty else { return inputs[0] }
    let grown = rect.outset(by: 2)
    return Extent(
      PixelRect(x: grown.x * side, y: grown.y * side, width: grown.width * side, height: grown.height * side))
  }

  private func cell(_ value: Int) -> Int { value >= 0 ? value / side : -((side - 1 - value) / side) }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    let left = cell(region.minX)
    let top = cell(region.minY)
    return PixelRect(
      x: left, y: top, width: cell(region.maxX - 1) - left + 1, height: cell(region.maxY - 1) - top + 1
    ).outset(by: 2)
  }

  func render(into output: Tile, from inputs: [Tile]) {
    let source = inputs[0]
    let rect = output.rect
    let first = cell(rect.minX)
    let cells = cell(rect.maxX - 1) - first + 1
    let skipped = rect.minX - first * side
    withUnsafeTemporaryAllocation(of: Float.self, capacity: cells + 4 + cells * side) { scratch in
      guard let line = scratch.baseAddress else { return }
      let pixels = line + (cells + 4)
      let offsets = (0..<5).map { $0 * source.rect.width }
      for y in rect.minY..<rect.maxY {
        let row = cell(y)
        let vertical = (0..<5).map { weights[$0 * side + (y - row * side)] }
        for plane in 0..<(keepsOpaque ? 3 : 4) {
          pk_convolve(line, source.pixel(plane, x: first - 2, y: row - 2), cells + 4, offsets, vertical, 5)
          pk_spline_cells(pixels, line, cells, side, weights)
          output.pixel(plane, x: rect.minX, y: y).update(from: pixels + skipped, count: rect.width)
        }
      }
    }
    if keepsOpaque { output.plane(3).update(repeating: 1, count: output.planeCount) }
  }
}
