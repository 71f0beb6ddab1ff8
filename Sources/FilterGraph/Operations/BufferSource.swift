import CPixelKernels
import Imaging
import Kernels

/// Reads the pixels of a buffer, converted to the working space.
struct BufferSource: SourceOperation {
  let buffer: PixelBuffer
  private let decoder: SampleDecoder

  init(_ buffer: PixelBuffer) throws(ColorProfileError) {
    self.buffer = buffer
    decoder = try SampleDecoder(format: buffer.format, colorSpace: buffer.colorSpace, alphaType: buffer.alphaType)
  }

  var name: String { "buffer \(buffer.size) \(buffer.format)" }
  func extent(of inputs: [Extent]) -> Extent { Extent(PixelRect(buffer.size)) }
  func isOpaque(_ inputs: [ImageNode]) -> Bool {
    buffer.alphaType == .opaque || buffer.format.componentCount == 1
  }

  func prepare(_ pixels: PixelRect, in memory: UnsafeRawPointer?) {
    guard let memory else { return }
    let pixelBytes = buffer.format.bytesPerPixel
    pk_prefetch(memory + pixels.y * buffer.rowBytes + pixels.x * pixelBytes, pixels.width * pixelBytes)
  }

  var readsMemory: Bool { true }

  func withMemory(_ body: (UnsafeRawPointer?) -> Void) {
    buffer.withUnsafeBytes { body($0.baseAddress) }
  }

  func fill(_ row: PixelRow, from memory: UnsafeRawPointer?) {
    guard let memory else { return }
    decoder.decode(
      memory + row.y * buffer.rowBytes + row.x * buffer.format.bytesPerPixel, into: row.planar,
      alpha: row.needed.contains(.alpha))
  }
}
