import CPixelKernels
import CVideo4Linux
import FrameStream
import Imaging
import Kernels

/// Makes frames from a driver's buffers. May be shared by threads.
struct CameraFrameDecoder: Sendable {
  let size: PixelSize
  private let layout: CapturePixelFormat
  private let hasInterleavedChroma: Bool
  private let bytesPerLine: Int
  private let isFullRange: Bool
  /// The decoder for a camera whose pictures are predicted from earlier ones; nil for others.
  private let video: H264Decoder?

  /// - Throws: ``CaptureError/failed(device:reason:)`` if rows are shorter than their pixels, or H.264 cannot be
  ///   decoded.
  init(_ format: cv4l_format, device: String) throws(CaptureError) {
    size = PixelSize(width: Int(format.width), height: Int(format.height))
    guard size.width > 0, size.height > 0, let layout = FormatListing.layout(format.code) else {
      throw .failed(device: device, reason: "the driver has no format that is read")
    }
    self.layout = layout
    hasInterleavedChroma = FormatListing.codes(of: .yuv420VideoRange).firstIndex(of: format.code) == 1
    let shortest = Self.shortestRow(of: layout, width: size.width)
    bytesPerLine = format.bytes_per_line == 0 ? shortest : Int(format.bytes_per_line)
    isFullRange = format.is_full_range
    guard bytesPerLine >= shortest else {
      throw .failed(device: device, reason: "the driver states rows of \(bytesPerLine) bytes for \(size) pixels")
    }
    video = layout == .h264 ? try H264Decoder(size, device: device) : nil
  }

  private static func shortestRow(of layout: CapturePixelFormat, width: Int) -> Int {
    switch layout {
    case .yuv420VideoRange, .yuv420FullRange, .gray: width
    case .yuyv422, .uyvy422: (width + 1) / 2 * 4
    case .rgb24, .bgr24: width * 3
    case .motionJPEG, .h264: 0
    }
  }

  /// The bytes of a whole frame; nil for a compressed one.
  private var byteCount: Int? {
    switch layout {
    case .motionJPEG, .h264: nil
    case .yuv420VideoRange, .yuv420FullRange: bytesPerLine * size.height + 2 * chromaBytesPerLine * size.half.height
    default: bytesPerLine * (size.height - 1) + Self.shortestRow(of: layout, width: size.width)
    }
  }

  /// The row length of a chroma plane, as Video4Linux defines it for planes in one buffer.
  private var chromaBytesPerLine: Int { (bytesPerLine + 1) / 2 }

  /// The coded pixels that a decoder may allocate for: more than a camera's padded picture has.
  static func pixelLimit(for size: PixelSize) -> Int64 { Int64(4 * size.area + 65_536) }

  /// Notes that frames were lost, which later ones may refer to.
  func lose() { video?.lose() }

  /// A copy of the frame in a buffer; nil if it is incomplete.
  func frame(_ buffer: cv4l_buffer, time: MediaTime) -> Frame? {
    guard let bytes = buffer.bytes, buffer.count > 0 else {
      lose()
      return nil
    }
    if let byteCount, buffer.count < byteCount { return nil }
    switch layout {
    case .motionJPEG:
      let picture = MotionJPEGDecoder(size: size).picture(UnsafeBufferPointer(start: bytes, count: buffer.count))
      return picture.map { Frame(picture: $0, time: time) }
    case .h264:
      let picture = video?.picture(UnsafeBufferPointer(start: bytes, count: buffer.count))
      return picture.map { Frame(picture: $0, time: time) }
    case .yuyv422, .uyvy422: return Frame(picture: packedPicture(bytes), time: time)
    case .rgb24, .bgr24: return Frame(pixels: colors(bytes), time: time)
    case .gray: return Frame(picture: picture(luma: bytes, stride: bytesPerLine), time: time)
    case .yuv420VideoRange, .yuv420FullRange:
      return Frame(picture: hasInterleavedChroma ? semiplanarPicture(bytes) : planarPicture(bytes), time: time)
    }
  }

  /// A picture in three planes.
  private func planarPicture(_ bytes: UnsafePointer<UInt8>) -> YCbCrPicture {
    let cb = bytes + bytesPerLine * size.height
    let cr = cb + chromaBytesPerLine * size.half.height
    return picture(luma: bytes, stride: bytesPerLine, chroma: (cb, cr, chromaBytesPerLine))
  }

  /// A picture in a plane of luma and one of Cb and Cr by turns.
  private func semiplanarPicture(_ bytes: UnsafePointer<UInt8>) -> YCbCrPicture {
    let pairs = bytes + bytesPerLine * size.height
    let half = size.half
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * half.area) { room in
      // There is room for at least two bytes.
      guard let cb = room.baseAddress else { preconditionFailure("a frame has pixels") }
      let cr = cb + half.area
      for y in 0..<half.height {
        for x in 0..<half.width {
          cb[y &* half.width &+ x] = pairs[y &* bytesPerLine &+ 2 &* x]
          cr[y &* half.width &+ x] = pairs[y &* bytesPerLine &+ 2 &* x &+ 1]
        }
      }
      return picture(luma: bytes, stride: bytesPerLine, chroma: (UnsafePointer(cb), UnsafePointer(cr), half.width))
    }
  }

  /// A picture whose pixels lie one after the other, two with common chroma (4:2:2).
  private func packedPicture(_ bytes: UnsafePointer<UInt8>) -> YCbCrPicture {
    let half = size.half
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size.area + 2 * half.area) { room in
      // There is room for at least three bytes.
      guard let luma = room.baseAddress else { preconditionFailure("a frame has pixels") }
      let cb = luma + size.area
      let cr = cb + half.area
      cv4l_unpack_422(bytes, bytesPerLine, UInt32(size.width), UInt32(size.height), layout == .uyvy422, luma, cb, cr)
      return picture(luma: luma, stride: size.width, chroma: (UnsafePointer(cb), UnsafePointer(cr), half.width))
    }
  }

  /// A copy of planes with 4:2:0 chroma, or none.
  private func picture(
    luma: UnsafePointer<UInt8>, stride: Int,
    chroma: (cb: UnsafePointer<UInt8>, cr: UnsafePointer<UInt8>, stride: Int)? = nil
  ) -> YCbCrPicture {
    let matrix = YCbCrMatrix.assumed(for: size)
    let chromaStride = chroma?.stride ?? 0
    return YCbCrPicture(
      copying: PKYCbCrPlanes(
        width: Int32(size.width), height: Int32(size.height), depth: 8, luma: luma, cb: chroma?.cb, cr: chroma?.cr,
        lumaStride: stride, cbStride: chromaStride, crStride: chromaStride, halvesWidth: 1, halvesHeight: 1,
        isCenteredX: 0, isCenteredY: 1, kr: matrix.kr, kb: matrix.kb,
        isFullRange: isFullRange || chroma == nil ? 1 : 0),
      as: .rgba8)
  }

  private func colors(_ bytes: UnsafePointer<UInt8>) -> PixelBuffer {
    let (red, blue) = layout == .rgb24 ? (0, 2) : (2, 0)
    return PixelBuffer(size: size, format: .rgba8) { room in
      guard let output = room.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      for y in 0..<size.height {
        let row = bytes + y &* bytesPerLine
        for x in 0..<size.width {
          let (from, to) = (row + 3 &* x, output + 4 &* (y &* size.width &+ x))
          (to[0], to[1], to[2], to[3]) = (from[red], from[1], from[blue], 255)
        }
      }
    }
  }
}
