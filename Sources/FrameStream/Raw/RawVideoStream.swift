import CFFmpeg
import Imaging

/// Headerless frames from a pipe, as written by `ffmpeg -f rawvideo`. A stream can be read once. The value may be
/// shared between tasks.
public struct RawVideoStream: Sendable {
  /// The size of each frame, in pixels.
  public let size: PixelSize
  /// The layout of a frame's pixels.
  public let layout: RawVideoLayout
  /// The remaining frames, in `rgba8`, opaque; frame n has the time n / frame rate.
  ///
  /// Y'CbCr is converted as in a ``Y4MStream``. A stream that ends within a frame ends with an error.
  public let frames: FrameSequence

  /// - Parameters:
  ///   - fileDescriptor: the descriptor to read from; it is duplicated, so the caller may close it.
  ///   - size: the size of every frame, in pixels, both positive.
  ///   - frameRate: the frame rate.
  ///   - name: the name of the stream in errors.
  public init(
    fileDescriptor: Int32 = 0, size: PixelSize, layout: RawVideoLayout, frameRate: FrameRate,
    name: String = "standard input"
  ) throws(FrameStreamError) {
    precondition(size.width > 0 && size.height > 0, "a frame has pixels")
    guard size.width <= Y4MHeader.pixelLimit, size.height <= Y4MHeader.pixelLimit / size.width else {
      throw .limitExceeded(file: name, reason: "frames of \(size) pixels")
    }
    self.size = size
    self.layout = layout
    let reader = try DescriptorReader(fileDescriptor: fileDescriptor, name: name)
    let source = RawVideoSource(reader: reader, size: size, layout: layout, frameRate: frameRate)
    let pump = FramePump(waking: reader.wakeUp) { () throws(FrameStreamError) in source }
    frames = FrameSequence { pump }
  }
}
