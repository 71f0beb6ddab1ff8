import Imaging

/// One level of ``ForegroundEstimation``: the picture and its matte at some size.
struct ForegroundLevel: Sendable {
  let picture: PixelBuffer
  let matte: PixelBuffer

  /// The previous level, enlarged to this size by nearest neighbours; where the matte is `settled` it is the picture.
  func start(from coarse: ColorLevel, settled: UInt8?) -> ColorLevel {
    let size = picture.size
    var colors = [SIMD4<UInt16>](repeating: .zero, count: size.area)
    colors.withUnsafeMutableBufferPointer { colors in
      // Bands of rows of their own.
      nonisolated(unsafe) let colors = colors
      RowBands(height: size.height).concurrentPerform { rows in
        for y in rows {
          let source = y &* coarse.size.height / size.height &* coarse.size.width
          for x in 0..<size.width {
            let index = y &* size.width &+ x
            colors[index] =
              matte.bytes[y &* matte.rowBytes &+ x] == settled
              ? ColorLevel.packed(color(x, y)) : coarse.colors[source &+ x &* coarse.size.width / size.width]
          }
        }
      }
    }
    return ColorLevel(size: size, colors: colors)
  }

  @inline(__always) private func color(_ x: Int, _ y: Int) -> SIMD4<Float> {
    let start = y &* picture.rowBytes &+ 4 &* x
    return SIMD4(
      Float(picture.bytes[start]), Float(picture.bytes[start &+ 1]), Float(picture.bytes[start &+ 2]), 255)
      * (1 / 255)
  }

  /// Solves the colours of every second pixel from those of its neighbours.
  ///
  /// - Parameters:
  ///   - color: the colour of the checkerboard's fields that are solved, 0 or 1.
  ///   - settles: whether pixels entirely on one side, with all of their neighbours, are skipped.
  func sweep(
    _ foreground: inout ColorLevel, _ background: inout ColorLevel, regularization: Float, gradientWeight: Float,
    color: Int, settles: Bool
  ) {
    let size = picture.size
    foreground.colors.withUnsafeMutableBufferPointer { foreground in
      background.colors.withUnsafeMutableBufferPointer { background in
        matte.bytes.withUnsafeBufferPointer { alphas in
          // Fields of one colour are written, those of the other read.
          nonisolated(unsafe) let equations = Equations(
            foreground: foreground, background: background, alphas: alphas, regularization: regularization,
            gradientWeight: gradientWeight)
          RowBands(height: size.height).concurrentPerform { rows in
            for y in rows {
              let (above, below) = (max(y &- 1, 0), min(y &+ 1, size.height &- 1))
              for x in stride(from: (y &+ color) & 1, to: size.width, by: 2) {
                let (left, right) = (max(x &- 1, 0), min(x &+ 1, size.width &- 1))
                let neighbours = (
                  y &* size.width &+ left, y &* size.width &+ right, above &* size.width &+ x, below &* size.width &+ x
                )
                let index = y &* size.width &+ x
                if settles, equations.isSettled(index, neighbours) { continue }
                equations.solve(index, neighbours, pixel: self.color(x, y))
              }
            }
          }
        }
      }
    }
  }

  /// The equations for the colours of a pixel, given those of its four neighbours.
  private struct Equations {
    typealias Neighbours = (Int, Int, Int, Int)

    let foreground: UnsafeMutableBufferPointer<SIMD4<UInt16>>
    let background: UnsafeMutableBufferPointer<SIMD4<UInt16>>
    let alphas: UnsafeBufferPointer<UInt8>
    let regularization: Float
    let gradientWeight: Float

    /// Whether a pixel and its neighbours are entirely on the same side.
    @inline(__always) func isSettled(_ index: Int, _ neighbours: Neighbours) -> Bool {
      let own = alphas[index]
      return (own == 0 || own == 255) && alphas[neighbours.0] == own && alphas[neighbours.1] == own
        && alphas[neighbours.2] == own && alphas[neighbours.3] == own
    }

    @inline(__always) func solve(_ index: Int, _ neighbours: Neighbours, pixel: SIMD4<Float>) {
      let a = Float(alphas[index]) * (1 / 255)
      var weight: Float = 0
      var front = SIMD4<Float>.zero
      var back = SIMD4<Float>.zero
      func add(_ neighbour: Int) {
        let step = abs(a - Float(alphas[neighbour]) * (1 / 255))
        let fraction = regularization + gradientWeight * step
        weight += fraction
        front += fraction * ColorLevel.unpacked(foreground[neighbour])
        back += fraction * ColorLevel.unpacked(background[neighbour])
      }
      add(neighbours.0)
      add(neighbours.1)
      add(neighbours.2)
      add(neighbours.3)
      front += a * pixel
      back += (1 - a) * pixel
      // Two equations for each component: [a² + w, a(1 - a); a(1 - a), (1 - a)² + w].
      let (aa, ab, bb) = (a * a + weight, a * (1 - a), (1 - a) * (1 - a) + weight)
      let scale = 1 / (aa * bb - ab * ab)
      let solved = (front: (bb * front - ab * back) * scale, back: (aa * back - ab * front) * scale)
      foreground[index] = ColorLevel.packed(solved.front.clamped(lowerBound: .zero, upperBound: .one))
      background[index] = ColorLevel.packed(solved.back.clamped(lowerBound: .zero, upperBound: .one))
    }
  }
}
