/// How many chroma samples a video has for its luma samples, in the usual notation.
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
  /// As many as luma samples.
  case yuv444 = "4:4:4"
}
