import CFFmpeg

/// The content of a movie's pictures.
public enum MovieContent: String, Sendable, Hashable, CaseIterable {
  /// Colour; the alpha of frames is not written.
  case color
  /// Colour and alpha: supported by WebM with VP9, QuickTime with ProRes 4444 and Matroska with either or with FFV1.
  case colorWithAlpha
  /// Gray of 8 bits, as of mattes.
  case gray

  var code: cffmpeg_movie_content {
    switch self {
    case .color: CFFMPEG_CONTENT_COLOR
    case .colorWithAlpha: CFFMPEG_CONTENT_COLOR_WITH_ALPHA
    case .gray: CFFMPEG_CONTENT_GRAY
    }
  }
}
