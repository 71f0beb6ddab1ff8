import CPixelKernels
import Imaging

/// A coarse grid back to pixels by a cubic of Mitchell and Netravali's family with B + 2 C = 1. With a B of 1 that is
/// the B-spline: smooth, never beyond the values of the grid. With a smaller one edges are narrower, and overshoot; 0
/// interpolates the values of the grid (Catmull and Rom).
struct SplineUpsample: RegionOperation {
  private let side: Int
  private let b: Double
  private let keepsOpaque: Bool
  /// For tap `j` and pixel `p` of a cell the weight of the cell `j - 2` further on, at `j * side + p`.
  private let weights: [Float]
  /// The same weights at `5 * p + j`.
  private let weightsOfPixel: [Float]

  init(side: Int, b: Double = 1, keepsOpaque: Bool) {
    self.side = side
    self.b = b
    self.keepsOpaque = keepsOpaque
    let weightsOfPixel = (0..<side).flatMap { pixel in
      let place = (Double(pixel) + 0.5) / Double(side) - 0.5
      return (0..<5).map { Float(SplineUpsample.basis(place - Double($0 - 2), b)) }
    }
    self.weightsOfPixel = weightsOfPixel
    weights = (0..<5).flatMap { tap in (0..<side).map { weightsOfPixel[5 * $0 + tap] } }
  }

  private static func basis(_ x: Double, _ b: Double) -> Double {
    let size = abs(x)
    let (square, cube) = (size * size, size * size * size)
    let smooth = size < 1 ? (4 - 6 * square + 3 * cube) / 6 : size < 2 ? (8 - 12 * size + 6 * square - cube) / 6 : 0
    let exact =
      size < 1 ? (2 - 5 * square + 3 * cube) / 2 : size < 2 ? (4 - 8 * size + 5 * square - cube) / 2 : 0
    return b * smooth + (1 - b) * exact
  }

  var name: String { b == 1 ? "spline x\(side)" : "cubic x\(side)" }
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

  var writesParts: Bool { true }

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
      weightsOfPixel.withUnsafeBufferPointer { weightsOfPixel in
        guard let vertical = weightsOfPixel.baseAddress else { return }
        for y in rect.minY..<rect.maxY {
          let row = cell(y)
          for plane in 0..<(keepsOpaque ? 3 : 4) {
            pk_convolve(
              line, source.pixel(plane, x: first - 2, y: row - 2), cells + 4, offsets, vertical + 5 * (y - row * side),
              5)
            let result = output.pixel(plane, x: rect.minX, y: y)
            pk_spline_cells(rect.width == cells * side ? result : pixels, line, cells, side, weights)
            if rect.width < cells * side { result.update(from: pixels + skipped, count: rect.width) }
          }
        }
      }
    }
    if keepsOpaque { output.fill(3, with: 1) }
  }
}
