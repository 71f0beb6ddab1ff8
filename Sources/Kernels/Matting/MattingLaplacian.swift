import CMatting
import Dispatch
import Imaging

/// Natural image matting in closed form (Levin, Lischinski, Weiss, "A Closed-Form Solution to Natural Image Matting",
/// 2008): within every window of 3x3 pixels alpha is nearly a linear function of colour.
///
/// The system is not stored as a matrix, and is solved by conjugate gradients only where values are unknown, block by
/// block, on all cores. A block includes a margin round the pixels that it solves, whose rim is fixed. So the initial
/// estimate must be right at a coarse scale, and the solution adds the detail.
package struct MattingLaplacian: Sendable {
  /// The variance (of values in `0...1`) below which a window counts as flat: noise and compression artefacts.
  package var epsilon: Float
  /// Maximum number of iterations of the conjugate gradients.
  package var iterations: Int

  package init(epsilon: Float = 1e-4, iterations: Int = 20) {
    self.epsilon = epsilon
    self.iterations = iterations
  }

  /// The value that represents a weight of 1 in ``refine(_:weights:guide:)``.
  package static let unitWeight = 128

  /// The side of the square that a block solves, and the width of the margin round it, in pixels.
  private static let core = 96
  private static let margin = 24

  /// Refines a plane so that it follows the colours of a picture.
  ///
  /// - Parameters:
  ///   - plane: values of `0...255`, of the picture's size; initial estimate and result. Concurrent calls need planes
  ///     of their own.
  ///   - weights: the weights, of the plane's size. 0: the value is known and fixed. Otherwise the weight of the
  ///     initial estimate against the colours, in 1/``unitWeight``: 1/20 of the unit follows colours, twice the unit
  ///     smooths a little.
  ///   - guide: the picture, of format `rgba8`.
  package func refine(_ plane: UnsafeMutableBufferPointer<UInt8>, weights: [UInt8], guide: PixelBuffer) {
    let size = guide.size
    precondition(guide.format == .rgba8 && plane.count == size.area && weights.count == size.area)
    guard size.width >= 3, size.height >= 3, let base = plane.baseAddress else { return }
    let blocks = Self.blocks(of: weights, size: size)
    guard !blocks.isEmpty else { return }
    let before = Array(plane)
    // Blocks write their own pixels, and read the copy.
    nonisolated(unsafe) let result = base
    guide.withUnsafeBytes { pixels in
      nonisolated(unsafe) let pixels = pixels
      DispatchQueue.concurrentPerform(iterations: blocks.count) { index in
        solve(blocks[index], of: before, weights: weights, pixels: pixels, rowBytes: guide.rowBytes, size, to: result)
      }
    }
  }

  /// The blocks of a picture that contain unknown values.
  private static func blocks(of weights: [UInt8], size: PixelSize) -> [PixelRect] {
    var blocks: [PixelRect] = []
    for y in stride(from: 0, to: size.height, by: core) {
      for x in stride(from: 0, to: size.width, by: core) {
        let rect = PixelRect(
          x: x, y: y, width: min(core, size.width - x), height: min(core, size.height - y))
        let isSought = (rect.minY..<rect.maxY).contains { row in
          let start = row * size.width + rect.minX
          return weights[start..<start + rect.width].contains { $0 > 0 }
        }
        if isSought { blocks.append(rect) }
      }
    }
    return blocks
  }

  private func solve(
    _ block: PixelRect, of plane: [UInt8], weights: [UInt8], pixels: UnsafeRawBufferPointer, rowBytes: Int,
    _ size: PixelSize, to result: UnsafeMutablePointer<UInt8>
  ) {
    let window = PixelRect(
      x: block.x - Self.margin, y: block.y - Self.margin, width: block.width + 2 * Self.margin,
      height: block.height + 2 * Self.margin
    ).intersection(PixelRect(size))
    let area = window.size.area
    withUnsafeTemporaryAllocation(of: Float.self, capacity: area * (5 + Int(MATTING_BLOCK_SCRATCH))) { memory in
      guard let guide = memory.baseAddress else { return }
      let alpha = guide + 3 * area
      let weight = alpha + area
      for y in 0..<window.height {
        let isRim =
          (y == 0 && window.minY > 0) || (y == window.height - 1 && window.maxY < size.height)
        for x in 0..<window.width {
          let index = y &* window.width &+ x
          let place = (window.y &+ y) &* size.width &+ window.x &+ x
          let pixel = (window.y &+ y) &* rowBytes &+ 4 &* (window.x &+ x)
          for component in 0..<3 {
            guide[component &* area &+ index] = Float(pixels[pixel &+ component]) * (1 / 255)
          }
          alpha[index] = Float(plane[place]) * (1 / 255)
          let isGiven = isRim || weights[place] == 0
          weight[index] = isGiven ? -1 : Float(weights[place]) * (1 / Float(Self.unitWeight))
        }
        if window.minX > 0 { weight[y &* window.width] = -1 }
        if window.maxX < size.width { weight[y &* window.width &+ window.width &- 1] = -1 }
      }
      _ = matting_laplacian_solve(
        guide, alpha, weight, window.width, window.height, epsilon, Int32(clamping: iterations), 1e-3, weight + area)
      for y in block.minY..<block.maxY {
        for x in block.minX..<block.maxX where weights[y &* size.width &+ x] > 0 {
          let value = alpha[(y &- window.y) &* window.width &+ x &- window.x]
          result[y &* size.width &+ x] = value > 0 ? UInt8(min(value, 1) * 255 + 0.5) : 0
        }
      }
    }
  }
}
