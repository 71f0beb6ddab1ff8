import Imaging

/// The settings by which a movie is written. A value.
public struct MovieSettings: Sendable, Hashable {
  /// The codec of the pictures, which the container must support.
  public var codec: VideoCodec
  /// The quality on the scale of x264's constant rate factor, `0...51`: 18 is visually lossless, and higher values make
  /// smaller files of lower quality. It is converted to the scales of other codecs: 23 becomes 28 for x265 and AV1. Nil
  /// is 20. ProRes and FFV1 ignore it.
  public var rateFactor: Int?
  /// The average bit rate of the pictures, in place of ``rateFactor``, as AVFoundation's `AVVideoAverageBitRateKey`:
  /// files have a predictable size, and not a predictable quality. Nil uses the factor. From 1,000 to 2,000,000,000;
  /// ProRes, FFV1 and lossless coding have none. See ``recommendedBitRate(for:frameRate:codec:)``.
  public var averageBitRate: Int?
  /// The approximate maximum of the pictures' bits in a second, as VideoToolbox's `DataRateLimits`: below it the factor
  /// or the average applies, and only content that would exceed it, such as noise, loses quality. Nil for no limit.
  /// From 1,000 to 2,000,000,000; H.264 and HEVC use it, for lossy coding. An average at or above it takes precedence.
  public var maximumBitRate: Int?
  /// The bits of a component. ProRes 4444 always has 10.
  public var bitDepth: VideoBitDepth
  /// The content of the pictures.
  public var content: MovieContent
  /// Whether coding is lossless: Y'CbCr in H.264, HEVC, VP9 and AV1, RGB in FFV1 (``VideoCodec/ffv1``).
  public var isLossless: Bool
  /// The subsampling of the source's Y'CbCr, which FFV1 then keeps in place of RGB; nil for RGB, and for samples of
  /// more bits than ``bitDepth``.
  package var sourceChroma: ChromaSubsampling?
  /// The threads that encode H.264, each of which holds back a picture; nil for three for every two cores.
  package var encodingThreads: Int?
  /// The colour properties of the samples, as stated in the file. Colours are converted to Y'CbCr with its matrix,
  /// range and chroma location; the frames' primaries and transfer function are not converted. Those of RGB
  /// (``VideoFile/format`` of a GIF) become Y'CbCr by the standard matrix in limited range. Nil is BT.709 (BT.601's
  /// matrix for less than 1280 columns and 720 lines) in limited range, with the primaries of Display P3 if the first
  /// frame has them, and full range for lossless gray.
  public var color: VideoColorProperties?
  /// The shape of a pixel as stored.
  public var pixelAspectRatio: PixelAspectRatio
  /// The approximate number of frames a second, for the rate control of codecs; 25 is assumed for 0 and less. The
  /// frames' own times are authoritative.
  public var nominalFrameRate: Double
  /// The timescale of written times, in units a second, which must represent every frame's time; nil for one that suits
  /// the first frame's, usually 720000. In MP4 and QuickTime a frame lasts less than 2^31 units: 2982 s at 720000, 2.1 s
  /// in nanoseconds. Matroska and WebM round times to milliseconds.
  public var timescale: Int32?
  /// The interval of fragments, as AVFoundation's `movieFragmentInterval`: maximum time that is lost in a crash or on a
  /// full disk. Above zero, at most an hour; nil for a file that appears when it is complete.
  ///
  /// The file appears after the first half of this time, and can be read from then on: MP4 and QuickTime in fragments,
  /// Matroska in clusters. At the end MP4 and QuickTime are rewritten as ordinary files, which for a moment takes the
  /// same space on the disk again. Other containers (AVI) do not support fragments, and appear when they are complete.
  /// Fragments cannot be combined with parts copied from another movie.
  public var movieFragmentInterval: MediaTime?

  /// The format of the sound that is written with the frames (``MovieWriter``); nil for none. It is coded with the
  /// container's usual codec: AAC, Opus in WebM.
  public var audioFormat: AudioFormat?

  /// Creates settings; by default for a colour movie of 8 bits.
  public init(
    codec: VideoCodec = .automatic, rateFactor: Int? = nil, averageBitRate: Int? = nil, maximumBitRate: Int? = nil,
    bitDepth: VideoBitDepth = .eight,
    content: MovieContent = .color, isLossless: Bool = false, color: VideoColorProperties? = nil,
    pixelAspectRatio: PixelAspectRatio = .square, nominalFrameRate: Double = 25, timescale: Int32? = nil,
    movieFragmentInterval: MediaTime? = nil, audioFormat: AudioFormat? = nil
  ) {
    self.codec = codec
    self.rateFactor = rateFactor
    self.averageBitRate = averageBitRate
    self.maximumBitRate = maximumBitRate
    self.bitDepth = bitDepth
    self.content = content
    self.isLossless = isLossless
    self.color = color
    self.pixelAspectRatio = pixelAspectRatio
    self.nominalFrameRate = nominalFrameRate
    self.timescale = timescale
    self.movieFragmentInterval = movieFragmentInterval
    self.audioFormat = audioFormat
  }

  /// The bit depth for frames of a format, so that none is lost that the codec supports: VP9 with alpha has 8.
  ///
  /// - Parameter pathExtension: the path extension of the file.
  package func bitDepth(for format: PixelFormat, in pathExtension: String) -> VideoBitDepth {
    let isVP9 = codec == .vp9 || (codec == .automatic && pathExtension.lowercased() == "webm")
    return format == .rgba16 && !(isVP9 && content == .colorWithAlpha) ? .ten : .eight
  }
}
