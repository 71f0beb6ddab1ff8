import CPixelKernels
import Dispatch
import Imaging

/// A borrowed picture in three planes of 8-bit Y'CbCr, to be turned into RGBA.
struct PlanarPicture {
  let planes: PKYCbCrPlanes

  /// Writes the whole picture, rows without padding, on all cores.
  ///
  /// - Precondition: `bytes` holds width * height * 4 bytes, and the planes are those of such a picture.
  func convert(into bytes: UnsafeMutableRawBufferPointer) {
    let (width, height) = (Int(planes.width), Int(planes.height))
    precondition(bytes.count == width * height * 4, "the room does not match the picture")
    guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    // Each band reads what nobody writes, and writes rows of its own.
    nonisolated(unsafe) let (planes, output) = (planes, base)
    let bandHeight = max(32, (height + 15) / 16)
    DispatchQueue.concurrentPerform(iterations: (height + bandHeight - 1) / bandHeight) { band in
      withUnsafePointer(to: planes) { planes in
        pk_ycbcr_planes_to_rgba(
          planes, Int32(band * bandHeight), Int32(min(height, (band + 1) * bandHeight)),
          output + band * bandHeight * width * 4)
      }
    }
  }
}
