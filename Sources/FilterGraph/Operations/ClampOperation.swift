import Imaging

/// The pixels of a rectangle, those at its edge repeated outwards infinitely.
struct ClampOperation: RegionOperation {
  let rect: PixelRect

  var name: String { "clampToExtent" }
  func extent(of inputs: [Extent]) -> Extent { .infinite }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { inputs[0].isOpaque }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    let left = min(max(region.minX, rect.minX), rect.maxX - 1)
    let right = min(max(region.maxX - 1, rect.minX), rect.maxX - 1)
    let top = min(max(region.minY, rect.minY), rect.maxY - 1)
    let bottom = min(max(region.maxY - 1, rect.minY), rect.maxY - 1)
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  func passesOn(_ region: PixelRect) -> Bool { rect.contains(region) }

  func render(into output: Tile, from inputs: [Tile]) {
    let source = inputs[0]
    // The columns left of, inside and right of the rectangle.
    let left = min(max(rect.minX - output.rect.minX, 0), output.rect.width)
    let right = min(max(output.rect.maxX - rect.maxX, 0), output.rect.width)
    let center = max(0, output.rect.width - left - right)
    for plane in 0..<4 {
      for y in output.rect.minY..<output.rect.maxY {
        let line = min(max(y, rect.minY), rect.maxY - 1)
        let target = output.pixel(plane, x: output.rect.minX, y: y)
        if left > 0 { target.update(repeating: source.pixel(plane, x: rect.minX, y: line).pointee, count: left) }
        if center > 0 {
          (target + left).update(from: source.pixel(plane, x: output.rect.minX + left, y: line), count: center)
        }
        if right > 0 {
          let value = source.pixel(plane, x: rect.maxX - 1, y: line).pointee
          (target + left + center).update(repeating: value, count: right)
        }
      }
    }
  }
}
