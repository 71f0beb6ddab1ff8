import CFFmpeg
import CPixelKernels
import Imaging
import Kernels

/// Decodes the H.264 of a camera, each picture once. Used by the thread that reads the camera.
final class H264Decoder: @unchecked Sendable {
  private let handle: OpaquePointer
  private let size: PixelSize

  /// - Throws: ``CaptureError/failed(device:reason:)`` if FFmpeg cannot be loaded or has no decoder.
  init(_ size: PixelSize, device: String) throws(CaptureError) {
    var opened: OpaquePointer?
    var message = cffmpeg_message()
    guard cffmpeg_open_h264(CameraFrameDecoder.pixelLimit(for: size), &opened, &message) == CFFMPEG_OK, let opened
    else {
      throw .failed(device: device, reason: "its H.264 cannot be decoded: \(DeviceHandle.text(message.text))")
    }
    handle = opened
    self.size = size
  }

  deinit { cffmpeg_close_video(handle) }

  /// The next picture, in the range stated by its stream; nil if there is none to be shown.
  func picture(_ bytes: UnsafeBufferPointer<UInt8>) -> YCbCrPicture? {
    var samples = cffmpeg_samples()
    var meaning = cffmpeg_sample_meaning()
    var message = cffmpeg_message()
    guard
      cffmpeg_decode_video(handle, bytes.baseAddress, bytes.count, &samples, &meaning, &message) == CFFMPEG_OK,
      Int(samples.width) == size.width, Int(samples.height) == size.height, samples.depth == 8,
      samples.chroma_format == 0 || samples.chroma_format == 1
    else { return nil }
    return YCbCrPicture(
      copying: PKYCbCrPlanes(
        width: samples.width, height: samples.height, depth: 8, luma: samples.planes.0, cb: samples.planes.1,
        cr: samples.planes.2, lumaStride: samples.strides.0, cbStride: samples.strides.1,
        crStride: samples.strides.2, halvesWidth: 1, halvesHeight: 1, isCenteredX: meaning.is_centered_x,
        isCenteredY: meaning.is_centered_y, kr: meaning.kr, kb: meaning.kb, isFullRange: meaning.is_full_range),
      as: .rgba8)
  }

  /// Notes that pictures were lost: those predicted from them are dropped.
  func lose() { cffmpeg_report_loss(handle) }
}
