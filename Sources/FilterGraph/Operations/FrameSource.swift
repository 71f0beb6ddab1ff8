import CPixelKernels
import Imaging
import Kernels

/// Reads the picture of a frame, converted to the working space: directly from its planes if they are not converted to
/// pixels, so that a frame with a drawing on a part is never converted as a whole.
struct FrameSource: SourceOperation {
  private let picture: any FramePicture
  /// The picture, if parts of it can be converted.
  private let planar: YCbCrPicture?
  private let decoder: SampleDecoder

  init(_ picture: any FramePicture) throws(ColorProfileError) {
    self.picture = picture
    let planar = picture as? YCbCrPicture
    self.planar = planar?.hasParts == true ? planar : nil
    decoder = try SampleDecoder(format: picture.format, colorSpace: picture.colorSpace, alphaType: .opaque)
  }

  var name: String { "frame \(picture.size) \(picture.format)" }
  func extent(of inputs: [Extent]) -> Extent { Extent(PixelRect(picture.size)) }
  func isOpaque(_ inputs: [ImageNode]) -> Bool { true }

  /// The data that are read: pixels, or planes.
  private struct Memory {
    var pixels: UnsafeRawPointer?
    var rowBytes = 0
    var planes = PKYCbCrPlanes()
  }

  var readsMemory: Bool { true }

  func withMemory(_ body: (UnsafeRawPointer?) -> Void) {
    if let planar, planar.madePixels == nil {
      planar.withPlanes { planes in
        withUnsafePointer(to: Memory(planes: planes)) { body($0) }
      }
    } else {
      let pixels = picture.pixels
      pixels.withUnsafeBytes { bytes in
        withUnsafePointer(to: Memory(pixels: bytes.baseAddress, rowBytes: pixels.rowBytes)) { body($0) }
      }
    }
  }

  func prepare(_ pixels: PixelRect, in memory: UnsafeRawPointer?) {
    guard let memory = memory?.assumingMemoryBound(to: Memory.self), let first = memory.pointee.pixels else { return }
    let pixelBytes = picture.format.bytesPerPixel
    pk_prefetch(first + pixels.y * memory.pointee.rowBytes + pixels.x * pixelBytes, pixels.width * pixelBytes)
  }

  func fill(_ row: PixelRow, from memory: UnsafeRawPointer?) {
    guard let memory = memory?.assumingMemoryBound(to: Memory.self) else { return }
    let hasAlpha = row.needed.contains(.alpha)
    if let first = memory.pointee.pixels {
      let pixels = first + row.y * memory.pointee.rowBytes + row.x * picture.format.bytesPerPixel
      decoder.decode(pixels, into: row.planar, alpha: hasAlpha)
      return
    }
    withUnsafeTemporaryAllocation(byteCount: 4 * row.count, alignment: 64) { room in
      guard let pixels = room.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      withUnsafePointer(to: memory.pointee.planes) { planes in
        pk_ycbcr_run_to_rgba(planes, Int32(row.x), Int32(row.y), Int32(row.count), pixels)
      }
      decoder.decode(pixels, into: row.planar, alpha: hasAlpha)
    }
  }
}
