import Imaging

/// The chroma subsampling of a video, in J:a:b notation.
public enum ChromaSubsampling: String, Sendable, Hashable, CaseIterable {
  /// No colour.
  case monochrome = "4:0:0"
  /// A quarter of the columns and rows.
  case yuv410 = "4:1:0"
  /// A quarter of the columns.
  case yuv411 = "4:1:1"
  /// Half the columns and rows.
  case yuv420 = "4:2:0"
  /// Half the columns.
  case yuv422 = "4:2:2"
  /// Half the rows.
  case yuv440 = "4:4:0"
  /// No subsampling: as many chroma samples as luma samples.
  case yuv444 = "4:4:4"

  /// The samplings of planes that are read and written.
  static let planar: [ChromaSubsampling] = [.yuv444, .yuv420, .yuv422, .yuv440]

  /// Whether there are fewer chroma samples than luma samples.
  var isReduced: Bool { self != .yuv444 && self != .monochrome }

  /// The C code's number for it, such as 420.
  var number: Int32 { Int32(rawValue.filter { $0 != ":" }) ?? 0 }

  /// The size of a chroma plane of a picture, rounded up.
  ///
  /// - Precondition: it is one of ``planar``.
  func planeSize(of size: PixelSize) -> PixelSize {
    switch self {
    case .yuv444: size
    case .yuv420: size.half
    case .yuv422: PixelSize(width: size.half.width, height: size.height)
    case .yuv440: PixelSize(width: size.width, height: size.half.height)
    case .yuv410, .yuv411, .monochrome: preconditionFailure("\(rawValue) has no planes of chroma that are read")
    }
  }
}
