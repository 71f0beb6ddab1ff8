import Dispatch
import Imaging

/// A picture of which a render changes a part: the rest of the result has its samples, which are neither decoded nor coded
/// again. So a mark on a photo costs little more than a copy of the photo.
struct UnchangedPicture {
  /// Where the result may differ, inside the region that is rendered; parts may lie over each other.
  let parts: [PixelRect]
  private let buffer: PixelBuffer
  private let region: PixelRect

  /// Nil where it is not known what changes, where most of the region does, or where the picture has other samples than the
  /// result. Pictures with transparency are left out: what is invisible in them would keep its colour.
  init?(under image: Image, in region: PixelRect, as format: PixelFormat, colorSpace: ColorSpace, alphaType: AlphaType)
  {
    var node = image.node
    while let (input, _) = node.operation.passedOn(node.inputs, in: region) { node = node.inputs[input] }
    guard format == .rgba8, alphaType == .opaque, let buffer = (node.operation as? BufferSource)?.buffer,
      buffer.format == format, buffer.colorSpace == colorSpace, buffer.alphaType == alphaType,
      PixelRect(buffer.size).contains(region), let parts = image.changes(from: Image(node), in: region),
      2 * parts.reduce(0, { $0 + $1.size.area }) <= region.size.area
    else { return nil }
    (self.parts, self.buffer, self.region) = (parts, buffer, region)
  }

  /// Writes the region of the picture, opaque whatever its fourth components are, on `threads` cores.
  func copy(into target: UnsafeMutableRawPointer, rowBytes: Int, threads: Int) {
    nonisolated(unsafe) let target = target
    let bands = min(threads, region.height)
    DispatchQueue.concurrentPerform(iterations: bands) { band in
      buffer.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        for y in region.height * band / bands..<region.height * (band + 1) / bands {
          let source = base + (region.y + y) * buffer.rowBytes + 4 * region.x
          let row = target + y * rowBytes
          for x in 0..<region.width {
            let pixel = source.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self)
            row.storeBytes(of: pixel | UInt32(littleEndian: 0xFF00_0000), toByteOffset: 4 &* x, as: UInt32.self)
          }
        }
      }
    }
  }
}
