import COpenCV
import Imaging

/// The connected components of a plane that are large enough.
package enum ConnectedComponents {
  /// The degree, `0...1`, to which each pixel is in or near a large connected component of a plane.
  ///
  /// - Parameters:
  ///   - plane: samples of `0...1`, `size.area` of them.
  ///   - threshold: the threshold of components (8 neighbours).
  ///   - smallestFraction: the minimum size of a component, as a fraction of the largest one's area.
  ///   - points: pixels whose component counts whatever its size.
  ///   - margin: the reach beyond a component, in pixels; beyond it the value falls off over twice as many. At least 1.
  package static func marks(
    of plane: ArraySlice<Float>, size: PixelSize, threshold: Float, smallestFraction: Float,
    holding points: [(x: Int, y: Int)], margin: Int
  ) throws(KernelError) -> [Float] {
    precondition(plane.count == size.area && margin >= 1)
    let inside = points.filter { (0..<size.width).contains($0.x) && (0..<size.height).contains($0.y) }
    let coordinates = inside.flatMap { [Int32($0.x), Int32($0.y)] }
    var marks = [Float](repeating: 0, count: size.area)
    try KernelError.check("connected components") { message, capacity in
      plane.withUnsafeBufferPointer { plane in
        mk_mark_components(
          plane.baseAddress, Int32(size.width), Int32(size.height), threshold, smallestFraction, coordinates,
          Int32(inside.count), Int32(margin), &marks, message, capacity)
      }
    }
    return marks
  }
}
