import Imaging
import Kernels

/// Writes headerless frames, for `ffmpeg -f rawvideo` and others. Used by one thread at a time.
public final class RawVideoWriter: FrameWriter {
  /// The layout of a frame's pixels.
  public let layout: RawVideoLayout
  private let output: DescriptorWriter
  private var size: PixelSize?
  private var planes = PackedPlanes()

  /// - Parameters:
  ///   - fileDescriptor: the descriptor to write to; it is duplicated, so the caller may close it.
  ///   - name: the name of the stream in errors.
  public init(
    fileDescriptor: Int32 = 1, layout: RawVideoLayout, name: String = "standard output"
  ) throws(FrameStreamError) {
    self.layout = layout
    output = try DescriptorWriter(fileDescriptor: fileDescriptor, name: name)
  }

  /// - Throws: ``FrameStreamError/unwritable(file:reason:code:)`` if the reader has closed the stream, or the frame
  ///   does not have the size of the first.
  public func write(_ frame: Frame) throws(FrameStreamError) {
    let size = size ?? frame.size
    guard size == frame.size else {
      throw .unwritable(file: output.name, reason: "frames of different sizes cannot be in one stream")
    }
    self.size = size
    guard layout != .yuv420p else {
      planes.fill(from: frame)
      return try output.write(planes.bytes)
    }
    let pixels = frame.pixels.converted(to8Bit: layout == .gray ? .l8 : .rgba8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(layout.byteCount(of: size))
    pixels.withUnsafeBytes { input in
      for y in 0..<size.height {
        let row = input[(y * pixels.rowBytes)..<(y * pixels.rowBytes + size.width * pixels.format.bytesPerPixel)]
        switch layout {
        case .rgba, .gray, .yuv420p: bytes.append(contentsOf: row)
        case .rgb24:
          for x in stride(from: row.startIndex, to: row.endIndex, by: 4) { bytes.append(contentsOf: row[x..<x + 3]) }
        case .bgra:
          for x in stride(from: row.startIndex, to: row.endIndex, by: 4) {
            bytes.append(row[x + 2])
            bytes.append(row[x + 1])
            bytes.append(row[x])
            bytes.append(row[x + 3])
          }
        }
      }
    }
    try output.write(bytes)
  }

  public func finish() throws(FrameStreamError) {}
}
