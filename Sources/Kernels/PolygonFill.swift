import COpenCV
import Imaging

extension PixelBuffer {
  /// Fills a polygon with one value, its edge anti-aliased.
  ///
  /// - Parameters:
  ///   - corners: in order round it, in pixels; (0, 0) is the top left corner of the first pixel.
  /// - Precondition: the buffer is of format `l8` and its rows are without padding.
  package mutating func fill(polygon corners: [SIMD2<Float>], with value: UInt8) throws(KernelError) {
    precondition(format == .l8 && rowBytes == width)
    guard corners.count >= 3 else { return }
    let coordinates = corners.flatMap { [$0.x, $0.y] }
    guard coordinates.allSatisfy(\.isFinite) else { return }
    let size = size
    try withUnsafeMutableBytes { (bytes) throws(KernelError) in
      try KernelError.check("polygon fill") { message, capacity in
        mk_fill_polygon(
          bytes.bindMemory(to: UInt8.self).baseAddress, Int32(size.width), Int32(size.height), coordinates,
          Int32(corners.count), value, message, capacity)
      }
    }
  }
}
