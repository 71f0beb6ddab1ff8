import CFFmpeg
import CPixelKernels
import Dispatch
import Imaging
import Kernels

/// Copies pictures that came as planes of Y'CbCr into planes of the same layout, so that only drawn samples change.
extension EncoderBuffer {
  /// Converts a frame's picture on all cores, or copies its planes if that is equivalent.
  ///
  /// - Precondition: the frame has the size of the buffer.
  func fill(with frame: Frame) {
    if layout == CFFMPEG_LAYOUT_YCBCR, target.alpha == nil {
      if let picture = frame.picture as? YCbCrPicture, holds(picture) { return copy(picture) }
      if let patched = frame.picture as? PatchedPicture, holds(patched.base), patched.base.canBePatched {
        copy(patched.base)
        for patch in patched.patches {
          if target.depth == 8 { replace(patch, of: patched.base) } else { replaceWords(patch, of: patched.base) }
        }
        return
      }
    }
    fill(with: frame.pixels)
  }

  /// A frame's planes, if they would be copied unchanged.
  func identicalPlanes(of frame: Frame) -> YCbCrPicture? {
    guard layout == CFFMPEG_LAYOUT_YCBCR, target.alpha == nil, let picture = frame.picture as? YCbCrPicture,
      picture.cb != nil, holds(picture)
    else { return nil }
    return picture
  }

  /// Whether planes of the picture have the same meaning as in the destination.
  private func holds(_ picture: YCbCrPicture) -> Bool {
    picture.size == PixelSize(width: Int(target.width), height: Int(target.height))
      && picture.layout == YCbCrLayout(target)
  }

  private func copy(_ picture: YCbCrPicture) {
    func copy(_ plane: PixelBuffer?, to output: UnsafeMutableRawPointer?, _ stride: Int) {
      guard let plane, let output else { return }
      plane.withUnsafeBytes { bytes in
        guard let input = bytes.baseAddress else { return }
        for y in 0..<plane.height {
          (output + y * stride).copyMemory(from: input + y * plane.rowBytes, byteCount: plane.rowBytes)
        }
      }
    }
    copy(picture.luma, to: target.luma, target.lumaStride)
    copy(picture.cb, to: target.cb, target.cbStride)
    copy(picture.cr, to: target.cr, target.crStride)
  }

  private func replace(_ patch: PatchedPicture.Patch, of picture: YCbCrPicture) {
    let (rect, pixels) = (patch.rect, patch.pixels)
    pixels.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      picture.withPlanes { planes in
        // Each band writes rows of its own.
        nonisolated(unsafe) let (target, planes) = (target, planes)
        nonisolated(unsafe) let part = PKPicturePart(
          x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height), rgba: base,
          rowBytes: pixels.rowBytes)
        let band = max(32, (rect.height + 31) / 32 * 2)
        DispatchQueue.concurrentPerform(iterations: (rect.height + band - 1) / band) { number in
          withUnsafePointer(to: target) { target in
            withUnsafePointer(to: planes) { planes in
              withUnsafePointer(to: part) { part in
                pk_replace_in_ycbcr_planes(
                  target, planes, part, Int32(number * band), Int32(min(rect.height, (number + 1) * band)))
              }
            }
          }
        }
      }
    }
  }
}
