import CFFmpeg
import CPixelKernels
import Dispatch
import Imaging
import Kernels

/// The encoder's memory for the next picture, into which a frame's pixels are converted.
struct EncoderBuffer {
  let layout: cffmpeg_sample_layout
  let target: PKYCbCrTarget

  /// Converts the pixels on all cores. 16-bit samples are used as they are; floats are rounded to 8 bits.
  ///
  /// - Precondition: the pixels have the size of the buffer.
  func fill(with pixels: PixelBuffer) {
    precondition(
      pixels.width == Int(target.width) && pixels.height == Int(target.height), "the buffer does not match the picture")
    switch layout {
    case CFFMPEG_LAYOUT_LUMA: fillLuma(with: pixels.converted(to8Bit: .l8))
    case CFFMPEG_LAYOUT_YCBCR:
      var pixels = pixels.format == .rgba16 ? pixels : pixels.converted(to8Bit: .rgba8)
      if target.alpha != nil { pixels = StraightAlpha.of(pixels) }
      fillPlanes(with: pixels)
    default: fillRows(with: StraightAlpha.of(pixels.format == .rgba16 ? pixels : pixels.converted(to8Bit: .rgba8)))
    }
  }

  /// Calls `body` for bands of rows that begin at even ones, on all cores, with the address of the pixels.
  private func inBands(_ pixels: PixelBuffer, _ body: @Sendable (UnsafeRawPointer, Range<Int>) -> Void) {
    let height = pixels.height
    let band = max(32, (height + 31) / 32 * 2)
    pixels.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      // Each band reads only memory that no band writes.
      nonisolated(unsafe) let input = base
      DispatchQueue.concurrentPerform(iterations: (height + band - 1) / band) { number in
        body(input, number * band..<min(height, (number + 1) * band))
      }
    }
  }

  private func fillPlanes(with pixels: PixelBuffer) {
    // Each band writes rows of its own.
    nonisolated(unsafe) let target = target
    let rowBytes = pixels.rowBytes
    let isDeep = pixels.format == .rgba16
    inBands(pixels) { input, rows in
      let (first, end) = (Int32(rows.lowerBound), Int32(rows.upperBound))
      withUnsafePointer(to: target) { target in
        if isDeep {
          pk_rgba16_to_ycbcr_planes(target, input.assumingMemoryBound(to: UInt16.self), rowBytes, first, end)
        } else {
          pk_rgba_to_ycbcr_planes(target, input.assumingMemoryBound(to: UInt8.self), rowBytes, first, end)
        }
      }
    }
  }

  private func fillLuma(with pixels: PixelBuffer) {
    guard let luma = target.luma else { return }
    nonisolated(unsafe) let output = luma.assumingMemoryBound(to: UInt8.self)
    let (stride, isFullRange) = (target.lumaStride, target.isFullRange)
    let (width, rowBytes) = (pixels.width, pixels.rowBytes)
    inBands(pixels) { input, rows in
      for y in rows {
        let row = (input + y * rowBytes).assumingMemoryBound(to: UInt8.self)
        pk_gray_to_luma(row, width, isFullRange, output + y * stride)
      }
    }
  }

  /// RGB unchanged, or in another order or width.
  private func fillRows(with pixels: PixelBuffer) {
    guard let luma = target.luma else { return }
    nonisolated(unsafe) let output = luma
    let (stride, rowBytes, width) = (target.lumaStride, pixels.rowBytes, pixels.width)
    let isDeep = pixels.format == .rgba16
    let layout = layout
    inBands(pixels) { input, rows in
      for y in rows {
        let row = input + y * rowBytes
        let words = row.assumingMemoryBound(to: UInt16.self)
        let bytes = row.assumingMemoryBound(to: UInt8.self)
        if layout == CFFMPEG_LAYOUT_BGRA {
          let to = (output + y * stride).assumingMemoryBound(to: UInt8.self)
          for x in 0..<width {
            for (place, component) in [2, 1, 0, 3].enumerated() {
              // To the next of 255 steps.
              to[4 &* x &+ place] =
                isDeep
                ? UInt8(truncatingIfNeeded: (UInt32(words[4 &* x &+ component]) &* 255 &+ 32767) / 65535)
                : bytes[4 &* x &+ component]
            }
          }
        } else {
          let count = layout == CFFMPEG_LAYOUT_RGB48 ? 3 : 4
          let to = (output + y * stride).assumingMemoryBound(to: UInt16.self)
          for x in 0..<width {
            for component in 0..<count {
              to[count &* x &+ component] =
                isDeep ? words[4 &* x &+ component] : UInt16(bytes[4 &* x &+ component]) &* 257
            }
          }
        }
      }
    }
  }
}
