import CMatting
import Imaging

/// Planes as linear functions of red, green and blue, one for each pixel of a small picture. They are fitted to the
/// small picture and applied to a large version of it, so that soft planes follow the large picture's own edges.
package struct LinearModel: Sendable {
  /// Maximum number of planes of one model.
  package static let maximumPlaneCount = Int(MATTING_MODEL_PLANES)

  private var coefficients: [Float]
  private let size: PixelSize
  private let planeCount: Int

  /// - Parameter fit: writes every coefficient of the model.
  init(
    size: PixelSize, planeCount: Int, fitting fit: (_ model: UnsafeMutablePointer<Float>) throws(KernelError) -> Void
  ) throws(KernelError) {
    self.size = size
    self.planeCount = planeCount
    coefficients = try Self.coefficients(count: size.area * Int(MATTING_MODEL_FLOATS), fitting: fit)
  }

  /// An array of `count` floats, all of which `fit` initializes.
  static func coefficients(
    count: Int, fitting fit: (_ start: UnsafeMutablePointer<Float>) throws(KernelError) -> Void
  ) throws(KernelError) -> [Float] {
    var failure: KernelError?
    let floats = [Float](unsafeUninitializedCapacity: count) { floats, written in
      guard let start = floats.baseAddress else { return }
      do throws(KernelError) {
        try fit(start)
        written = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return floats
  }

  /// The interpolation of this model and another of the same picture.
  ///
  /// - Parameter weights: the other one's weight for each pixel, `0...1`.
  package func mixed(with other: LinearModel, by weights: [Float]) -> LinearModel {
    precondition(other.size == size && other.planeCount == planeCount && weights.count == size.area)
    var result = self
    let count = Int(MATTING_MODEL_FLOATS)
    result.coefficients.withUnsafeMutableBufferPointer { values in
      other.coefficients.withUnsafeBufferPointer { others in
        for (pixel, weight) in weights.enumerated() where weight > 0 {
          for index in pixel &* count..<(pixel &+ 1) &* count {
            values[index] += (others[index] - values[index]) * weight
          }
        }
      }
    }
    return result
  }

  /// The planes at the size of a larger (or equal) version of the picture, as bytes of `0...255`, on all cores.
  ///
  /// - Parameter picture: the picture, of format `rgba8`.
  package func applied(to picture: PixelBuffer) -> PlanarBuffer<UInt8> {
    var planes = PlanarBuffer<UInt8>(repeating: 0, size: picture.size, planeCount: planeCount)
    planes.samples.withUnsafeMutableBufferPointer { apply(to: picture, writing: $0) }
    return planes
  }

  /// The same, and in the same pass the result of a colour line of the same small picture: alpha and its confidence.
  ///
  /// - Precondition: the model has fewer planes than ``maximumPlaneCount``.
  package func applied(
    to picture: PixelBuffer, with line: ColorLine
  ) -> (planes: PlanarBuffer<UInt8>, line: PlanarBuffer<UInt8>) {
    precondition(line.size == size && planeCount < Self.maximumPlaneCount)
    var planes = PlanarBuffer<UInt8>(repeating: 0, size: picture.size, planeCount: planeCount)
    var alpha = PlanarBuffer<UInt8>(repeating: 0, size: picture.size, planeCount: 2)
    planes.samples.withUnsafeMutableBufferPointer { planes in
      alpha.samples.withUnsafeMutableBufferPointer { alpha in
        apply(to: picture, writing: planes, line: line.coefficients, writing: alpha)
      }
    }
    return (planes, alpha)
  }

  private func apply(
    to picture: PixelBuffer, writing planes: UnsafeMutableBufferPointer<UInt8>, line: [Float]? = nil,
    writing alpha: UnsafeMutableBufferPointer<UInt8>? = nil
  ) {
    precondition(picture.format == .rgba8)
    picture.withUnsafeBytes { bytes in
      // Bands write rows of their own.
      nonisolated(unsafe) let (output, alpha) = (planes.baseAddress, alpha?.baseAddress)
      nonisolated(unsafe) let pixels = bytes.bindMemory(to: UInt8.self).baseAddress
      RowBands(height: picture.height).concurrentPerform { rows in
        withUnsafeTemporaryAllocation(
          byteCount: matting_model_scratch(size.width, picture.width), alignment: MemoryLayout<Float>.alignment
        ) { scratch in
          matting_model_apply(
            coefficients, line, size.width, size.height, pixels, picture.rowBytes, picture.width, picture.height,
            output, planeCount, alpha, rows.lowerBound, rows.upperBound, scratch.baseAddress)
        }
      }
    }
  }
}
