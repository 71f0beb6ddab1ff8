import Imaging
import Kernels

/// A pyramid of luma: a picture and its successive halves, each made when it is first requested. Used by one thread.
struct LumaPyramid {
  private(set) var levels: [PixelBuffer]

  init(_ luma: PixelBuffer) { levels = [luma] }

  var full: PixelSize { levels[0].size }

  /// The level at a half to the power of `index` of the full size.
  mutating func level(_ index: Int) throws(CodeError) -> PixelBuffer {
    while levels.count <= index {
      let last = levels[levels.count - 1]
      let half = PixelSize(width: max(1, last.width / 2), height: max(1, last.height / 2))
      do { levels.append(try last.resized(to: half, interpolation: .area)) } catch { throw .pixels(error) }
    }
    return levels[index]
  }

  /// Converts pixels of a level to pixels of the full size.
  func toFull(_ point: SIMD2<Double>, from level: PixelBuffer) -> SIMD2<Double> {
    SIMD2(
      point.x * Double(full.width) / Double(level.width), point.y * Double(full.height) / Double(level.height))
  }
}
