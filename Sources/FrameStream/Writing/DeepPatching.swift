import CPixelKernels
import Dispatch
import Imaging
import Kernels

/// Writes drawn parts to planes of more than 8 bits, so that only drawn samples change.
extension EncoderBuffer {
  /// Writes the samples of a part that differ from those of the picture, of which the planes hold a copy.
  func replaceWords(_ patch: PatchedPicture.Patch, of picture: YCbCrPicture) {
    let (rect, pixels) = (patch.rect, patch.pixels)
    pixels.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      picture.withPlanes { planes in
        // Each band writes rows of its own.
        nonisolated(unsafe) let (target, part, planes) = (target, base, planes)
        let band = max(32, (rect.height + 31) / 32 * 2)
        DispatchQueue.concurrentPerform(iterations: (rect.height + band - 1) / band) { number in
          let rows = number * band..<min(rect.height, (number + 1) * band)
          Self.replaceWords(rows, of: rect, in: target, pixels: part, rowBytes: pixels.rowBytes, planes)
        }
      }
    }
  }

  private static func replaceWords(
    _ rows: Range<Int>, of rect: PixelRect, in target: PKYCbCrTarget, pixels: UnsafeRawPointer, rowBytes: Int,
    _ planes: PKYCbCrPlanes
  ) {
    // Chroma is computed from two rows above and below too.
    let around = max(0, rows.lowerBound - 2)..<min(rect.height, rows.upperBound + 2)
    let marks = marks(around, of: rect, pixels: pixels, rowBytes: rowBytes, planes)
    guard marks.contains(1) else { return }
    let (width, hasAllRows) = (rect.width, target.isWhole != 0 || target.hasAllRows != 0)
    let chromaWidth = target.isWhole != 0 ? width : (width + 1) / 2
    let chromaRows = hasAllRows ? rows : rows.lowerBound / 2..<(rows.upperBound + 1) / 2
    let (lumaCount, chromaCount) = (rows.count * width, chromaRows.count * chromaWidth)
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: lumaCount + 2 * chromaCount) { room in
      guard let luma = room.baseAddress else { return }
      // The planes of the part, of which only these rows are written and read.
      var made = target
      (made.width, made.height, made.alpha) = (Int32(width), Int32(rect.height), nil)
      made.luma = UnsafeMutableRawPointer(luma - rows.lowerBound * width)
      made.cb = UnsafeMutableRawPointer(luma + lumaCount - chromaRows.lowerBound * chromaWidth)
      made.cr = UnsafeMutableRawPointer(luma + lumaCount + chromaCount - chromaRows.lowerBound * chromaWidth)
      (made.lumaStride, made.cbStride, made.crStride) = (2 * width, 2 * chromaWidth, 2 * chromaWidth)
      let (first, end) = (Int32(rows.lowerBound), Int32(rows.upperBound))
      pk_rgba16_to_ycbcr_planes(&made, pixels.assumingMemoryBound(to: UInt16.self), rowBytes, first, end)
      withUnsafePointer(to: target) { target in
        pk_take_marked_words(target, &made, Int32(rect.x), Int32(rect.y), marks, first, end)
      }
    }
  }

  /// Which pixels of rows of a part differ from the picture's: 1 or 0 for each.
  private static func marks(
    _ rows: Range<Int>, of rect: PixelRect, pixels: UnsafeRawPointer, rowBytes: Int, _ planes: PKYCbCrPlanes
  ) -> [UInt8] {
    let width = Int(planes.width)
    return [UInt8](unsafeUninitializedCapacity: rows.count * rect.width) { marks, count in
      count = rows.count * rect.width
      guard let marks = marks.baseAddress else { return }
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4 * width) { own in
        guard let own = own.baseAddress else { return }
        for (index, row) in rows.enumerated() {
          let line = Int32(rect.y + row)
          withUnsafePointer(to: planes) { pk_ycbcr_planes_to_rgba16($0, line, line + 1, own) }
          pk_mark_changes16(
            (pixels + row * rowBytes).assumingMemoryBound(to: UInt16.self), own + 4 * rect.x, rect.width,
            marks + index * rect.width)
        }
      }
    }
  }
}
