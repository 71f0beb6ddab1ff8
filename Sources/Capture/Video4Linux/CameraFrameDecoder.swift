import CFFmpeg
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
    case .motionJPEG: return decode(UnsafeBufferPointer(start: bytes, count: buffer.count), time: time)
    case .h264:
      return video?.picture(UnsafeBufferPointer(start: bytes, count: buffer.count)).map {
        Frame(picture: $0, time: time)
      }
    case .yuyv422, .uyvy422: return unpack(bytes, time: time)
    case .rgb24, .bgr24: return Frame(pixels: colors(bytes), time: time)
    case .gray: return Frame(picture: picture(bytes, nil, nil, bytesPerLine, 0), time: time)
    case .yuv420VideoRange, .yuv420FullRange: return planes(bytes, time: time)
    }
  }

  private func planes(_ bytes: UnsafePointer<UInt8>, time: MediaTime) -> Frame {
    let chroma = bytes + bytesPerLine * size.height
    guard hasInterleavedChroma else {
      let cr = chroma + chromaBytesPerLine * size.half.height
      return Frame(picture: picture(bytes, chroma, cr, bytesPerLine, chromaBytesPerLine), time: time)
    }
    let half = size.half
    let separate = [UInt8](unsafeUninitializedCapacity: 2 * half.area) { room, count in
      for y in 0..<half.height {
        for x in 0..<half.width {
          room[y &* half.width &+ x] = chroma[y &* bytesPerLine &+ 2 &* x]
          room[half.area &+ y &* half.width &+ x] = chroma[y &* bytesPerLine &+ 2 &* x &+ 1]
        }
      }
      count = 2 * half.area
    }
    return separate.withUnsafeBufferPointer { separate in
      let cb = separate.baseAddress
      return Frame(picture: picture(bytes, cb, cb.map { $0 + half.area }, bytesPerLine, half.width), time: time)
    }
  }

  private func unpack(_ bytes: UnsafePointer<UInt8>, time: MediaTime) -> Frame {
    let half = size.half
    var room = [UInt8](repeating: 0, count: size.area + 2 * half.area)
    return room.withUnsafeMutableBufferPointer { room in
      // There is room for at least three bytes.
      guard let luma = room.baseAddress else { preconditionFailure("a frame has pixels") }
      let cb = luma + size.area
      let cr = cb + half.area
      cv4l_unpack_422(
        bytes, bytesPerLine, UInt32(size.width), UInt32(size.height), layout == .uyvy422, luma, cb, cr)
      return Frame(picture: picture(luma, cb, cr, size.width, half.width), time: time)
    }
  }

  private func picture(
    _ luma: UnsafePointer<UInt8>, _ cb: UnsafePointer<UInt8>?, _ cr: UnsafePointer<UInt8>?, _ lumaStride: Int,
    _ chromaStride: Int
  ) -> YCbCrPicture {
    let matrix = YCbCrMatrix.assumed(for: size)
    return YCbCrPicture(
      copying: PKYCbCrPlanes(
        width: Int32(size.width), height: Int32(size.height), depth: 8, luma: luma, cb: cb, cr: cr,
        lumaStride: lumaStride, cbStride: chromaStride, crStride: chromaStride, halvesWidth: 1, halvesHeight: 1,
        isCenteredX: 0, isCenteredY: 1, kr: matrix.kr, kb: matrix.kb, isFullRange: isFullRange || cb == nil ? 1 : 0),
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

  /// Motion JPEG: full range by BT.601's matrix (JFIF). 4:2:2, as most cameras have it, becomes 4:2:0.
  private func decode(_ bytes: UnsafeBufferPointer<UInt8>, time: MediaTime) -> Frame? {
    var decoded: OpaquePointer?
    var samples = cffmpeg_samples()
    var message = cffmpeg_message()
    guard
      cffmpeg_decode_picture(
        CFFMPEG_MJPEG, nil, 0, bytes.baseAddress, bytes.count, Int64(4 * size.area + 65_536), &decoded, &samples,
        &message)
        == CFFMPEG_OK
    else { return nil }
    defer { cffmpeg_decoded_free(decoded) }
    guard Int(samples.width) == size.width, Int(samples.height) == size.height, samples.depth == 8,
      (0...3).contains(samples.chroma_format), let luma = samples.planes.0
    else { return nil }
    let (cb, cr) = (samples.planes.1, samples.planes.2)
    let strides = (samples.strides.1, samples.strides.2)
    var planes = PKYCbCrPlanes(
      width: samples.width, height: samples.height, depth: 8, luma: luma, cb: nil, cr: nil,
      lumaStride: samples.strides.0, cbStride: strides.0, crStride: strides.1,
      halvesWidth: samples.chroma_format == 3 ? 0 : 1, halvesHeight: samples.chroma_format == 3 ? 0 : 1, isCenteredX: 1,
      isCenteredY: 1, kr: 0.299, kb: 0.114, isFullRange: 1)
    guard samples.chroma_format != 0, let cb, let cr else {
      return Frame(picture: YCbCrPicture(copying: planes, as: .rgba8), time: time)
    }
    guard samples.chroma_format == 2 else {
      (planes.cb, planes.cr) = (cb, cr)
      return Frame(picture: YCbCrPicture(copying: planes, as: .rgba8), time: time)
    }
    let half = size.half
    var room = [UInt8](repeating: 0, count: 2 * half.area)
    return room.withUnsafeMutableBufferPointer { room in
      guard let first = room.baseAddress else { return nil }
      let height = UInt32(size.height)
      cv4l_halve_rows(cb.assumingMemoryBound(to: UInt8.self), strides.0, UInt32(half.width), height, first)
      cv4l_halve_rows(cr.assumingMemoryBound(to: UInt8.self), strides.1, UInt32(half.width), height, first + half.area)
      (planes.cb, planes.cr) = (UnsafeRawPointer(first), UnsafeRawPointer(first + half.area))
      (planes.cbStride, planes.crStride) = (half.width, half.width)
      return Frame(picture: YCbCrPicture(copying: planes, as: .rgba8), time: time)
    }
  }
}
