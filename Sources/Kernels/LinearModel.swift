import COpenCV
import Imaging

/// For each pixel of a small picture, planes as linear functions of red, green and blue: what can be learnt from a small
/// picture and applied to a large one, so that soft planes follow the large picture's own edges.
public struct LinearModel: Sendable {
  /// The most planes that one model holds.
  public static let maximumPlaneCount = Int(MK_MODEL_PLANES)

  private let coefficients: [Float]
  private let size: PixelSize
  private let planeCount: Int

  /// A model that a C function writes.
  init(
    size: PixelSize, planeCount: Int, algorithm: String,
    fitting fit: (_ model: UnsafeMutablePointer<Float>, _ message: UnsafeMutablePointer<CChar>, _ capacity: Int) ->
      Int32
  ) throws(KernelError) {
    self.size = size
    self.planeCount = planeCount
    var coefficients = [Float](repeating: 0, count: size.area * Int(MK_MODEL_FLOATS))
    try KernelError.check(algorithm) { message, capacity in fit(&coefficients, message, capacity) }
    self.coefficients = coefficients
  }

  /// The planes at the size of a larger (or equal) version of the picture, as bytes of `0...255`, on all cores.
  ///
  /// - Parameter picture: of format `rgba8`.
  public func applied(to picture: PixelBuffer) -> PlanarBuffer<UInt8> {
    precondition(picture.format == .rgba8)
    var planes = PlanarBuffer<UInt8>(repeating: 0, size: picture.size, planeCount: planeCount)
    picture.withUnsafeBytes { bytes in
      planes.samples.withUnsafeMutableBufferPointer { samples in
        // Bands write rows of their own.
        nonisolated(unsafe) let output = samples.baseAddress
        nonisolated(unsafe) let pixels = bytes.bindMemory(to: UInt8.self).baseAddress
        RowBands(height: picture.height).concurrentPerform { rows in
          withUnsafeTemporaryAllocation(of: Float.self, capacity: size.width * Int(MK_MODEL_FLOATS)) { scratch in
            mk_model_apply(
              coefficients, Int32(size.width), Int32(size.height), pixels, picture.rowBytes, Int32(picture.width),
              Int32(picture.height), output, Int32(planeCount), Int32(rows.lowerBound), Int32(rows.upperBound),
              scratch.baseAddress)
          }
        }
      }
    }
    return planes
  }
}
