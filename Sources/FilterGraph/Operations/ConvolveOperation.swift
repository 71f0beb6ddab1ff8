import CPixelKernels
import Imaging

/// A weighted sum of pixels at fixed offsets, on premultiplied components.
struct ConvolveOperation: RegionOperation {
  struct Tap: Sendable {
    let dx: Int
    let dy: Int
    let weight: Float
  }

  let name: String
  private let taps: [Tap]
  private let left: Int
  private let right: Int
  private let up: Int
  private let down: Int
  private let keepsOpaque: Bool

  /// - Parameters:
  ///   - taps: at least one; the output at a pixel is the sum of `weight` times the input at its place plus the offset.
  ///   - keepsOpaque: whether the input is opaque everywhere and the weights sum to 1, so that alpha stays exactly 1.
  init(_ name: String, taps: [Tap], keepsOpaque: Bool) {
    self.name = name
    self.taps = taps
    self.keepsOpaque = keepsOpaque
    left = max(0, -(taps.map(\.dx).min() ?? 0))
    right = max(0, taps.map(\.dx).max() ?? 0)
    up = max(0, -(taps.map(\.dy).min() ?? 0))
    down = max(0, taps.map(\.dy).max() ?? 0)
  }

  func extent(of inputs: [Extent]) -> Extent {
    guard let rect = inputs[0].rect, !rect.isEmpty else { return inputs[0] }
    // A pixel to the left of another reads it through a tap to the right.
    return Extent(
      PixelRect(
        x: rect.x - right, y: rect.y - down, width: rect.width + left + right, height: rect.height + up + down))
  }

  func isOpaque(_ inputs: [ImageNode]) -> Bool { keepsOpaque }

  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect {
    PixelRect(
      x: region.x - left, y: region.y - up, width: region.width + left + right, height: region.height + up + down)
  }

  func render(into output: Tile, from inputs: [Tile]) {
    let source = inputs[0]
    let rect = output.rect
    let offsets = taps.map { $0.dy * source.rect.width + $0.dx }
    let weights = taps.map(\.weight)
    // In strips narrow enough that the rows under a tall kernel stay in the first cache.
    let strip = up + down > 8 ? 128 : rect.width
    for plane in 0..<(keepsOpaque ? 3 : 4) {
      for x in stride(from: rect.minX, to: rect.maxX, by: strip) {
        for y in rect.minY..<rect.maxY {
          pk_convolve(
            output.pixel(plane, x: x, y: y), source.pixel(plane, x: x, y: y), min(strip, rect.maxX - x), offsets,
            weights, taps.count)
        }
      }
    }
    if keepsOpaque { output.plane(3).update(repeating: 1, count: output.planeCount) }
  }
}
