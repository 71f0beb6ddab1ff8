import COpenCV
import Imaging

extension MKPicture {
  /// The samples of `region` as a C struct.
  ///
  /// - Precondition: `start` points at the first of `size` pixels of rows of `rowBytes`.
  init(start: UnsafeMutableRawPointer, size: PixelSize, rowBytes: Int, format: PixelFormat) {
    let depth: MKDepth =
      switch format {
      case .l8, .rgba8: MKDepthUInt8
      case .l16, .rgba16: MKDepthUInt16
      case .lFloat, .rgbaFloat: MKDepthFloat
      }
    self.init(
      data: start, width: Int32(clamping: size.width), height: Int32(clamping: size.height), rowBytes: rowBytes,
      depth: depth, components: Int32(format.componentCount))
  }
}

extension PixelBuffer {
  /// A buffer of the same kind with samples that a C function computes from those of `region`.
  func made(
    from region: PixelRect, as resultSize: PixelSize, with algorithm: String,
    by body: (_ source: MKPicture, _ result: MKPicture, _ message: UnsafeMutablePointer<CChar>, _ capacity: Int) ->
      Int32
  ) throws(KernelError) -> PixelBuffer {
    guard resultSize.width > 0, resultSize.height > 0 else {
      throw KernelError(algorithm: algorithm, reason: "the result's size \(resultSize) has no pixels")
    }
    let format = format
    return try withUnsafeBytes { source throws(KernelError) in
      guard let base = source.baseAddress else {
        throw KernelError(algorithm: algorithm, reason: "the picture has no samples")
      }
      // The C function does not write to its source; one struct for both cannot be const.
      let start = UnsafeMutableRawPointer(mutating: base + region.y * rowBytes + region.x * format.bytesPerPixel)
      let input = MKPicture(start: start, size: region.size, rowBytes: rowBytes, format: format)
      return try PixelBuffer(size: resultSize, format: format, colorSpace: colorSpace, alphaType: alphaType) {
        bytes throws(KernelError) in
        guard let result = bytes.baseAddress else { return }
        let output = MKPicture(
          start: result, size: resultSize, rowBytes: resultSize.width * format.bytesPerPixel, format: format)
        try KernelError.check(algorithm) { message, capacity in body(input, output, message, capacity) }
      }
    }
  }
}
