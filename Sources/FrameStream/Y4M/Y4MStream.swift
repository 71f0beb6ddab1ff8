import Imaging

/// Uncompressed frames from a pipe: the y4m format of `ffmpeg -f yuv4mpegpipe` and mjpegtools.
///
/// 8-bit 4:2:0, 4:2:2, 4:4:4 and mono. A stream can be read once. The value may be shared between tasks.
public struct Y4MStream: Sendable {
  /// The size of every frame.
  public let size: PixelSize
  /// Frames a second; 25 if the stream states that it is unknown.
  public let nominalFrameRate: Double
  /// The pixel aspect ratio; square if the stream states that it is unknown.
  public let pixelAspectRatio: PixelAspectRatio
  /// Whether frames hold two fields, or some of them do.
  public let isInterlaced: Bool
  /// The chroma subsampling of the stream.
  package let chromaSubsampling: ChromaSubsampling
  /// The remaining frames, in `rgba8`, opaque; frame n has the time n / frame rate.
  ///
  /// Y'CbCr is converted by BT.709 from 720 lines up and by BT.601 below, and by the range that the stream states (by
  /// default 16...235, or 0...255 for mono). A stream that ends within a frame ends with an error.
  public let frames: FrameSequence

  /// Waits for the stream's header and reads it.
  ///
  /// - Parameters:
  ///   - fileDescriptor: the descriptor to read from; it is duplicated, so the caller may close it.
  ///   - name: the name of the stream in errors.
  ///   - start: bytes of the stream already read from the descriptor.
  /// - Throws: ``FrameStreamError`` if it is not a y4m stream, or an unsupported one.
  public init(
    fileDescriptor: Int32 = 0, name: String = "standard input", startingWith start: [UInt8] = []
  ) throws(FrameStreamError) {
    var reader = try DescriptorReader(fileDescriptor: fileDescriptor, name: name, startingWith: start)
    guard let line = try reader.line(limit: 4096) else {
      throw .notVideo(file: name, reason: "it is empty")
    }
    let header = try Y4MHeader(line: line, name: name)
    size = header.size
    (pixelAspectRatio, isInterlaced) = (header.pixelAspectRatio, header.isInterlaced)
    nominalFrameRate = header.frameRate.value
    chromaSubsampling = header.chroma.subsampling
    let source = Y4MSource(reader: reader, header: header)
    let pump = FramePump(waking: reader.wakeUp) { () throws(FrameStreamError) in source }
    frames = FrameSequence { pump }
  }
}
