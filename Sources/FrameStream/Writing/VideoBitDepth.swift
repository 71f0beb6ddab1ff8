/// The bit depth of a written movie.
public enum VideoBitDepth: Int, Sendable, Hashable, CaseIterable {
  /// Supported by every player.
  case eight = 8
  /// H.264 High 10, HEVC Main 10, VP9 profile 2, AV1; FFV1 supports 16.
  case ten = 10
}
