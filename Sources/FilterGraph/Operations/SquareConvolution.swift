import CPixelKernels
import Imaging

/// A separable convolution with the same weights down and across, on premultiplied components.
struct SquareConvolution: RegionOperation {
  let name: String
  /// An odd number of them, summing to 1; the middle one is the pixel's own.
  private let weights: [Float]
  private let keepsOpaque: Bool
  private let isAlphaRead: Bool

  /// - Parameters:
  ///   - keepsOpaque: whether the input is opaque everywhere, so that alpha is exactly 1.
  ///   - isAlphaRead: whether an alpha of 1 is written.
  init(_ name: String, weights: [Float], keepsOpaque: Bool, isAlphaRead: Bool = true) {
    self.isAlphaRead = isAlphaRead
    self.name = name
    self.weights = weights
    self.keepsOpaque = keepsOpaque
  }

  private var reach: Int { weights.count / 2 }

  func extent(of inputs: [Extent]) -> Extent {
    guard let rect = inputs[0].rect, !rect.isEmpty else { return inputs[0] }
    return Extent(rect.outset(by: reach))
  }

  func isOpaque(_ inputs: [ImageNode]) -> Bool { keepsOpaque }
  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect { region.outset(by: reach) }

  var writesParts: Bool { true }

  func render(into output: Tile, from inputs: [Tile]) {
    let source = inputs[0]
    let rect = output.rect
    let count = 16 * (rect.width + weights.count)
    withUnsafeTemporaryAllocation(byteCount: 4 * count, alignment: 64) { memory in
      guard let scratch = memory.bindMemory(to: Float.self).baseAddress else { return }
      for plane in 0..<(keepsOpaque ? 3 : 4) {
        pk_convolve_square(
          output.plane(plane), output.rowLength, source.pixel(plane, x: rect.minX - reach, y: rect.minY - reach),
          source.rect.width, rect.width, rect.height, weights, weights.count, scratch)
      }
    }
    if keepsOpaque, isAlphaRead { output.fill(3, with: 1) }
  }
}
