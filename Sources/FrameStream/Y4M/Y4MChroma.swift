import Imaging

/// The subsampling and the location of chroma samples.
enum Y4MChroma: Sendable, Hashable {
  /// Half in both dimensions, in the centre of four luma samples (JPEG, MPEG-1).
  case yuv420Center
  /// Half in both dimensions, in the column of the even luma samples, between two rows (MPEG-2, H.264).
  case yuv420Left
  /// Half in both dimensions, at the even luma samples (Ultra HD; close to DV's).
  case yuv420TopLeft
  /// Half the columns, at the even luma samples.
  case yuv422
  /// No subsampling: as many chroma samples as luma samples.
  case yuv444
  /// No chroma.
  case monochrome

  /// The value of the tag C in a y4m header; nil for unsupported ones (more than 8 bits, 411, alpha).
  init?(y4mName name: String) {
    switch name {
    case "420", "420jpeg": self = .yuv420Center
    case "420mpeg2": self = .yuv420Left
    case "420paldv": self = .yuv420TopLeft
    case "422": self = .yuv422
    case "444": self = .yuv444
    case "mono": self = .monochrome
    default: return nil
    }
  }

  var subsampling: ChromaSubsampling {
    switch self {
    case .yuv420Center, .yuv420Left, .yuv420TopLeft: .yuv420
    case .yuv422: .yuv422
    case .yuv444: .yuv444
    case .monochrome: .monochrome
    }
  }

  var halvesWidth: Bool { self != .yuv444 && self != .monochrome }

  var halvesHeight: Bool { self == .yuv420Center || self == .yuv420Left || self == .yuv420TopLeft }

  /// The size of each of the two chroma planes of a picture.
  func planeSize(of size: PixelSize) -> PixelSize {
    if self == .monochrome { return PixelSize(width: 0, height: 0) }
    return PixelSize(
      width: halvesWidth ? size.half.width : size.width, height: halvesHeight ? size.half.height : size.height)
  }
}
