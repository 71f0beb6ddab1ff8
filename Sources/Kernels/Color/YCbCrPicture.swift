import CPixelKernels
import Dispatch
import Imaging
import Synchronization

/// A decoded picture in Y'CbCr planes. Pixels are made on demand: of the whole, of a part, or of a reduced picture. May
/// be shared by threads.
package final class YCbCrPicture: FramePicture {
  package let size: PixelSize
  package let format: PixelFormat
  package let colorSpace: ColorSpace
  package let layout: YCbCrLayout
  /// Samples of one component each; above 8 bits they are in the low bits of words.
  package let luma: PixelBuffer
  package let cb, cr: PixelBuffer?
  private let made = Mutex<PixelBuffer?>(nil)

  /// Copies a picture.
  ///
  /// - Parameters:
  ///   - planes: valid during the call.
  ///   - format: the format of the pixels, `rgba8` or `rgba16`.
  package init(copying planes: PKYCbCrPlanes, as format: PixelFormat, colorSpace: ColorSpace = .sRGB) {
    precondition(format == .rgba8 || format == .rgba16, "planes become RGBA")
    let layout = YCbCrLayout(planes)
    let size = PixelSize(width: Int(planes.width), height: Int(planes.height))
    let chroma = PixelSize(
      width: layout.halvesWidth ? (size.width + 1) / 2 : size.width,
      height: layout.halvesHeight ? (size.height + 1) / 2 : size.height)
    func copy(_ plane: UnsafeRawPointer?, _ stride: Int, _ size: PixelSize) -> PixelBuffer {
      let samples: PixelFormat = layout.depth > 8 ? .l16 : .l8
      let rowBytes = size.width * samples.bytesPerPixel
      return PixelBuffer(size: size, format: samples, colorSpace: .linearGray) { room in
        guard let plane, let target = room.baseAddress else { return }
        for y in 0..<size.height {
          (target + y * rowBytes).copyMemory(from: plane + y * stride, byteCount: rowBytes)
        }
      }
    }
    luma = copy(planes.luma, planes.lumaStride, size)
    cb = layout.isGray ? nil : copy(planes.cb, planes.cbStride, chroma)
    cr = layout.isGray ? nil : copy(planes.cr, planes.crStride, chroma)
    (self.size, self.format, self.colorSpace, self.layout) = (size, format, colorSpace, layout)
  }

  /// A picture of existing planes.
  ///
  /// - Parameters:
  ///   - luma: `l8`, or `l16` for more than 8 bits, of the picture's size.
  ///   - cb: the plane of Cb, of the same format, in the layout's size; nil for gray, as `cr`.
  ///   - format: the format of the pixels, `rgba8` or `rgba16`.
  package init(
    luma: PixelBuffer, cb: PixelBuffer?, cr: PixelBuffer?, layout: YCbCrLayout, as format: PixelFormat,
    colorSpace: ColorSpace
  ) {
    precondition(format == .rgba8 || format == .rgba16, "planes become RGBA")
    (size, self.format, self.colorSpace, self.layout) = (luma.size, format, colorSpace, layout)
    (self.luma, self.cb, self.cr) = (luma, cb, cr)
  }

  private init(_ other: YCbCrPicture) {
    (size, format, colorSpace, layout) = (other.size, other.format, other.colorSpace, other.layout)
    (luma, cb, cr) = (other.luma, other.cb, other.cr)
  }

  /// The same planes, without pixels made from them.
  package var withoutPixels: YCbCrPicture { YCbCrPicture(self) }

  /// The pixels that have been made already.
  package var madePixels: PixelBuffer? { made.withLock { $0 } }

  /// The pixels, made on all cores at the first call and kept with the picture.
  package var pixels: PixelBuffer {
    made.withLock { made in
      if let made { return made }
      let pixels = convert()
      made = pixels
      return pixels
    }
  }

  /// Whether parts can be converted without the rest.
  package var hasParts: Bool { layout.depth == 8 && format == .rgba8 }

  /// Whether the pixels have as many bits as the planes need, so that parts of them can be drawn and the rest kept.
  package var canBePatched: Bool { hasParts || (layout.depth > 8 && format == .rgba16) }

  /// Calls `body` with the planes, valid during the call.
  package func withPlanes<Result>(_ body: (PKYCbCrPlanes) -> Result) -> Result {
    var planes = PKYCbCrPlanes()
    (planes.width, planes.height, planes.depth) = (Int32(size.width), Int32(size.height), layout.depth)
    (planes.halvesWidth, planes.halvesHeight) = (layout.halvesWidth ? 1 : 0, layout.halvesHeight ? 1 : 0)
    (planes.isCenteredX, planes.isCenteredY) = (layout.isCenteredX ? 1 : 0, layout.isCenteredY ? 1 : 0)
    (planes.kr, planes.kb, planes.isFullRange) = (layout.kr, layout.kb, layout.isFullRange ? 1 : 0)
    return luma.withUnsafeBytes { bytes in
      (planes.luma, planes.lumaStride) = (bytes.baseAddress, luma.rowBytes)
      guard let cb, let cr else { return body(planes) }
      return cb.withUnsafeBytes { bytes in
        (planes.cb, planes.cbStride) = (bytes.baseAddress, cb.rowBytes)
        return cr.withUnsafeBytes { bytes in
          (planes.cr, planes.crStride) = (bytes.baseAddress, cr.rowBytes)
          return body(planes)
        }
      }
    }
  }

  private func convert() -> PixelBuffer {
    let rowBytes = size.width * format.bytesPerPixel
    return PixelBuffer(size: size, format: format, colorSpace: colorSpace) { bytes in
      guard let base = bytes.baseAddress else { return }
      withPlanes { planes in
        // Each band reads only memory that no band writes, and writes rows of its own.
        nonisolated(unsafe) let (planes, output) = (planes, base)
        let (height, isDeep) = (size.height, format == .rgba16)
        let bandHeight = max(32, (height + 15) / 16)
        DispatchQueue.concurrentPerform(iterations: (height + bandHeight - 1) / bandHeight) { band in
          let (first, end) = (Int32(band * bandHeight), Int32(min(height, (band + 1) * bandHeight)))
          let rows = output + band * bandHeight * rowBytes
          withUnsafePointer(to: planes) { planes in
            if isDeep {
              pk_ycbcr_planes_to_rgba16(planes, first, end, rows.assumingMemoryBound(to: UInt16.self))
            } else {
              pk_ycbcr_planes_to_rgba(planes, first, end, rows.assumingMemoryBound(to: UInt8.self))
            }
          }
        }
      }
    }
  }

  /// The pixels of a part, converted now unless the whole has been converted; they are not kept.
  ///
  /// - Precondition: `rect` is not empty and lies in the picture.
  package func pixels(in rect: PixelRect) -> PixelBuffer {
    precondition(!rect.isEmpty && PixelRect(size).contains(rect), "a part lies in its picture")
    if let madePixels { return madePixels.cropped(to: rect) }
    guard hasParts, rect.size.area < size.area / 2 else {
      let whole = convert()
      return rect == PixelRect(size) ? whole : whole.cropped(to: rect)
    }
    return PixelBuffer(size: rect.size, format: format, colorSpace: colorSpace) { bytes in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      withPlanes { planes in
        withUnsafePointer(to: planes) { planes in
          for y in 0..<rect.height {
            pk_ycbcr_run_to_rgba(
              planes, Int32(rect.x), Int32(rect.y + y), Int32(rect.width), base + 4 * y * rect.width)
          }
        }
      }
    }
  }

  /// The picture at a reduced size. Each plane is reduced by itself, so that far fewer pixels are converted; colours
  /// are within a quarter of a pixel of their exact place.
  package func reduced(to newSize: PixelSize) throws(KernelError) -> PixelBuffer {
    guard hasParts, madePixels == nil, newSize.width < size.width, newSize.height < size.height else {
      return try pixels(in: PixelRect(size)).resized(to: newSize)
    }
    let small = try (luma.resized(to: newSize), cb?.resized(to: newSize), cr?.resized(to: newSize))
    return small.0.withUnsafeBytes { luma in
      func convert(_ cb: UnsafeRawPointer?, _ cr: UnsafeRawPointer?) -> PixelBuffer {
        PixelBuffer(size: newSize, format: format, colorSpace: colorSpace) { bytes in
          guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
          var planes = withPlanes { $0 }
          (planes.width, planes.height) = (Int32(newSize.width), Int32(newSize.height))
          (planes.luma, planes.cb, planes.cr) = (luma.baseAddress, cb, cr)
          (planes.lumaStride, planes.cbStride, planes.crStride) = (newSize.width, newSize.width, newSize.width)
          (planes.halvesWidth, planes.halvesHeight) = (0, 0)
          pk_ycbcr_planes_to_rgba(&planes, 0, planes.height, base)
        }
      }
      guard let cb = small.1, let cr = small.2 else { return convert(nil, nil) }
      return cb.withUnsafeBytes { cb in cr.withUnsafeBytes { cr in convert(cb.baseAddress, cr.baseAddress) } }
    }
  }
}
