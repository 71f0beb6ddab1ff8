import CFFmpeg
import Imaging

/// The format of a video file's pictures and of its other streams, known before decoding. A value.
public struct VideoFormat: Sendable, Hashable {
  /// The size of a picture as stored, in pixels.
  public var size: PixelSize
  /// The orientation that turns pictures upright, from the container's display matrix.
  public var orientation: Orientation
  /// The pixel aspect ratio as stored; square by default.
  public var pixelAspectRatio: PixelAspectRatio
  /// Bits of a component: 8, 10, 12; nil if unknown before decoding.
  public var bitsPerComponent: Int?
  /// The chroma subsampling; nil for RGB and if it is not known.
  public var chromaSubsampling: ChromaSubsampling?
  /// Whether pixels may be translucent.
  public var hasAlpha: Bool
  /// Whether the file declares translucent pixels, rather than only allowing them: every GIF allows them, and few have
  /// them.
  package var statesAlpha: Bool { hasAlpha && codec != "gif" && codec != "apng" }
  /// The colour properties of the samples.
  public var color: VideoColorProperties
  /// Whether the pictures are HDR: PQ or HLG.
  public var isHighDynamicRange: Bool { color.isHighDynamicRange }
  /// Whether the container or the codec declares interlaced pictures. Some declare it only in each picture:
  /// ``VideoFile/requireRenderable()`` checks those too.
  public var isInterlaced: Bool
  /// FFmpeg's name of the codec: `h264`, `hevc`.
  public var codec: String
  /// The time of the first picture; nil if it is not stated.
  public var startTime: MediaTime?
  /// The number of pictures; nil if the container does not state it.
  public var frameCount: Int?
  /// The other streams in the order of the file.
  public var otherStreams: [MediaStream]

  init(_ info: cffmpeg_info, streams: [MediaStream]) {
    size = PixelSize(width: Int(info.width), height: Int(info.height))
    let matrix = info.display_matrix
    orientation = DisplayMatrix(a: matrix.0, b: matrix.1, c: matrix.2, d: matrix.3).orientation
    let shape = info.pixel_aspect_ratio
    pixelAspectRatio =
      shape.numerator > 0 && shape.denominator > 0
      ? PixelAspectRatio(horizontalSpacing: shape.numerator, verticalSpacing: shape.denominator) : .square
    bitsPerComponent = info.depth > 0 ? Int(info.depth) : nil
    let digits = Array(String(info.chroma_subsampling))
    chromaSubsampling = ChromaSubsampling(rawValue: digits.map(String.init).joined(separator: ":"))
    hasAlpha = info.has_alpha != 0
    color = VideoColorProperties(info.color)
    isInterlaced = info.is_interlaced != 0
    codec = withUnsafeBytes(of: info.codec) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    startTime = info.start_time == .min ? nil : info.time_base.time(info.start_time)
    frameCount = info.frame_count > 0 ? Int(info.frame_count) : nil
    otherStreams = streams
  }
}
