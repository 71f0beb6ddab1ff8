import COpenCV
import Imaging

/// The colour guided filter (He, Sun, Tang, "Guided Image Filtering", 2010), fitted on a small picture and applied to a
/// large one (He, Sun, "Fast Guided Filter", 2015): soft planes follow the edges of the picture that they lie on.
public struct GuidedFilter: Sendable {
  private let model: [Float]
  private let size: PixelSize
  private let planeCount: Int

  /// Fits the planes to a picture of the same size.
  ///
  /// - Parameters:
  ///   - planes: one to four planes of `0...1`.
  ///   - guide: the picture, of format `rgba8`, of the planes' size.
  ///   - radius: of the window that a linear model holds for, in pixels of `guide`; at least 1.
  ///   - epsilon: the variance (of values in `0...1`) below which the guide counts as flat; above 0.
  public init(
    fitting planes: PlanarBuffer<Float>, to guide: PixelBuffer, radius: Int, epsilon: Float
  ) throws(KernelError) {
    precondition(guide.format == .rgba8 && guide.size == planes.size && radius >= 1 && epsilon > 0)
    precondition((1...Int(MK_GUIDED_PLANES)).contains(planes.planeCount))
    size = guide.size
    planeCount = planes.planeCount
    var model = [Float](repeating: 0, count: planes.size.area * Int(MK_GUIDED_MODEL))
    try KernelError.check("guided filter") { message, capacity in
      guide.withUnsafeBytes { bytes in
        mk_guided_fit(
          bytes.bindMemory(to: UInt8.self).baseAddress, guide.rowBytes, planes.samples, Int32(planes.planeCount),
          Int32(guide.width), Int32(guide.height), Int32(radius), epsilon, &model, message, capacity)
      }
    }
    self.model = model
  }

  /// The planes at the size of a larger (or equal) version of the guide, as bytes of `0...255`, on all cores.
  public func applied(to guide: PixelBuffer) -> PlanarBuffer<UInt8> {
    precondition(guide.format == .rgba8)
    var planes = PlanarBuffer<UInt8>(repeating: 0, size: guide.size, planeCount: planeCount)
    guide.withUnsafeBytes { bytes in
      planes.samples.withUnsafeMutableBufferPointer { samples in
        // Bands write rows of their own.
        nonisolated(unsafe) let output = samples.baseAddress
        nonisolated(unsafe) let pixels = bytes.bindMemory(to: UInt8.self).baseAddress
        RowBands(height: guide.height).concurrentPerform { rows in
          withUnsafeTemporaryAllocation(of: Float.self, capacity: size.width * Int(MK_GUIDED_MODEL)) { scratch in
            mk_guided_apply(
              model, Int32(size.width), Int32(size.height), pixels, guide.rowBytes, Int32(guide.width),
              Int32(guide.height), output, Int32(planeCount), Int32(rows.lowerBound), Int32(rows.upperBound),
              scratch.baseAddress)
          }
        }
      }
    }
    return planes
  }
}
