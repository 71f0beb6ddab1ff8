import CPixelKernels
import Imaging
import Kernels

/// Reads frames that have no header.
struct RawVideoSource: FrameSource {
  private var reader: DescriptorReader
  private let size: PixelSize
  private let layout: RawVideoLayout
  private let frameRate: FrameRate
  private var samples: [UInt8] = []
  private var index: Int64 = 0

  init(reader: DescriptorReader, size: PixelSize, layout: RawVideoLayout, frameRate: FrameRate) {
    self.reader = reader
    self.size = size
    self.layout = layout
    self.frameRate = frameRate
  }

  mutating func nextFrame() throws(FrameStreamError) -> Frame? {
    let expected = layout.byteCount(of: size)
    if samples.isEmpty { samples = [UInt8](repeating: 0, count: expected) }
    let count = try samples.withUnsafeMutableBufferPointer { room throws(FrameStreamError) in
      try reader.read(into: UnsafeMutableRawBufferPointer(room))
    }
    if count == 0 { return nil }
    guard count == expected else {
      throw .malformed(file: reader.name, reason: "frame \(index) ends after \(count) of \(expected) bytes")
    }
    guard let time = frameRate.time(ofFrame: index) else {
      throw .limitExceeded(file: reader.name, reason: "\(index) frames")
    }
    index += 1
    return layout == .yuv420p ? Frame(picture: picture(), time: time) : Frame(pixels: rgba(), time: time)
  }

  private func rgba() -> PixelBuffer {
    // The offsets of red, green and blue, and the number of bytes of a pixel.
    let (red, green, blue, step) =
      switch layout {
      case .rgba: (0, 1, 2, 4)
      case .bgra: (2, 1, 0, 4)
      case .rgb24: (0, 1, 2, 3)
      case .gray, .yuv420p: (0, 0, 0, 1)
      }
    return PixelBuffer(size: size, format: .rgba8) { bytes in
      samples.withUnsafeBufferPointer { samples in
        guard let input = samples.baseAddress, let output = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
        else { return }
        for pixel in 0..<size.area {
          let from = input + pixel &* step
          let to = output + pixel &* 4
          to[0] = from[red]
          to[1] = from[green]
          to[2] = from[blue]
          to[3] = 255
        }
      }
    }
  }

  private func picture() -> YCbCrPicture {
    let plane = size.half
    let matrix = YCbCrMatrix.assumed(for: size)
    return samples.withUnsafeBufferPointer { samples in
      let luma = samples.baseAddress
      let cb = luma?.advanced(by: size.area)
      return YCbCrPicture(
        copying: PKYCbCrPlanes(
          width: Int32(size.width), height: Int32(size.height), depth: 8, luma: luma, cb: cb,
          cr: cb?.advanced(by: plane.area),
          lumaStride: size.width, cbStride: plane.width, crStride: plane.width, halvesWidth: 1, halvesHeight: 1,
          isCenteredX: 0, isCenteredY: 1, kr: matrix.kr, kb: matrix.kb, isFullRange: 0),
        as: .rgba8)
    }
  }
}
