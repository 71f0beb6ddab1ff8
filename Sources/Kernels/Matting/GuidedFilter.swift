import CMatting
import Imaging

/// The colour guided filter (He, Sun, Tang, "Guided Image Filtering", 2010), fitted on a small picture to be applied to
/// a large one (He, Sun, "Fast Guided Filter", 2015).
package enum GuidedFilter {
  /// Fits planes to a picture of the same size.
  ///
  /// - Parameters:
  ///   - planes: one to four planes of `0...1`.
  ///   - guide: the picture, of format `rgba8`, of the planes' size.
  ///   - radius: the radius of the window of a linear model, in pixels of `guide`; at least 1.
  ///   - epsilon: the variance (of values in `0...1`) below which the guide counts as flat; above 0.
  package static func model(
    of planes: PlanarBuffer<Float>, guide: PixelBuffer, radius: Int, epsilon: Float
  ) throws(KernelError) -> LinearModel {
    precondition(guide.format == .rgba8 && guide.size == planes.size && radius >= 1 && epsilon > 0)
    precondition((1...LinearModel.maximumPlaneCount).contains(planes.planeCount))
    return try LinearModel(size: guide.size, planeCount: planes.planeCount) { model throws(KernelError) in
      // Strips write columns of their own.
      nonisolated(unsafe) let model = model
      let count = (guide.width + stripWidth - 1) / stripWidth
      let failures = concurrentMap(count) { index -> KernelError? in
        let columns = index * stripWidth..<min(guide.width, (index + 1) * stripWidth)
        do throws(KernelError) {
          try fit(model, columns: columns, of: planes, guide: guide, radius: radius, epsilon: epsilon)
          return nil
        } catch {
          return error
        }
      }
      if let failure = failures.lazy.compactMap(\.self).first { throw failure }
    }
  }

  /// Columns that are fitted together: the inputs of their means stay in a core's own cache.
  private static let stripWidth = 96

  private static func fit(
    _ model: UnsafeMutablePointer<Float>, columns: Range<Int>, of planes: PlanarBuffer<Float>, guide: PixelBuffer,
    radius: Int, epsilon: Float
  ) throws(KernelError) {
    try KernelError.check("guided filter") { message, capacity in
      guide.withUnsafeBytes { bytes in
        matting_guided_fit(
          bytes.bindMemory(to: UInt8.self).baseAddress, guide.rowBytes, planes.samples, Int32(planes.planeCount),
          Int32(guide.width), Int32(guide.height), Int32(radius), epsilon, Int32(columns.lowerBound),
          Int32(columns.upperBound), model, message, capacity)
      }
    }
  }
}
