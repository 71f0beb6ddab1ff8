import CFFmpeg

/// A codec of a movie's pictures.
public enum VideoCodec: String, Sendable, Hashable, CaseIterable {
  /// The usual codec of the container: H.264 in MP4, or HEVC for 10 bits; VP9 in WebM. With alpha ProRes 4444 in
  /// QuickTime, FFV1 in Matroska.
  case automatic
  /// H.264 (AVC).
  case h264
  /// H.265 (HEVC).
  case hevc
  /// VP9.
  case vp9
  /// AV1.
  case av1
  /// Apple ProRes 4444, of 10 bits, with or without alpha; in QuickTime and Matroska.
  case proRes4444 = "prores4444"
  /// FFV1, lossless: for the frames' RGB, or for the Y'CbCr of a movie's unchanged parts; in Matroska and AVI.
  case ffv1

  var code: cffmpeg_movie_codec {
    switch self {
    case .automatic: CFFMPEG_MOVIE_DEFAULT
    case .h264: CFFMPEG_MOVIE_H264
    case .hevc: CFFMPEG_MOVIE_HEVC
    case .vp9: CFFMPEG_MOVIE_VP9
    case .av1: CFFMPEG_MOVIE_AV1
    case .proRes4444: CFFMPEG_MOVIE_PRORES_4444
    case .ffv1: CFFMPEG_MOVIE_FFV1
    }
  }
}
