import COpenCV
import Imaging

extension PixelBuffer {
  /// The largest value within a disc of `radius` pixels round each pixel of a picture of format `l8` without padding.
  package func dilated(radius: Int) throws(KernelError) -> PixelBuffer {
    precondition(format == .l8 && rowBytes == width && radius >= 0)
    let size = size
    return try withUnsafeBytes { source throws(KernelError) in
      try PixelBuffer(size: size, format: .l8, colorSpace: colorSpace, alphaType: alphaType) {
        result throws(KernelError) in
        try KernelError.check("dilation") { message, capacity in
          mk_dilate(
            source.bindMemory(to: UInt8.self).baseAddress, Int32(size.width), Int32(size.height), Int32(radius),
            result.bindMemory(to: UInt8.self).baseAddress, message, capacity)
        }
      }
    }
  }
}
