import CPixelKernels
import Imaging

/// A picture of the means of square blocks, whose grid starts at the origin: the coarse grid of large blurs.
struct BlockAverage: RegionOperation {
  let side: Int

  var name: String { "average \(side)x\(side)" }

  func extent(of inputs: [Extent]) -> Extent {
    guard let rect = inputs[0].rect else { return .infinite }
    if rect.isEmpty { return .empty }
    let left = floored(rect.minX)
    let top = floored(rect.minY)
    return Extent(
      PixelRect(x: left, y: top, width: floored(rect.maxX - 1) + 1 - left, height: floored(rect.maxY - 1) + 1 - top))
  }

  private func floored(_ value: Int) -> Int { value >= 0 ? value / side : -((side - 1 - value) / side) }

  func isOpaque(_ inputs: [ImageNode]) -> Bool { false }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    PixelRect(x: region.x * side, y: region.y * side, width: region.width * side, height: region.height * side)
  }

  func render(into output: Tile, from inputs: [Tile]) {
    let source = inputs[0]
    let rect = output.rect
    let factor = 1 / Float(side * side)
    let width = rect.width * side
    withUnsafeTemporaryAllocation(of: Float.self, capacity: width) { sums in
      guard let sums = sums.baseAddress else { return }
      for plane in 0..<4 {
        for y in rect.minY..<rect.maxY {
          sums.update(from: source.pixel(plane, x: rect.minX * side, y: y * side), count: width)
          for line in 1..<max(side, 2) where line < side {
            pk_add(sums, source.pixel(plane, x: rect.minX * side, y: y * side + line), width)
          }
          pk_sum_blocks(output.pixel(plane, x: rect.minX, y: y), sums, rect.width, side, factor)
        }
      }
    }
  }
}
