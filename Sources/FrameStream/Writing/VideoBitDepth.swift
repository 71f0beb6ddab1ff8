/// The bits of a component in a movie that is written.
public enum VideoBitDepth: Int, Sendable, Hashable, CaseIterable {
  /// Supported by every player.
  case eight = 8
  /// H.264 High 10, HEVC Main 10, VP9 profile 2, AV1; FFV1 holds 16.
  case ten = 10
}
