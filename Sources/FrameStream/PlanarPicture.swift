import CPixelKernels
import Dispatch
import Imaging

/// A borrowed picture in planes of Y'CbCr, to be turned into RGBA.
struct PlanarPicture {
  let planes: PKYCbCrPlanes

  /// Writes the whole picture, rows without padding, on all cores.
  ///
  /// - Precondition: `bytes` holds the pixels of such a picture in that format, at an address for its samples.
  func convert(into bytes: UnsafeMutableRawBufferPointer, as format: FramePixelFormat = .rgba8) {
    let (width, height) = (Int(planes.width), Int(planes.height))
    let rowBytes = width * format.pixelFormat.bytesPerPixel
    precondition(bytes.count == rowBytes * height, "the room does not match the picture")
    guard let base = bytes.baseAddress else { return }
    // Each band reads what nobody writes, and writes rows of its own.
    nonisolated(unsafe) let (planes, output) = (planes, base)
    let bandHeight = max(32, (height + 15) / 16)
    DispatchQueue.concurrentPerform(iterations: (height + bandHeight - 1) / bandHeight) { band in
      let (first, end) = (Int32(band * bandHeight), Int32(min(height, (band + 1) * bandHeight)))
      let rows = output + band * bandHeight * rowBytes
      withUnsafePointer(to: planes) { planes in
        switch format {
        case .rgba8: pk_ycbcr_planes_to_rgba(planes, first, end, rows.assumingMemoryBound(to: UInt8.self))
        case .rgba16: pk_ycbcr_planes_to_rgba16(planes, first, end, rows.assumingMemoryBound(to: UInt16.self))
        }
      }
    }
  }
}
