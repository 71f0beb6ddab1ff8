import CFFmpeg
import CPixelKernels
import CVideo4Linux
import Imaging
import Kernels

/// Decodes the Motion JPEG of a camera: full range by BT.601's matrix (JFIF). 4:2:2, as most cameras have it, becomes
/// 4:2:0. May be shared by threads.
struct MotionJPEGDecoder: Sendable {
  let size: PixelSize

  /// A picture; nil if it is damaged or of another size.
  func picture(_ bytes: UnsafeBufferPointer<UInt8>) -> YCbCrPicture? {
    var decoded: OpaquePointer?
    var samples = cffmpeg_samples()
    var message = cffmpeg_message()
    guard
      cffmpeg_decode_picture(
        CFFMPEG_MJPEG, nil, 0, bytes.baseAddress, bytes.count, CameraFrameDecoder.pixelLimit(for: size), &decoded,
        &samples, &message) == CFFMPEG_OK
    else { return nil }
    defer { cffmpeg_decoded_free(decoded) }
    guard Int(samples.width) == size.width, Int(samples.height) == size.height, samples.depth == 8,
      (0...3).contains(samples.chroma_format), let luma = samples.planes.0
    else { return nil }
    let isHalved: Int32 = samples.chroma_format == 3 ? 0 : 1
    var planes = PKYCbCrPlanes(
      width: samples.width, height: samples.height, depth: 8, luma: luma, cb: nil, cr: nil,
      lumaStride: samples.strides.0, cbStride: samples.strides.1, crStride: samples.strides.2, halvesWidth: isHalved,
      halvesHeight: isHalved, isCenteredX: 1, isCenteredY: 1, kr: YCbCrMatrix.bt601.kr, kb: YCbCrMatrix.bt601.kb,
      isFullRange: 1)
    guard samples.chroma_format != 0, let cb = samples.planes.1, let cr = samples.planes.2 else {
      return YCbCrPicture(copying: planes, as: .rgba8)
    }
    (planes.cb, planes.cr) = (cb, cr)
    return samples.chroma_format == 2 ? halvingRows(of: planes) : YCbCrPicture(copying: planes, as: .rgba8)
  }

  /// A picture with 4:2:0 chroma from one with 4:2:2.
  private func halvingRows(of planes: PKYCbCrPlanes) -> YCbCrPicture? {
    guard let cb = planes.cb, let cr = planes.cr else { return nil }
    let half = size.half
    var chroma = [UInt8](repeating: 0, count: 2 * half.area)
    return chroma.withUnsafeMutableBufferPointer { chroma in
      guard let first = chroma.baseAddress else { return nil }
      let (width, height) = (UInt32(half.width), UInt32(size.height))
      cv4l_halve_rows(cb.assumingMemoryBound(to: UInt8.self), planes.cbStride, width, height, first)
      cv4l_halve_rows(cr.assumingMemoryBound(to: UInt8.self), planes.crStride, width, height, first + half.area)
      var halved = planes
      (halved.cb, halved.cr) = (UnsafeRawPointer(first), UnsafeRawPointer(first + half.area))
      (halved.cbStride, halved.crStride) = (half.width, half.width)
      return YCbCrPicture(copying: halved, as: .rgba8)
    }
  }
}
