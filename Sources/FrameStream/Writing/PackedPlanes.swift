import CFFmpeg
import CPixelKernels
import Imaging
import Kernels

/// A frame as planes of 8-bit Y'CbCr 4:2:0, 16...235: Y', Cb and Cr one after the other, without padding. Chroma has half
/// the size in both dimensions, rounded up, and stands at the even columns and between rows.
struct PackedPlanes {
  private(set) var bytes: [UInt8] = []

  /// Copies planes that are of this kind already; others, and pixels, are converted by BT.709 from 720 lines up and by BT.601
  /// below, as readers take it where a stream is silent.
  mutating func fill(from frame: Frame) {
    let size = frame.size
    let plane = size.half
    let count = size.area + 2 * plane.area
    if bytes.count != count { bytes = [UInt8](repeating: 0, count: count) }
    let isHighDefinition = size.width >= 1280 || size.height >= 720
    bytes.withUnsafeMutableBufferPointer { output in
      guard let output = output.baseAddress else { return }
      let target = PKYCbCrTarget(
        width: Int32(size.width), height: Int32(size.height), depth: 8, luma: output, cb: output + size.area,
        cr: output + size.area + plane.area, alpha: nil, lumaStride: size.width, cbStride: plane.width,
        crStride: plane.width, alphaStride: 0, isWhole: 0, isCenteredX: 0, isCenteredY: 1,
        kr: isHighDefinition ? 0.2126 : 0.299, kb: isHighDefinition ? 0.0722 : 0.114, isFullRange: 0)
      PictureRoom(layout: CFFMPEG_LAYOUT_YCBCR, target: target).fill(with: frame)
    }
  }
}
