import CPixelKernels
import Imaging

/// A convolution of premultiplied components with a kernel of few runs: a disc.
struct CenteredRunConvolution: RegionOperation {
  let name: String
  private let kernel: CenteredRuns
  private let keepsOpaque: Bool
  private let isAlphaRead: Bool

  /// - Parameters:
  ///   - keepsOpaque: whether the input is opaque everywhere, so that alpha is exactly 1.
  ///   - isAlphaRead: whether an alpha of 1 is written.
  init(_ name: String, _ kernel: CenteredRuns, keepsOpaque: Bool, isAlphaRead: Bool = true) {
    self.isAlphaRead = isAlphaRead
    self.name = name
    self.kernel = kernel
    self.keepsOpaque = keepsOpaque
  }

  func extent(of inputs: [Extent]) -> Extent {
    guard let rect = inputs[0].rect, !rect.isEmpty else { return inputs[0] }
    return Extent(rect.outset(by: kernel.reach))
  }

  var verticalReach: Int { kernel.reach }

  func isOpaque(_ inputs: [ImageNode]) -> Bool { keepsOpaque }
  func regionOfInterest(for region: PixelRect, input: Int) -> PixelRect { region.outset(by: kernel.reach) }

  var writesParts: Bool { true }

  func render(into output: Tile, from inputs: [Tile]) {
    let source = inputs[0]
    let rect = output.rect
    let reach = kernel.reach
    withUnsafeTemporaryAllocation(byteCount: 4 * 128 * (reach + 1), alignment: 64) { memory in
      guard let scratch = memory.bindMemory(to: Float.self).baseAddress else { return }
      for plane in 0..<(keepsOpaque ? 3 : 4) {
        pk_centered_runs(
          output.plane(plane), output.rowLength, source.pixel(plane, x: rect.minX - reach, y: rect.minY - reach),
          source.rect.width, rect.width, rect.height, reach, reach, kernel.firsts, kernel.places, kernel.weights,
          scratch)
      }
    }
    if keepsOpaque, isAlphaRead { output.fill(3, with: 1) }
  }
}
