import CFFmpeg
import CPixelKernels
import Imaging
import Kernels

/// A frame as planes of 8-bit Y'CbCr 4:2:0, 16...235: Y', Cb and Cr one after the other, without padding. Chroma has
/// half the size in both dimensions, rounded up, sited at the even columns and between rows.
struct PackedPlanes {
  private(set) var bytes: [UInt8] = []

  /// Copies planes that already have this layout; others, and pixels, are converted by the default matrix of readers.
  mutating func fill(from frame: Frame) {
    let size = frame.size
    let plane = size.half
    let count = size.area + 2 * plane.area
    if bytes.count != count { bytes = [UInt8](repeating: 0, count: count) }
    let matrix = YCbCrMatrix.assumed(for: size)
    bytes.withUnsafeMutableBufferPointer { output in
      guard let output = output.baseAddress else { return }
      let target = PKYCbCrTarget(
        width: Int32(size.width), height: Int32(size.height), depth: 8, luma: output, cb: output + size.area,
        cr: output + size.area + plane.area, alpha: nil, lumaStride: size.width, cbStride: plane.width,
        crStride: plane.width, alphaStride: 0, isWhole: 0, hasAllRows: 0, isCenteredX: 0, isCenteredY: 1,
        kr: matrix.kr, kb: matrix.kb, isFullRange: 0)
      EncoderBuffer(layout: CFFMPEG_LAYOUT_YCBCR, target: target).fill(with: frame)
    }
  }
}
