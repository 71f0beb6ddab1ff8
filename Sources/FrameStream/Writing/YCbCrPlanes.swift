import CPixelKernels
import Dispatch
import Imaging
import Kernels

/// A frame as planes of 8-bit Y'CbCr, 16...235: Y', Cb and Cr one after the other, without padding.
struct YCbCrPlanes {
  /// Whether chroma has the full size; else half in both dimensions, rounded up, at the even columns and between rows.
  let isWhole: Bool
  private(set) var bytes: [UInt8] = []

  init(isWhole: Bool) { self.isWhole = isWhole }

  /// Converts by BT.709 from 720 lines up and by BT.601 below, as readers take it where a stream is silent.
  mutating func fill(from pixels: PixelBuffer) {
    let pixels = pixels.converted(to8Bit: .rgba8)
    let size = pixels.size
    let plane = isWhole ? size : size.half
    let count = size.area + 2 * plane.area
    if bytes.count != count { bytes = [UInt8](repeating: 0, count: count) }
    let isHighDefinition = size.width >= 1280 || size.height >= 720
    let isWhole = isWhole
    bytes.withUnsafeMutableBufferPointer { output in
      pixels.withUnsafeBytes { input in
        guard let output = output.baseAddress, let input = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return }
        // Each band writes rows of its own.
        nonisolated(unsafe) let source = input
        nonisolated(unsafe) let target = PKYCbCrTarget(
          width: Int32(size.width), height: Int32(size.height), depth: 8, luma: output, cb: output + size.area,
          cr: output + size.area + plane.area, alpha: nil, lumaStride: size.width, cbStride: plane.width,
          crStride: plane.width, alphaStride: 0, isWhole: isWhole ? 1 : 0, isCenteredX: 0, isCenteredY: 1,
          kr: isHighDefinition ? 0.2126 : 0.299, kb: isHighDefinition ? 0.0722 : 0.114, isFullRange: 0)
        let band = max(32, (size.height + 31) / 32 * 2)
        DispatchQueue.concurrentPerform(iterations: (size.height + band - 1) / band) { number in
          withUnsafePointer(to: target) { target in
            pk_rgba_to_ycbcr_planes(
              target, source, pixels.rowBytes, Int32(number * band), Int32(min(size.height, (number + 1) * band)))
          }
        }
      }
    }
  }
}
