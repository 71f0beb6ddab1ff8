import Imaging

/// Writes frames as a y4m stream, uncompressed 4:2:0, for `ffmpeg -i -` and others. Used by one thread at a time.
///
/// The format has no times: frame n is shown at n / frame rate, whatever its own time. It has no orientation either:
/// rotate the pixels first.
public final class Y4MWriter: FrameWriter {
  private let output: DescriptorWriter
  private let frameRate: FrameRate
  private let pixelAspectRatio: PixelAspectRatio
  private var size: PixelSize?
  private var planes = PackedPlanes()

  /// - Parameters:
  ///   - fileDescriptor: the descriptor to write to; it is duplicated, so the caller may close it.
  ///   - frameRate: the frame rate.
  ///   - pixelAspectRatio: the aspect ratio of pixels.
  ///   - name: the name of the stream in errors.
  public init(
    fileDescriptor: Int32 = 1, frameRate: FrameRate, pixelAspectRatio: PixelAspectRatio = .square,
    name: String = "standard output"
  ) throws(FrameStreamError) {
    output = try DescriptorWriter(fileDescriptor: fileDescriptor, name: name)
    self.frameRate = frameRate
    self.pixelAspectRatio = pixelAspectRatio
  }

  /// - Throws: ``FrameStreamError/unwritable(file:reason:code:)`` if the reader has closed the stream, or the frame
  ///   does not have the size of the first.
  public func write(_ frame: Frame) throws(FrameStreamError) {
    if size == nil {
      size = frame.size
      let header =
        "YUV4MPEG2 W\(frame.size.width) H\(frame.size.height) F\(frameRate.numerator):\(frameRate.denominator) "
        + "Ip A\(pixelAspectRatio.horizontalSpacing):\(pixelAspectRatio.verticalSpacing) C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=LIMITED\n"
      try output.write(Array(header.utf8))
    }
    guard size == frame.size else {
      throw .unwritable(file: output.name, reason: "frames of different sizes cannot be in one stream")
    }
    planes.fill(from: frame)
    try output.write(Array("FRAME\n".utf8))
    try output.write(planes.bytes)
  }

  public func finish() throws(FrameStreamError) {}
}
