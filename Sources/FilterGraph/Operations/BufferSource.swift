import CPixelKernels
import Imaging
import Kernels

/// Reads the pixels of a buffer, converted to the working space.
struct BufferSource: SourceOperation {
  let buffer: PixelBuffer
  private let decoder: SampleDecoder?
  /// Why the buffer's colours cannot be converted.
  let error: RenderError?

  init(_ buffer: PixelBuffer) {
    self.buffer = buffer
    do throws(ColorProfileError) {
      decoder = try SampleDecoder(
        format: buffer.format, colorSpace: buffer.colorSpace, alphaType: buffer.alphaType)
      error = nil
    } catch {
      decoder = nil
      self.error = .colorSpace(error)
    }
  }

  var name: String { "buffer \(buffer.size) \(buffer.format)" }
  func extent(of inputs: [Extent]) -> Extent { Extent(PixelRect(buffer.size)) }
  func isOpaque(_ inputs: [ImageNode]) -> Bool {
    buffer.alphaType == .opaque || buffer.format.componentCount == 1
  }

  func prepare(_ pixels: PixelRect) {
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      let pixelBytes = buffer.format.bytesPerPixel
      pk_prefetch(base + pixels.y * buffer.rowBytes + pixels.x * pixelBytes, pixels.width * pixelBytes)
    }
  }

  func fill(_ row: PixelRow) {
    guard let decoder else {
      row.clear()
      return
    }
    buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      decoder.decode(base + row.y * buffer.rowBytes + row.x * buffer.format.bytesPerPixel, into: row.planar)
    }
  }
}
