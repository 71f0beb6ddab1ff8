import CPixelKernels
import Imaging
import Kernels

/// Reads the frames of a y4m stream whose header has been read.
struct Y4MSource: FrameSource {
  private var reader: DescriptorReader
  private let header: Y4MHeader
  private var samples: [UInt8]
  private var index: Int64 = 0

  init(reader: DescriptorReader, header: Y4MHeader) {
    self.reader = reader
    self.header = header
    samples = []
  }

  mutating func nextFrame() throws(FrameStreamError) -> Frame? {
    guard let line = try reader.line(limit: 4096) else { return nil }
    guard line.starts(with: Array("FRAME".utf8)), line.count == 5 || line[5] == UInt8(ascii: " ") else {
      throw .malformed(file: reader.name, reason: "frame \(index) does not begin with FRAME")
    }
    let expected = header.frameByteCount
    if samples.isEmpty { samples = [UInt8](repeating: 0, count: expected) }
    let count = try samples.withUnsafeMutableBufferPointer { room throws(FrameStreamError) in
      try reader.read(into: UnsafeMutableRawBufferPointer(room))
    }
    guard count == expected else {
      throw .malformed(file: reader.name, reason: "frame \(index) ends after \(count) of \(expected) bytes")
    }
    guard let time = header.frameRate.time(ofFrame: index) else {
      throw .limitExceeded(file: reader.name, reason: "\(index) frames")
    }
    index += 1
    return Frame(picture: picture(), time: time)
  }

  /// The current frame: the planes Y', Cb and Cr one after the other.
  private func picture() -> YCbCrPicture {
    let (size, chroma) = (header.size, header.chroma)
    let plane = chroma.planeSize(of: size)
    let matrix = YCbCrMatrix.assumed(for: size)
    return samples.withUnsafeBufferPointer { samples in
      precondition(samples.count == size.area + 2 * plane.area, "the samples do not match the size")
      let luma = samples.baseAddress
      let cb = chroma == .monochrome ? nil : luma?.advanced(by: size.area)
      let cr = cb?.advanced(by: plane.area)
      return YCbCrPicture(
        copying: PKYCbCrPlanes(
          width: Int32(size.width), height: Int32(size.height), depth: 8, luma: luma, cb: cb, cr: cr,
          lumaStride: size.width,
          cbStride: plane.width, crStride: plane.width, halvesWidth: chroma.halvesWidth ? 1 : 0,
          halvesHeight: chroma.halvesHeight ? 1 : 0, isCenteredX: chroma == .yuv420Center ? 1 : 0,
          isCenteredY: chroma == .yuv420TopLeft ? 0 : 1, kr: matrix.kr, kb: matrix.kb,
          isFullRange: header.isFullRange ? 1 : 0),
        as: .rgba8)
    }
  }
}
